"""Medians of token metering: prose, a million repeats, and a cut at half the length."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from r3env.metering import TokenMeter


def median_ms(work: Callable[[], object], repeats: int = 5) -> float:
    """Median wall time of ``work`` in milliseconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main() -> None:
    """Print one line per text."""
    start = time.perf_counter()
    meter = TokenMeter()
    meter.count("load the encoding")
    print(f"{'first count (loads the encoding)':<36}{1000 * (time.perf_counter() - start):10.1f} ms")
    texts = {
        "reply of 4 kB": "The answer to A follows from the table above.\n" * 90,
        "prose of 1 MB": "The answer to A follows from the table above.\n" * 22_000,
        "a million '^'": "^" * 1_000_000,
        "a million blanks": " " * 1_000_000,
        "a million emoji": "🙂" * 1_000_000,
    }
    for name, text in texts.items():
        tokens = meter.count(text)
        print(f"{name + ': count':<36}{median_ms(lambda text=text: meter.count(text)):10.1f} ms")
        half = tokens // 2
        print(f"{name + ': cut':<36}{median_ms(lambda text=text, half=half: meter.cut(text, half)):10.1f} ms")


if __name__ == "__main__":
    main()
