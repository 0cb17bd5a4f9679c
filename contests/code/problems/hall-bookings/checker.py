"""Checks a selection of requests: argv input output answer; exit 0 accepted, 1 wrong, 2 form, 3 judge error."""

import itertools
import sys
from pathlib import Path


def main() -> int:
    """Compare sizes with the answer, then test the selection for conflicts."""
    data, output, answer = (Path(name).read_bytes().split() for name in sys.argv[1:4])
    n, gap = int(data[0]), int(data[1])
    best = int(answer[0])
    if not output or not all(token.isdigit() and len(token) < 10 for token in output):
        print("output must be non-negative integers")
        return 2
    size, chosen = int(output[0]), [int(token) for token in output[1:]]
    if size != len(chosen):
        print(f"announces {size} requests, lists {len(chosen)}")
        return 2
    if len(set(chosen)) != size or not all(1 <= i <= n for i in chosen):
        print("numbers must be different and lie in 1 … n")
        return 1
    spans = sorted((int(data[2 * i]), int(data[2 * i + 1])) for i in chosen)
    for (_, end), (start, _) in itertools.pairwise(spans):
        if start < end + gap:
            print(f"booking at {start} begins before {end} + {gap}")
            return 1
    if size < best:
        print(f"accepts {size} requests, {best} are possible")
        return 1
    return 3 if size > best else 0


sys.exit(main())
