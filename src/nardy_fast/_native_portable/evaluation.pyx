include "../_native/evaluation.pyx"
