"""Fingerprints: SHA-256 over canonical JSON of everything that decides an outcome."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def plain(value: Any) -> Any:
    """Reduce to JSON types: mappings, tuples, sets (sorted), numpy scalars and arrays, bytes (hex)."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(v) for v in value), key=repr)
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if isinstance(value, bytes):
        return value.hex()
    if hasattr(value, "tolist"):
        return value.tolist()
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return str(value)


def canonical(value: Any) -> str:
    """Canonical JSON: sorted keys, no blanks, lone surrogates escaped; equal values give equal text.

    >>> canonical({"b": 1, "a": (1, 2)})
    '{"a":[1,2],"b":1}'
    """
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def fingerprint(value: Any) -> str:
    """First 32 hexadecimal digits of the SHA-256 of `canonical`."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:32]
