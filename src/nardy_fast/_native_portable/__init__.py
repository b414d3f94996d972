"""The doors of `nardy_fast._native`, compiled for any processor, without intrinsics."""

from .batch import *
from .hashing import *
from .movegen import *
from .perft import *
from .positions import *
from .ranking import *
from .rollout import *
