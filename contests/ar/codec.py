"""Tagged JSON: Python values that plain JSON would bend (tuples, keys that are no strings, sets), and back.

Used between the generator process, the cache, suite files and the scorer. Nothing is ever evaluated: decoding
builds plain containers only.
"""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from typing import Any

TUPLE, MAP, SET = "__tuple__", "__map__", "__set__"
_TAGS = frozenset({TUPLE, MAP, SET})


def encode(value: Any) -> Any:
    """Reduce ``value`` to JSON types such that `decode` makes it again.

    Numpy scalars and arrays become numbers and lists; anything else that JSON lacks becomes its text.

    >>> encode({1: (2, 3)})
    {'__map__': [[1, {'__tuple__': [2, 3]}]]}
    """
    if isinstance(value, Enum):
        return encode(value.value)
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, dict):
        if all(type(k) is str for k in value) and not (len(value) == 1 and _TAGS & value.keys()):
            return {k: encode(v) for k, v in value.items()}
        return {MAP: [[encode(k), encode(v)] for k, v in value.items()]}
    if isinstance(value, list):
        return [encode(v) for v in value]
    if isinstance(value, tuple):
        return {TUPLE: [encode(v) for v in value]}
    if isinstance(value, set | frozenset):
        return {SET: sorted((encode(v) for v in value), key=repr)}
    if hasattr(value, "tolist"):
        return encode(value.tolist())
    return str(value)


def decode(value: Any) -> Any:
    """Inverse of `encode`."""
    if isinstance(value, list):
        return [decode(v) for v in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        tag, inner = next(iter(value.items()))
        if tag == TUPLE:
            return tuple(decode(v) for v in inner)
        if tag == SET:
            return {decode(v) for v in inner}
        if tag == MAP:
            return {decode(k): decode(v) for k, v in inner}
    return {k: decode(v) for k, v in value.items()}


def dumps(value: Any) -> str:
    """Canonical JSON text of an encoded value: sorted keys, ASCII, no blanks; equal values give equal text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(value: Any) -> str:
    """SHA-256 of `dumps`, in hexadecimal."""
    return hashlib.sha256(dumps(value).encode()).hexdigest()
