include "../_native/rollout.pyx"
