include "../_native/perft.pyx"
