"""Training as it should be, with dense inputs and numbers of 64 bits."""

import numpy as np

import nardy_fast as nf
from nardy_fast.encodings import ROWS_PER_PLACE, VALUE_OFFSET, input_matrix
from nardy_fast.training import INPUT_RATIO, Trainer
from nardy_fast.weight_checks import ARRAYS

SHORT_5 = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
LONG_3 = ("win", "win_home_mars", "lose_home_mars")
#: Ruleset, hidden units, and options of `Weights.random`.
NETS = {
    "five outputs": ("short", 9, {"features": "short-1"}),
    "one-hot": (
        "short",
        4,
        {"encoding": "counts", "outputs": ("win", "win_gammon", "lose_gammon")},
    ),
    "relu": ("long", 8, {"activation": "relu", "outputs": LONG_3}),
    "points": ("long", 5, {"outputs": ("equity",), "features": "long-1"}),
    "linear": ("short", 0, {"features": "short-1"}),
}


def trainer_of(name, seed=1, **changes):
    game, n_hidden, options = NETS[name]
    return Trainer(game, n_hidden, seed=seed, **{**options, **changes})


def bytes_of(weights):
    return b"".join(getattr(weights, name).tobytes() for name in ARRAYS)


def afterstates_of(game, n, seed=3):
    """Return unfinished afterstates from random games, some with checkers off and on the bar."""
    games = nf.rollout(
        nf.starting_board(game), ruleset=game, policy="random", n_trials=30, seed=seed, record=True
    ).games
    boards = games.afterstates[nf.outcomes(games.afterstates, ruleset=game) < 0]
    return boards[np.linspace(0, len(boards) - 1, n).astype(int)]


class Model:
    """What a `Trainer` should do with weights of a game."""

    def __init__(self, weights, game):
        self.game, self.weights = game, weights
        self.arrays = {name: getattr(weights, name).astype(np.float64) for name in ARRAYS}
        self.is_linear = weights.n_hidden == 0
        self.is_points = weights.outputs == ("equity",)
        self.matrix = input_matrix(weights.encoding, weights.features).astype(np.float64)

    def inputs(self, boards):
        """Return the dense inputs of afterstates, shape (n, n_inputs)."""
        wide = boards.astype(int)
        off = [15 - np.maximum(side, 0).sum(axis=1) for side in (wide, -wide)]
        places = [*wide.T, *off]
        if self.weights.features:
            places += list(nf.features(boards, ruleset=self.game).T.astype(int))
        rows = [self.matrix[i * ROWS_PER_PLACE + VALUE_OFFSET + v] for i, v in enumerate(places)]
        return sum(rows)

    def sums(self, x):
        return x @ self.arrays["input_weights"] + self.arrays["hidden_bias"]

    def activation(self, sums):
        if self.weights.activation == "relu":
            return np.maximum(sums, 0)
        t = np.clip(sums / 4, -1, 1)
        return t * (2 - np.abs(t))

    def outputs(self, x):
        if self.is_linear:
            return self.sums(x)
        hidden = self.activation(self.sums(x))
        z = hidden @ self.arrays["output_weights"].T + self.arrays["output_bias"]
        return z if self.is_points else 1 / (1 + np.exp(-z))

    def loss(self, x, target):
        """Return the cross entropy of chances, or half the squared error of points."""
        p = self.outputs(x)
        if self.is_points:
            return float(((target - p) ** 2).sum() / 2)
        return float(-(target * np.log(p) + (1 - target) * np.log(1 - p)).sum())

    def numeric_gradient(self, x, target, step=1e-5):
        """Return the gradient of the loss by two-sided differences."""
        found = {}
        for name, array in self.arrays.items():
            gradient = np.zeros(array.size)
            flat = array.reshape(-1)
            for i, kept in enumerate(flat.copy()):
                ends = []
                for moved in (kept + step, kept - step):
                    flat[i] = moved
                    ends.append(self.loss(x, target))
                flat[i] = kept
                gradient[i] = (ends[0] - ends[1]) / (2 * step)
            found[name] = gradient.reshape(array.shape)
        return found

    def learn(self, x, target, rate):
        """Take one step, with the gradient as calculus has it."""
        error = target - self.outputs(x)
        length = rate if self.is_linear else rate * INPUT_RATIO
        if self.is_linear:
            delta = error
        else:
            sums = self.sums(x)
            hidden = self.activation(sums)
            if self.weights.activation == "relu":
                slope = (sums > 0).astype(float)
            else:
                slope = np.maximum(0, 0.5 - np.abs(sums) / 8)
            delta = (error @ self.arrays["output_weights"]) * slope
            self.arrays["output_weights"] += rate * np.outer(error, hidden)
            self.arrays["output_bias"] += rate * error
        self.arrays["input_weights"] += length * np.outer(x, delta)
        self.arrays["hidden_bias"] += length * delta

    def mirrored(self, outputs):
        """Return what outputs of one side mean for the other."""
        names = self.weights.outputs
        seen = np.array(outputs, dtype=np.float64)
        for column, name in enumerate(names):
            side, _, kind = name.partition("_")
            if name == "win":
                seen[..., column] = 1 - outputs[..., column]
            elif name == "equity":
                seen[..., column] = -outputs[..., column]
            else:
                other = {"win": "lose", "lose": "win"}[side]
                seen[..., column] = outputs[..., names.index(f"{other}_{kind}")]
        return seen


def close(weights, model, tolerance):
    for name in ARRAYS:
        np.testing.assert_allclose(
            getattr(weights, name), model.arrays[name], rtol=tolerance, atol=tolerance, err_msg=name
        )
