"""The forms of the kernel's 32-byte board give the numbers that its documentation promises."""

import platform
import random
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import nardy_fast

KERNEL = Path(nardy_fast.__file__).parent / "_native" / "kernel"
PROGRAM = Path(__file__).parent / "vector_forms" / "forms.c"
LIMITS = (-128, -127, -16, -3, -2, -1, 0, 1, 2, 3, 15, 126, 127)
EDGES = (-128, -127, -16, -15, -2, -1, 0, 1, 2, 15, 16, 127)
X86 = ("x86_64", "amd64")
ARM = ("aarch64", "arm64")


# What the records are -----------------------------------------------------------------------------


def counts(generator, n_checkers):
    """26 bytes that a game could show: two sides, no point shared."""
    row = [0] * 26
    for sign, bar in ((1, 25), (-1, 0)):
        for _ in range(generator.randint(0, n_checkers)):
            place = generator.choice([bar, *range(1, 25)])
            if row[place] * sign >= 0:
                row[place] += sign
    return row


def records():
    """Boards of a game, boards at the limits of a byte, and boards of any bytes: 32 bytes each."""
    generator = random.Random(20)
    boards = [[0] * 32, [127] * 32, [-128] * 32, [-1] * 32, [1] * 32]
    boards += [[value if i == place else 0 for i in range(32)] for place in range(32)
               for value in (-128, -1, 1, 127)]  # fmt: skip
    for _ in range(900):
        borne_off = [generator.randint(0, 15) for _ in range(6)]
        boards.append([*counts(generator, 15), *borne_off])
    for _ in range(300):
        boards.append([generator.choice(EDGES) for _ in range(32)])
        boards.append([generator.randint(-128, 127) for _ in range(32)])
    return boards


# What the answers are -----------------------------------------------------------------------------


def signed(value):
    return (value + 128) % 256 - 128


def as_hex(board):
    return bytes(value % 256 for value in board).hex()


def mask(truths):
    return f"{sum(1 << i for i, truth in enumerate(truths) if truth):08x}"


def moved(board, die, hit, source):
    after = list(board)
    after[source] -= 1
    after[source - die if source > die else 26] += 1 + hit
    after[0] -= hit
    return [signed(value) for value in after]


def half_turn(board):
    other = [0] * 32
    for point in range(1, 25):
        other[point] = signed(-board[(point + 11) % 24 + 1])
    return other


def key_of(board):
    nibbles = [abs(board[point]) for point in range(1, 25)]
    theirs = [board[point] < 0 for point in range(1, 25)]
    key = sum(count << 4 * i for i, count in enumerate(nibbles))
    key |= sum(1 << 96 + i for i, truth in enumerate(theirs) if truth)
    return key | board[25] << 120 | -board[0] << 124


def bits_of(words, n):
    first, second, third = words
    x = (first & second & third, first, first | second)[n % 3]
    places = [i for i in range(32) if x >> i & 1]
    ends = [places[0], places[-1]] if places else []
    return ",".join(map(str, [len(places), *ends, *places]))


