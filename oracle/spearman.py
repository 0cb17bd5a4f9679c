"""`spearman_exact`: Spearman's rank correlation with its exact two-sided permutation p-value."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from oracle.checks import IntArray, numbers
from r3env.errors import DataError

MAX_POINTS = 10


class Spearman(NamedTuple):
    """Rank correlation and the share of all n! orders at least as far from 0."""

    rho: float
    p: float


def average_ranks(values: ArrayLike) -> IntArray:
    """Twice the average rank of each value (so that ties stay integers), shape (n,).

    >>> average_ranks([10, 20, 20, 5]).tolist()
    [4, 7, 7, 2]
    """
    array = numbers(values, "values")
    below = (array[:, None] > array).sum(axis=1)
    equal = (array[:, None] == array).sum(axis=1)
    return np.asarray(2 * below + equal + 1, dtype=np.int64)


def spearman_exact(x: ArrayLike, y: ArrayLike) -> Spearman:
    """Spearman's ρ with average ranks for ties, and the exact two-sided p over all n! pairings.

    p = share of the orders of y whose |ρ| is at least the observed one; compared in integers, so equal
    correlations tie exactly. The smallest possible p is 2/n! without ties (n = 5: 2/120 ≈ 0.017).

    Args:
        x: one value for each point, shape (n,), 2 ≤ n ≤ 10.
        y: the same.

    Raises:
        DataError: shapes differ, n is out of range, or one side is constant (ρ is undefined then).

    >>> rho, p = spearman_exact([1, 2, 3, 4, 5], [1, 2, 3, 5, 4])
    >>> round(rho, 2), round(p, 2)
    (0.9, 0.08)
    """
    first, second = numbers(x, "x"), numbers(y, "y")
    if first.ndim != 1 or first.shape != second.shape:
        raise DataError(f"x and y must share one shape (n,), got {first.shape} and {second.shape}")
    n = first.size
    if not 2 <= n <= MAX_POINTS:
        raise DataError(f"the exact test takes 2 to {MAX_POINTS} points, got {n}")
    for name, array in (("x", first), ("y", second)):
        if np.all(array == array[0]):
            raise DataError(f"{name} is constant ({array[0]}): a rank correlation is undefined")
    a, b = average_ranks(first), average_ranks(second)
    centre = int(a.sum()) * int(b.sum())
    observed = n * int(a @ b) - centre
    spread = [n * int(r @ r) - int(r.sum()) ** 2 for r in (a, b)]
    counts = _product_counts(a, b)
    extreme = np.abs(n * np.arange(counts.size) - centre) >= abs(observed)
    p = int(counts[extreme].sum()) / math.factorial(n)
    return Spearman(observed / math.sqrt(spread[0] * spread[1]), p)


def _product_counts(a: IntArray, b: IntArray) -> IntArray:
    """Number of orders of b for each value of Σ a_i b_π(i); built up over the subsets of b already placed."""
    n, top = a.size, int(np.sort(a) @ np.sort(b))
    placed = np.zeros((2**n, top + 1), dtype=np.int64)
    placed[0, 0] = 1
    for subset in range(2**n - 1):
        row = subset.bit_count()  # how many are placed: the next entry of a to pair
        for j in range(n):
            if not subset >> j & 1:
                step = int(a[row] * b[j])
                placed[subset | 1 << j, step:] += placed[subset, : top + 1 - step]
    return np.asarray(placed[-1])
