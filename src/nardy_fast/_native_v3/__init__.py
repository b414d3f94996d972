"""The doors of `nardy_fast._native`, compiled for x86-64-v3."""

from .batch import *
from .hashing import *
from .movegen import *
from .perft import *
from .positions import *
from .ranking import *
from .rollout import *
