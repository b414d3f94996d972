"""pgx: backgammon as JAX arrays, many games at once, compiled; one step moves one checker.

The number of games in a batch is the one of `BATCHES` that moves fastest here. Games that end are
begun anew by pgx's own `auto_reset`, so that no row of the batch idles.
"""

import time

from benchmarks.against.measure import Goal, Side, Stream, Tally, Task
from benchmarks.against.ours import random_games
from benchmarks.against.peers import Peer

BATCHES = (64, 128, 256, 1024)
N_STEPS = 20
SECONDS_OF_TRIAL = 0.5
#: A game takes about 215 steps; after six of them the rows are anywhere in a game.
STEPS_TO_MIX = 1_300
#: Uniform over one checker's moves, from 16,670 games of pgx 2.6.0 itself: it shows that games are
#: whole, and nothing of its rules.
MEAN_PLIES = 93.8
SEED = 7


class Batch:
    """Games that go on side by side; a repetition is `N_STEPS` steps of each."""

    def __init__(self, n_games):
        import jax
        import pgx

        env = pgx.make("backgammon")
        key, first = jax.random.split(jax.random.PRNGKey(SEED))
        self.n_games = n_games
        self.key = key
        self.states = jax.jit(jax.vmap(env.init))(jax.random.split(first, n_games))
        self.advance = compiled_steps(env)
        self.run(1)

    def run(self, n):
        """Go on by n repetitions; tally the games that end and the turns of all."""
        games = plies = 0
        for _ in range(n):
            self.states, self.key, ended, turned = self.advance(self.states, self.key)
            games += int(ended)
            plies += int(turned)
        return Tally(games, plies)

    def plies_per_second(self):
        """Return a first rate, to choose a batch by."""
        start, plies, elapsed = time.process_time(), 0, 0.0
        while elapsed < SECONDS_OF_TRIAL:
            plies += self.run(1).total
            elapsed = time.process_time() - start
        return plies / elapsed


def compiled_steps(env):
    """Return the function that moves every game `N_STEPS` times by random legal actions."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    step = auto_reset(env.step, env.init)

    def one_step(state, key):
        choice, dice = jax.random.split(key)
        # Faster by a sixth than jax.random.categorical over the same actions.
        ranks = jnp.cumsum(state.legal_action_mask)
        rank = jnp.floor(jax.random.uniform(choice) * ranks[-1]) + 1
        after = step(state, jnp.searchsorted(ranks, rank), dice)
        turned = after.terminated | (after.current_player != state.current_player)
        return after, after.terminated, turned

    @jax.jit
    def advance(states, key):
        def body(carry, step_key):
            states, ended, turned = carry
            keys = jax.random.split(step_key, states.terminated.shape[0])
            states, now_ended, now_turned = jax.vmap(one_step)(states, keys)
            return (states, ended + now_ended.sum(), turned + now_turned.sum()), None

        key, step_key = jax.random.split(key)
        carry = (states, jnp.int32(0), jnp.int32(0))
        keys = jax.random.split(step_key, N_STEPS)
        (states, ended, turned), _ = jax.lax.scan(body, carry, keys)
        return states, key, ended, turned

    return advance


def tasks():
    best = max(map(Batch, BATCHES), key=Batch.plies_per_second)
    best.run(STEPS_TO_MIX // N_STEPS)
    listed = ", ".join(map(str, BATCHES))
    return [
        Task(
            "random games",
            "games",
            Side(best.run, Stream(MEAN_PLIES), least_units=300),
            random_games(initial=True),
            f"30 throws at ply 1 on both sides; batch {best.n_games}, the best of {listed}, "
            "compiled before; pgx draws uniformly over one checker's moves and does not know that "
            "both dice, or else the larger, must be played, so its plays and its mean of "
            f"{MEAN_PLIES} plies are others, and no list of plays is compared",
            Goal(500, 300),
        )
    ]


PEER = Peer("pgx", "pgx", "pgx", tasks)
