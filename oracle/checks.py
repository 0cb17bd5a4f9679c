"""Checks on arrays that come from outside, each with an error that names the first bad entry."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from r3env.errors import ConfigError, DataError

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


def numbers(values: ArrayLike, name: str) -> NDArray[Any]:
    """An array of finite numbers; booleans become integers, the dtype is kept otherwise.

    Raises:
        DataError: not numeric, or an entry is NaN or infinite (its index is named).
    """
    array = np.asarray(values)
    if array.dtype == np.bool_:
        array = array.astype(np.int64)
    if not (np.issubdtype(array.dtype, np.integer) or np.issubdtype(array.dtype, np.floating)):
        raise DataError(f"{name} must be an array of numbers, got dtype {array.dtype}")
    if np.issubdtype(array.dtype, np.floating):
        refuse(~np.isfinite(array), array, name, "a finite number")
    return array


def refuse(bad: NDArray[Any], array: NDArray[Any], name: str, wanted: str) -> None:
    """Raise for the first entry where `bad` holds, naming its index and how many there are.

    Raises:
        DataError: if any entry is bad.
    """
    if not np.any(bad):
        return
    index = tuple(int(i) for i in np.argwhere(bad)[0])
    where = f"{name}[{', '.join(map(str, index))}]" if index else name
    more = int(np.sum(bad)) - 1
    tail = f" (and {more} more)" if more else ""
    raise DataError(f"{where} must be {wanted}, got {array[index]!s}{tail}")


def outcome_array(outcomes: ArrayLike, name: str = "outcomes") -> IntArray:
    """Outcomes 0/1 of shape (contests, P, L, K) as integers.

    Raises:
        DataError: another number of axes, an empty axis, or an entry that is neither 0 nor 1.
    """
    array = numbers(outcomes, name)
    if array.ndim != 4:
        raise DataError(f"{name} must have shape (contests, P, L, K), got {array.shape}")
    if 0 in array.shape:
        raise DataError(
            f"{name} must hold at least one contest, problem, level and repeat, got {array.shape}"
        )
    refuse((array != 0) & (array != 1), array, name, "0 or 1")
    return array.astype(np.int64)


def budget_array(budget: ArrayLike | None) -> NDArray[Any]:
    """A budget, or one for each contest: numbers that are not negative; None means unbudgeted (infinite).

    Raises:
        ConfigError: a budget is negative, NaN or not a number.
    """
    array = np.asarray(np.inf if budget is None else budget)
    numeric = np.issubdtype(array.dtype, np.integer) or np.issubdtype(array.dtype, np.floating)
    if not numeric or bool(np.any(np.isnan(array))) or bool(np.any(array < 0)):
        raise ConfigError(f"budget must be at least 0, or None for an unbudgeted contest, got {budget!r}")
    return array


def cluster_values(values: ArrayLike, name: str = "values") -> FloatArray:
    """One number for each contest: shape (contests,), or (contests, repeats) averaged over the repeats.

    Raises:
        DataError: another number of axes, or an entry that is not a finite number.
    """
    array = numbers(np.asarray(values, dtype=np.float64), name)
    if array.ndim not in (1, 2) or (array.ndim == 2 and array.shape[1] == 0):
        raise DataError(f"{name} must have shape (contests,) or (contests, repeats), got {array.shape}")
    return np.asarray(array if array.ndim == 1 else array.mean(axis=1), dtype=np.float64)
