include "../_native/ranking.pyx"
