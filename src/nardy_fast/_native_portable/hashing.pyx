include "../_native/hashing.pyx"
