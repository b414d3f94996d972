include "../_native/positions.pyx"
