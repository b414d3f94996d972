"""Weight files are read as they were written, or refused with one clear error."""

import dataclasses
import functools
import hashlib
import json
import os
import pickle
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy_fast import weight_files
from nardy_fast.errors import ArgumentError, NardyError, TableError
from nardy_fast.weights import Weights, load_weights

PREFIX = struct.Struct("<8sII")
ARRAYS = ("input_weights", "hidden_bias", "output_weights", "output_bias")
KINDS = [
    ("short", 8, {}),
    ("long", 13, {"activation": "relu", "outputs": ("win", "win_mars", "lose_koks")}),
    ("short", 3, {"encoding": "counts", "outputs": ("equity",)}),
    ("long", 0, {"encoding": "counts"}),
    ("hypergammon", 256, {"outputs": ("win",)}),
]
GOLDEN_WEIGHTS = [0.0868564024567604, -0.08416770398616791]
GOLDEN_FINGERPRINT = "a1993a185c20507c20623de8d22a4308b997e316f644a7e1a793d173036953f5"
BY_NAME = pytest.mark.parametrize(
    ("rules", "n_hidden", "options"), KINDS, ids=[f"{kind[0]}-{kind[1]}" for kind in KINDS]
)


def arrays_of(weights):
    return {name: getattr(weights, name) for name in ARRAYS}


@functools.cache
def small_file():
    weights = Weights.random("short", 1, seed=5, outputs=("win",))
    return dataclasses.replace(weights, training={"games": 3})._packed()


def parts(data):
    """Return the header, as values, and the bytes of the arrays."""
    _, _, n_header = PREFIX.unpack_from(data)
    end = PREFIX.size + n_header
    return json.loads(data[PREFIX.size : end]), data[end:-32]


