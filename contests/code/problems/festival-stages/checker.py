"""Checks an assignment of stages: argv input output answer; exit 0 accepted, 1 wrong, 2 form, 3 judge error."""

import sys
from collections import defaultdict
from pathlib import Path


def main() -> int:
    """Count performances by village and stage, and by day and stage."""
    data, output = (Path(name).read_bytes().split() for name in sys.argv[1:3])
    m, k = int(data[2]), int(data[3])
    if len(output) != m or not all(token.isdigit() and len(token) < 4 for token in output):
        print(f"expected {m} stage numbers, got {len(output)} tokens")
        return 2
    stages = [int(token) for token in output]
    if not all(1 <= stage <= k for stage in stages):
        print(f"stages must lie in 1 … {k}")
        return 1
    for what, places in (("village", data[4::2]), ("day", data[5::2])):
        counts: defaultdict[bytes, list[int]] = defaultdict(lambda: [0] * k)
        for place, stage in zip(places, stages, strict=True):
            counts[place][stage - 1] += 1
        for place, count in counts.items():
            if max(count) - min(count) > 1:
                print(f"{what} {place.decode()} has between {min(count)} and {max(count)} on a stage")
                return 1
    return 0


sys.exit(main())
