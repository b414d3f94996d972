"""The container of weight files: a magic, a version, a JSON header, raw arrays, a digest.

Promise: what can be wrong with such a file is a `TableError`; nothing in a file is ever executed.

A file is the magic (8 bytes), the format version and the header's length (two little-endian
uint32), the header (JSON in UTF-8), the arrays one after the other (C order, little-endian), and
the SHA-256 of all bytes before. The header's ``arrays`` lists name, dtype and shape of each array.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import secrets
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy_fast._narrowing import is_dict, is_list
from nardy_fast.errors import TableError

__all__ = [
    "FORMAT_VERSION",
    "as_float32",
    "as_int16",
    "canonical_json",
    "nearest_int16",
    "packed",
    "read_bytes",
    "replace_file",
    "unpacked",
]

#: As PNG's: a byte above 127 and both line ends, so that a transfer as text is noticed.
MAGIC = b"\x89NFW\r\n\x1a\n"
FORMAT_VERSION = 1
_PREFIX = struct.Struct("<8sII")
_DIGEST_BYTES = 32
MAX_HEADER_BYTES = 2**20
#: The largest net has 844 inputs and 256 units of 4 bytes: 0.9 MB.
MAX_FILE_BYTES = 2**23
_DTYPES = {"<f4": np.float32, "<i2": np.int16}
#: A number held as int16 is a whole number times two to the exponent of its array.
_INT16_MAX = 32767
_LEAST_EXPONENT = -24
_GREATEST_EXPONENT = 24


def canonical_json(values: Any) -> bytes:
    """Return values as JSON that is the same at every time: sorted, without spaces, ASCII.

    Raises
    ------
    TableError
        If JSON cannot hold them.
    """
    try:
        text = json.dumps(values, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise TableError(f"a header must hold what JSON can hold: {error}") from None
    return text.encode("ascii")


def packed(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the bytes of a file with that header and those arrays of float32 or int16."""
    parts: list[bytes] = []
    listing: list[dict[str, object]] = []
    for name, array in arrays.items():
        dtype = array.dtype.newbyteorder("<")
        listing.append({"name": name, "dtype": dtype.str, "shape": list(array.shape)})
        parts.append(np.ascontiguousarray(array, dtype=dtype).tobytes())
    text = canonical_json({**header, "arrays": listing})
    if len(text) > MAX_HEADER_BYTES:
        raise TableError(
            f"a header must have at most {MAX_HEADER_BYTES} bytes; got {len(text)}: "
            "say less of the training"
        )
    body = b"".join([_PREFIX.pack(MAGIC, FORMAT_VERSION, len(text)), text, *parts])
    return body + hashlib.sha256(body).digest()


