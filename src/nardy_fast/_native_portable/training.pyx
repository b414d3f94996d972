include "../_native/training.pyx"
