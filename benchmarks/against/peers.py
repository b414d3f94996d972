"""What a peer is, and which there are."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module, metadata, util

from benchmarks.against.measure import Task

MODULES = ("peer_gnubg_nn", "peer_gnubg", "peer_bgsage", "peer_open_spiel", "peer_pgx")


@dataclass(frozen=True)
class Peer:
    """Another program that can be called from Python, and the tasks it can do.

    `distribution` is its name on PyPI and `module` what is imported. `tasks` imports the peer and
    prepares its work, so it may only be called where the peer is installed; a task that is yielded
    is measured before the next is prepared.
    """

    name: str
    distribution: str
    module: str
    tasks: Callable[[], Iterable[Task]]

    def is_installed(self):
        """Say whether its module is there, without importing it."""
        return util.find_spec(self.module) is not None

    def version(self):
        """Return the version of what is installed."""
        return metadata.version(self.distribution)


def all_peers():
    return [import_module(f"benchmarks.against.{name}").PEER for name in MODULES]