def answer(board, before, n):
    """The line that the program writes for a record."""
    row = [*board[:26], *[0] * 6]
    a, b = (int.from_bytes(bytes.fromhex(as_hex(board[i : i + 8])), "little") for i in (0, 8))
    sums = sum(v for v in board if v > 0), -sum(v for v in board if v < 0)
    limits = (*LIMITS, -2, -1, 0, 1)
    after = as_hex(moved(board, n % 6 + 1, n // 6 % 2, n // 12 % 25 + 1))
    fields = {
        "load": as_hex(board),
        "add": as_hex([signed(x + y) for x, y in zip(board, before, strict=True)]),
        "move": after,
        "plus": after,
        "reverse": as_hex([signed(-value) for value in board[25::-1]] + [0] * 6),
        "half_turn": as_hex(half_turn(board)),
        "above": ",".join(mask(value > limit for value in board) for limit in limits),
        "equal": ",".join(mask(value == limit for value in board) for limit in (*LIMITS, -1)),
        "negative": mask(value < 0 for value in board),
        "row": as_hex(row),
        "rows_same": "1",
        "first": as_hex(board[:26]) + 6 * "5a",
        "last": 6 * "5a" + as_hex(board[:26]),
        "same": "10",
        "sums": f"{sums[0]},{sums[1]}",
        "byte": str(board[n % 32]),
    }
    if all(abs(value) <= 15 for value in row) and board[0] <= 0 <= board[25]:
        fields |= {"bars": f"{board[25] | -board[0] << 4:02x}", "key": f"{key_of(board):032x}"}
    fields["product"] = f"{a * b:032x}"
    fields["bits"] = bits_of((a % 2**32, b % 2**32, a >> 32), n)
    return " ".join([str(n), *(f"{name}={value}" for name, value in fields.items())])


@pytest.fixture(scope="module")
def cases():
    """The program's input, and the lines it must write."""
    boards = records()
    previous = [[0] * 32, *boards[:-1]]
    lines = [answer(*pair, n) for n, pair in enumerate(zip(boards, previous, strict=True))]
    return bytes.fromhex("".join(map(as_hex, boards))), lines


def test_the_records_hold_what_the_forms_could_get_wrong(cases):
    _, lines = cases
    assert sum(" key=" in line for line in lines) > 900
    moves = {(n % 6, n // 6 % 2, n // 12 % 25) for n in range(len(lines))}
    assert len(moves) == 6 * 2 * 25


# The forms ----------------------------------------------------------------------------------------


def compiler():
    """The compiler that built this Python, or what the system calls one."""
    named = shlex.split(sysconfig.get_config_var("CC") or "")
    for command in (named, ["cc"], ["gcc"], ["clang"]):
        if command and shutil.which(command[0]):
            return command
    pytest.skip("no C compiler is installed")


def runs(level):
    """Whether this machine runs a level of x86-64."""
    return pytest.importorskip("nardy_fast._cpu", reason="nothing is built").runs(level)


def built(command, folder):
    program = folder / "forms"
    command = [*command, "-std=gnu11", "-O2", f"-I{KERNEL}", str(PROGRAM), "-o", str(program)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return program


def understands(command, folder):
    """Whether the compiler knows these arguments at all."""
    empty = folder / "empty.c"
    empty.write_text("int main(void) { return 0; }\n")
    command = [*command, str(empty), "-o", str(folder / "empty")]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def assert_answers(form, command, cases):
    given, lines = cases
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    name, *found = done.stdout.decode().splitlines()
    assert name == form
    for line, expected in zip(found, lines, strict=True):
        # Fields, so that a failure names the function.
        assert line.split() == expected.split()


needs_pages = pytest.mark.skipif(
    sys.platform == "win32", reason="the program fences its rows with mmap"
)


@needs_pages
@pytest.mark.parametrize(
    ("form", "arguments"),
    [
        ("portable", ["-DNARDY_FAST_PORTABLE"]),
        ("portable", ["-DNARDY_FAST_PORTABLE", "-DNARDY_FAST_ANY_BYTE_ORDER"]),
        ("sse4.1", ["-march=x86-64-v2"]),
        ("avx2", ["-march=x86-64-v3"]),
        ("neon", []),
    ],
)
def test_a_form_gives_the_documented_numbers(form, arguments, cases, tmp_path):
    command = [*compiler(), *arguments]
    if form in ("sse4.1", "avx2"):
        level = arguments[0].removeprefix("-march=")
        if platform.machine().lower() not in X86 or not runs(level):
            pytest.skip(f"this machine does not run {level}")
        if not understands(command, tmp_path):
            pytest.skip(f"the compiler does not know {arguments[0]}")
    if form == "neon" and platform.machine().lower() not in ARM:
        pytest.skip("this machine is not 64-bit ARM")
    assert_answers(form, [str(built(command, tmp_path))], cases)


@needs_pages
@pytest.mark.parametrize(
    ("form", "processor", "arguments"),
    [
        ("neon", "aarch64", []),
        ("portable", "aarch64", ["-DNARDY_FAST_PORTABLE"]),
        # The only one here that stores the high byte first.
        ("portable", "s390x", []),
    ],
)
def test_a_form_gives_the_documented_numbers_under_emulation(
    form, processor, arguments, cases, tmp_path
):
    tools = (f"{processor}-linux-gnu-gcc", f"qemu-{processor}")
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    program = built([tools[0], "-static", *arguments], tmp_path)
    assert_answers(form, [tools[1], str(program)], cases)