def signed(header, arrays, version=1):
    """Return a file with a right digest, whatever it holds."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    body = PREFIX.pack(weight_files.MAGIC, version, len(text)) + text + arrays
    return body + hashlib.sha256(body).digest()


def fault_of(data, tmp_path):
    path = tmp_path / "some.weights"
    path.write_bytes(data)
    with pytest.raises(TableError) as caught:
        load_weights(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert isinstance(caught.value, NardyError)
    assert isinstance(caught.value, ValueError)
    return str(caught.value).removeprefix(f"{path}: ")


# -- what is written is read ----------------------------------------------------------------------


@BY_NAME
@pytest.mark.parametrize("dtype", ["float32", "int16"])
def test_a_file_gives_back_the_weights_that_were_saved(tmp_path, rules, n_hidden, options, dtype):
    weights = Weights.random(rules, n_hidden, seed=7, **options)
    weights = dataclasses.replace(weights, training={"games": 12, "note": "проба"})
    if dtype == "int16":
        weights = weights.quantised()
    path = tmp_path / "net.weights"
    weights.save(path)
    loaded = load_weights(path)
    assert loaded == weights
    assert loaded.source == str(path)
    assert loaded.dtype == dtype
    assert loaded.n_hidden == n_hidden
    for field in dataclasses.fields(Weights):
        if field.name not in (*ARRAYS, "source"):
            assert getattr(loaded, field.name) == getattr(weights, field.name)
    for name, array in arrays_of(weights).items():
        assert np.array_equal(getattr(loaded, name), array)
    assert loaded._packed() == path.read_bytes()


def test_int16_halves_the_file_and_moves_no_number_by_more_than_half_a_step(tmp_path):
    weights = Weights.random("short", 64, seed=1)
    rounded = weights.quantised()
    assert len(rounded._packed()) < 0.55 * len(weights._packed())
    for name, array in arrays_of(weights).items():
        most = np.abs(array).max(initial=0)
        assert np.abs(getattr(rounded, name) - array).max(initial=0) <= most / 32767
    assert rounded.quantised() == rounded
    with pytest.raises(TableError, match=r"call quantised\(\) first"):
        dataclasses.replace(weights, dtype="int16").save(tmp_path / "net.weights")


def test_the_greatest_numbers_fit_int16_too():
    weights = Weights.random("short", 1, seed=1, outputs=("win",))
    for most in (32767.4999, 32767.5, 32768.0, 65535.0, 1e5):
        changed = dataclasses.replace(weights, output_bias=np.array([most], dtype=np.float32))
        rounded = changed.quantised()
        rounded._packed()
        assert abs(rounded.output_bias[0] - most) <= most / 32767


def test_saving_replaces_a_file_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "net.weights"
    first, second = (Weights.random("short", 2, seed=seed) for seed in (1, 2))
    first.save(path)
    second.save(path)
    assert load_weights(path) == second

    def full(_):
        raise OSError("no room")

    monkeypatch.setattr(weight_files.os, "fsync", full)
    with pytest.raises(OSError, match="no room"):
        first.save(path)
    assert load_weights(path) == second
    assert os.listdir(tmp_path) == ["net.weights"]


def test_weights_are_equal_when_they_compute_the_same():
    weights = Weights.random("short", 4, seed=1)
    same = dataclasses.replace(weights, training={"a": 1}, source="elsewhere")
    assert weights == same == pickle.loads(pickle.dumps(weights))
    assert hash(weights) == hash(same)
    assert weights == Weights.random("short", 4, seed=1) != Weights.random("short", 4, seed=2)
    bias = weights.output_bias.copy()
    bias[0] = 1e-6
    changed = dataclasses.replace(weights, output_bias=bias)
    assert changed != weights
    assert len({weights.fingerprint, changed.fingerprint}) == 2


def test_random_weights_are_the_same_for_ever():
    weights = Weights.random("short", 2, seed=3, outputs=("win",))
    assert weights.input_weights[0].tolist() == pytest.approx(GOLDEN_WEIGHTS, abs=0)
    assert np.abs(weights.input_weights).max() <= np.float32(0.1)
    assert weights.fingerprint == GOLDEN_FINGERPRINT


def test_weights_cannot_be_changed_and_do_not_share_what_they_were_made_from():
    made = Weights.random("short", 2, seed=3)
    array = made.input_weights.copy()
    notes = {"list": [1]}
    weights = dataclasses.replace(made, input_weights=array, training=notes)
    array[:] = 1
    notes["list"].append(2)
    assert weights.training == {"list": [1]}
    assert weights == made
    for owner in (weights, weights.tables("short")):
        arrays = [getattr(owner, field.name) for field in dataclasses.fields(owner)]
        for one in (a for a in arrays if isinstance(a, np.ndarray)):
            assert not one.flags.writeable
            assert one.flags.c_contiguous
            assert one.dtype == np.float32


# -- what is refused ------------------------------------------------------------------------------


def test_a_file_that_is_missing_or_is_no_weight_file_is_refused(tmp_path):
    with pytest.raises(TableError, match=r"gone\.weights: the file cannot be read: No such file"):
        load_weights(tmp_path / "gone.weights")
    with pytest.raises(TableError, match="the file cannot be read"):
        load_weights(tmp_path)
    with pytest.raises(TableError, match="the file cannot be read"):
        load_weights("a\0b")
    assert "must begin with" in fault_of(b"", tmp_path)
    assert "must begin with" in fault_of(b"PK\3\4" + bytes(100), tmp_path)
    text = small_file().replace(b"\r\n", b"\n")
    assert "changed on its way" in fault_of(text, tmp_path)
    too_much = small_file() + bytes(weight_files.MAX_FILE_BYTES)
    assert "at most 8388608 bytes" in fault_of(too_much, tmp_path)


def test_a_file_of_another_version_is_refused(tmp_path):
    header, arrays = parts(small_file())
    assert "version 1; got 2" in fault_of(signed(header, arrays, version=2), tmp_path)


def test_a_file_that_was_cut_short_at_any_byte_is_refused(tmp_path):
    data = small_file()
    for n in range(1, len(data)):
        if n < 64 or n % 37 == 0 or n > len(data) - 40:
            assert "cut short" in fault_of(data[:n], tmp_path), n


def test_a_file_with_trailing_bytes_is_refused(tmp_path):
    for tail in (b"\0", b"\n", small_file()):
        assert "too long" in fault_of(small_file() + tail, tmp_path)


@given(at=st.integers(0, len(small_file()) - 1), flip=st.integers(1, 255))
def test_a_file_with_an_altered_byte_is_refused(tmp_path_factory, at, flip):
    data = bytearray(small_file())
    data[at] ^= flip
    fault_of(bytes(data), tmp_path_factory.getbasetemp())


def test_an_altered_number_is_found_by_the_digest(tmp_path):
    data = bytearray(small_file())
    data[-40] ^= 1
    assert "bytes were altered" in fault_of(bytes(data), tmp_path)


@given(pieces=st.lists(st.tuples(st.integers(0, 2000), st.binary(max_size=12)), max_size=3))
def test_any_bytes_are_read_or_refused(tmp_path_factory, pieces):
    data = small_file()
    for at, piece in pieces:
        data = data[:at] + piece + data[at + len(piece) // 2 :]
    path = tmp_path_factory.getbasetemp() / "any.weights"
    path.write_bytes(data)
    try:
        assert load_weights(path)._packed() == data
    except TableError:
        assert data != small_file()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(data=st.data(), value=JSON)
def test_a_signed_header_with_any_value_is_read_or_refused(tmp_path_factory, data, value):
    header, arrays = parts(small_file())
    name = data.draw(st.sampled_from([*sorted(header), "other"]))
    if name == "arrays" and data.draw(st.booleans()):
        entry = header["arrays"][data.draw(st.integers(0, 3))]
        entry[data.draw(st.sampled_from(["name", "dtype", "shape", "more"]))] = value
    else:
        header[name] = value
    path = tmp_path_factory.getbasetemp() / "header.weights"
    path.write_bytes(signed(header, arrays))
    try:
        loaded = load_weights(path)
    except TableError:
        return
    # No other value of these means anything; those that are None may stay so.
    assert value is None or name in ("training", "checkers", "serves")
    assert load_weights(path) == loaded


LIES = {
    "variant": ("chess", "variant must be one of short, long"),
    "checkers": (16, "checkers must be a whole number, 1 to 15"),
    "serves": ([["short", "ff"]], "play fingerprint"),
    "encoding": ("pixels", "encoding must be one of tesauro, counts"),
    "features": ("short-0", "there is no set of features 'short-0'"),
    "activation": ("tanh", "activation must be one of quadratic, relu"),
    "outputs": (["win_gammon"], "win among them"),
    "equity_points": ([1, 2, 3], "equity_points must be None"),
    "dtype": ("int16", "all arrays must be of the header's dtype"),
    "training": ([], "training must be a mapping"),
    "exponents": ({}, "exponents must be left out"),
    "colour": ("red", "the known fields"),
}


@pytest.mark.parametrize("field", LIES)
def test_a_header_that_lies_is_refused(tmp_path, field):
    header, arrays = parts(small_file())
    header[field], message = LIES[field]
    assert message in fault_of(signed(header, arrays), tmp_path)


def test_a_header_with_a_field_missing_is_refused(tmp_path):
    for name in parts(small_file())[0]:
        header, arrays = parts(small_file())
        del header[name]
        fault_of(signed(header, arrays), tmp_path)


def test_a_header_that_lies_about_sizes_is_refused(tmp_path):
    header, arrays = parts(small_file())
    layout = header["arrays"]
    assert [entry["shape"] for entry in layout] == [[196, 1], [1], [1, 1], [1]]
    # The bytes are enough for each of these: only their meaning is wrong.
    for shapes in (([1, 196], [1], [1, 1], [1]), ([195, 1], [2], [1, 1], [1])):
        for entry, shape in zip(layout, shapes, strict=True):
            entry["shape"] = shape
        assert "must be float32 of shape" in fault_of(signed(header, arrays), tmp_path)
    layout[0]["shape"] = [2**40, 2**40]
    assert "shape" in fault_of(signed(header, arrays), tmp_path)
    layout[0]["shape"] = [2**23, 2**23]
    assert "cut short" in fault_of(signed(header, arrays), tmp_path)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"[" * 10**5, b"\xff", b'{"a": NaN}', b"1" * 5000]
)
def test_a_header_that_is_no_json_object_is_refused(tmp_path, text):
    assert "must be " in fault_of(signed(text, b""), tmp_path)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ARRAYS)
def test_numbers_that_are_not_finite_are_refused(tmp_path, name, number):
    header, arrays = parts(small_file())
    starts = dict(zip(ARRAYS, (0, 196, 197, 198), strict=True))
    numbers = np.frombuffer(arrays, dtype="<f4").copy()
    numbers[starts[name]] = number
    assert f"{name} must hold finite numbers" in fault_of(
        signed(header, numbers.tobytes()), tmp_path
    )


@pytest.mark.parametrize(
    ("at", "message"), [(0, "stay below 256"), (196, "below 256"), (197, "below 1.04858e+06")]
)
def test_numbers_off_the_bound_are_refused(tmp_path, at, message):
    header, arrays = parts(small_file())
    numbers = np.frombuffer(arrays, dtype="<f4").copy()
    for number in (2e6, -2e6, 3e38):
        numbers[at] = number
        assert message in fault_of(signed(header, numbers.tobytes()), tmp_path)


def test_weights_of_the_wrong_shape_or_meaning_are_refused():
    made = Weights.random("short", 2, seed=1)
    for change, message in (
        ({"activation": None}, "activation must be None for 0 hidden units only"),
        ({"encoding": "counts"}, r"float32 of shape \(780, 2\)"),
        ({"outputs": ("win_gammon", "win")}, "in this order"),
        ({"outputs": ("equity", "win")}, "equity alone"),
        ({"outputs": ("equity",)}, "equity_points must be a list"),
        ({"hidden_bias": made.hidden_bias.astype(np.float64)}, "float64"),
        ({"input_weights": made.hidden_bias}, "two dimensions"),
        ({"training": {"set": {1}}}, "what JSON can hold"),
        ({"serves": ()}, "one ruleset or more"),
    ):
        with pytest.raises(TableError, match=message):
            dataclasses.replace(made, **change)
    with pytest.raises(TableError, match="outputs must be equity alone without hidden units"):
        Weights.random("short", 0, seed=1, outputs=("win",))
    with pytest.raises(TableError, match="at most 256 hidden units"):
        dataclasses.replace(made, output_weights=np.zeros((5, 257), dtype=np.float32))
    for bad in (-1, 257, 2.0):
        with pytest.raises(ArgumentError, match="n_hidden must be"):
            Weights.random("short", bad, seed=1)
