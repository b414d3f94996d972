/* What the processor and the operating system can run. */
#ifndef NARDY_FAST_CPU_H
#define NARDY_FAST_CPU_H

#include <stdint.h>

#if defined(__x86_64__) || defined(_M_X64)
#if defined(_MSC_VER)
#include <intrin.h>
#else
#include <cpuid.h>
#endif

/* The four registers of a leaf: eax, ebx, ecx, edx; zeros where there is no such leaf. */
static void cpu_leaf(uint32_t leaf, uint32_t found[4])
{
    found[0] = found[1] = found[2] = found[3] = 0;
#if defined(_MSC_VER)
    int all[4];
    __cpuid(all, (int)(leaf & 0x80000000u));
    if ((uint32_t)all[0] >= leaf) {
        __cpuidex(all, (int)leaf, 0);
        for (int i = 0; i < 4; i++)
            found[i] = (uint32_t)all[i];
    }
#else
    __get_cpuid_count(leaf, 0, &found[0], &found[1], &found[2], &found[3]);
#endif
}

static int has_bits(uint32_t word, uint32_t bits)
{
    return (word & bits) == bits;
}

/* SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT: the System V ABI's level v2. */
static int cpu_runs_v2(void)
{
    uint32_t basic[4];
    cpu_leaf(1, basic);
    return has_bits(basic[2], 1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23);
}

/* The operating system saves the 256-bit registers. */
static int system_saves_avx(void)
{
#if defined(_MSC_VER)
    return (_xgetbv(0) & 6) == 6;
#else
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & 6) == 6;
#endif
}

/* FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT: level v3. */
static int cpu_runs_v3(void)
{
    uint32_t basic[4], extended[4], amd[4];
    cpu_leaf(1, basic);
    cpu_leaf(7, extended);
    cpu_leaf(0x80000001u, amd);
    return cpu_runs_v2() &&
           has_bits(basic[2], 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29) &&
           has_bits(extended[1], 1u << 3 | 1u << 5 | 1u << 8) && has_bits(amd[2], 1u << 5) &&
           system_saves_avx();
}

/* AMD's processors before family 19h (Zen 3) run PDEP, which chooses a play at level v3, in
 * microcode: tens of cycles, where level v2 looks a table up. */
static int cpu_has_slow_pdep(void)
{
    uint32_t vendor[4], basic[4];
    cpu_leaf(0, vendor);
    cpu_leaf(1, basic);
    /* The last four letters of "AuthenticAMD" and of "HygonGenuine", whose cores are AMD's. */
    int is_amd = vendor[2] == 0x444D4163u || vendor[2] == 0x656E6975u;
    uint32_t family = (basic[0] >> 8 & 15) + (basic[0] >> 20 & 255);
    return is_amd && family < 0x19;
}
#else
static int cpu_runs_v2(void)
{
    return 0;
}

static int cpu_has_slow_pdep(void)
{
    return 0;
}

static int cpu_runs_v3(void)
{
    return 0;
}
#endif

#endif