def unpacked(data: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return header and arrays of a file's bytes, or raise `TableError` saying what is wrong."""
    # A file that ends within the magic is cut short; one that begins otherwise is another file.
    if not data or data[: len(MAGIC)] != MAGIC[: len(data)]:
        raise TableError(
            f"a weight file must begin with {MAGIC!r}; got {data[: len(MAGIC)]!r}: "
            "this is no weight file, or it was changed on its way"
        )
    if len(data) < _PREFIX.size + _DIGEST_BYTES:
        raise TableError(f"the file is cut short: it has {len(data)} bytes")
    _, version, n_header = _PREFIX.unpack_from(data)
    if version != FORMAT_VERSION:
        raise TableError(
            f"the format must have version {FORMAT_VERSION}; got {version}: "
            "another version of nardy_fast wrote the file"
        )
    if n_header > MAX_HEADER_BYTES:
        raise TableError(f"a header must have at most {MAX_HEADER_BYTES} bytes; got {n_header}")
    header_end = _PREFIX.size + n_header
    if len(data) < header_end + _DIGEST_BYTES:
        raise TableError(f"the file is cut short: it has {len(data)} bytes, its header {n_header}")
    # The digest is compared after the sizes, which tell a cut or longer file from an altered one,
    # and before any array is read.
    header = _header(data[_PREFIX.size : header_end])
    layout = _layout(header.pop("arrays", None))
    sizes = [np.dtype(dtype).itemsize * math.prod(shape) for _, dtype, shape in layout]
    n_bytes = header_end + sum(sizes) + _DIGEST_BYTES
    if len(data) != n_bytes:
        fault = "cut short" if len(data) < n_bytes else "too long"
        raise TableError(f"the file is {fault}: it must have {n_bytes} bytes; got {len(data)}")
    if hashlib.sha256(data[:-_DIGEST_BYTES]).digest() != data[-_DIGEST_BYTES:]:
        raise TableError("the digest at the end must be that of the file: its bytes were altered")
    arrays: dict[str, NDArray[Any]] = {}
    start = header_end
    for (name, dtype, shape), size in zip(layout, sizes, strict=True):
        raw = np.frombuffer(data, dtype=dtype, count=math.prod(shape), offset=start)
        arrays[name] = raw.astype(_DTYPES[dtype]).reshape(shape)
        start += size
    return header, arrays


def _header(text: bytes) -> dict[str, Any]:
    def refused(word: str) -> None:
        raise ValueError(f"{word} is no number of JSON")

    try:
        header = json.loads(text.decode("utf-8"), parse_constant=refused)
    except (ValueError, RecursionError) as error:
        raise TableError(f"the header must be JSON: {error}") from None
    if not is_dict(header):
        raise TableError(f"the header must be a JSON object; got {type(header).__name__}")
    return header


def _layout(listing: Any) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return (name, dtype, shape) of every array, or raise `TableError`."""
    wanted = "the header's arrays must be a list of name, dtype (<f4 or <i2) and shape"
    if not is_list(listing) or len(listing) > 16:
        raise TableError(wanted)
    layout: list[tuple[str, str, tuple[int, ...]]] = []
    for entry in listing:
        if not is_dict(entry) or set(entry) != {"name", "dtype", "shape"}:
            raise TableError(wanted)
        name, dtype, shape = entry["name"], entry["dtype"], entry["shape"]
        sizes_fit = is_list(shape) and len(shape) <= 2
        if not isinstance(name, str) or not isinstance(dtype, str) or dtype not in _DTYPES:
            raise TableError(wanted)
        if not sizes_fit or not all(type(n) is int and 0 <= n <= MAX_FILE_BYTES for n in shape):
            raise TableError(wanted)
        layout.append((name, dtype, tuple(shape)))
    if len({name for name, _, _ in layout}) != len(layout):
        raise TableError(f"{wanted}, each name once")
    return layout


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file, or raise `TableError` if it cannot be read or is too large."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TableError(f"the file cannot be read: {reason}") from error
    if len(data) > MAX_FILE_BYTES:
        raise TableError(f"a weight file must have at most {MAX_FILE_BYTES} bytes; got more")
    return data


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Put a file in the place of the one at `path`, whole or not at all."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with open(beside, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _exponent(array: NDArray[np.float32]) -> int:
    """Return the least exponent with which an array's numbers fit int16."""
    most = float(np.abs(array).max(initial=0.0))
    exponent = _LEAST_EXPONENT
    while np.rint(most / 2.0**exponent) > _INT16_MAX:
        exponent += 1
    return exponent


def nearest_int16(array: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the nearest numbers that int16 and one power of two hold, ties to even."""
    step = 2.0 ** _exponent(array)
    nearest: NDArray[np.float32] = (np.rint(array / step) * step).astype(np.float32)
    return nearest


def as_int16(
    arrays: Mapping[str, NDArray[np.float32]],
) -> tuple[dict[str, int], dict[str, NDArray[np.int16]]]:
    """Return the exponent and the whole numbers of each array.

    Raises
    ------
    TableError
        If `nearest_int16` would change a number.
    """
    exponents = {name: _exponent(array) for name, array in arrays.items()}
    wholes = {name: array / 2.0 ** exponents[name] for name, array in arrays.items()}
    for name, whole in wholes.items():
        if (whole != np.rint(whole)).any():
            raise TableError(f"{name} must fit int16: call quantised() first")
    return exponents, {name: whole.astype(np.int16) for name, whole in wholes.items()}


def as_float32(
    arrays: Mapping[str, NDArray[Any]], dtype: str, exponents: Any
) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a file as float32, or raise `TableError` if its header does not fit."""
    if any(array.dtype != dtype for array in arrays.values()):
        raise TableError(f"all arrays must be of the header's dtype, {dtype}")
    if dtype == "float32":
        if exponents is not None:
            raise TableError("exponents must be left out where numbers are float32")
        return dict(arrays)
    if not is_dict(exponents) or set(exponents) != set(arrays):
        raise TableError(f"int16 must have an exponent for each of {', '.join(arrays)}")
    low, high = _LEAST_EXPONENT, _GREATEST_EXPONENT
    if not all(type(e) is int and low <= e <= high for e in exponents.values()):
        raise TableError(f"exponents must be whole numbers, {low} to {high}; got {exponents}")
    return {
        name: (array * 2.0 ** exponents[name]).astype(np.float32) for name, array in arrays.items()
    }
