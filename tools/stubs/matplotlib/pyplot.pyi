from typing import Any

from matplotlib.axes import Axes

def subplots(*, layout: str) -> tuple[Any, Axes]: ...
