include "../_native/batch.pyx"
