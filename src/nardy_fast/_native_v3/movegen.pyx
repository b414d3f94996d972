include "../_native/movegen.pyx"
