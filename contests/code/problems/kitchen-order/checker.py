"""Checks an order or a circle: argv input output answer; exit 0 accepted, 1 wrong, 2 form, 3 judge error."""

import sys
from pathlib import Path


def main() -> int:
    """The answer tells only whether an order exists; everything else is tested on the input."""
    data, output, answer = (Path(name).read_bytes().split() for name in sys.argv[1:4])
    n = int(data[0])
    demands = list(zip(map(int, data[2::2]), map(int, data[3::2]), strict=True))
    if not output or output[0] not in (b"ORDER", b"CIRCLE"):
        print("output must begin with ORDER or CIRCLE")
        return 2
    if not all(token.isdigit() and len(token) < 10 for token in output[1:]):
        print("numbers expected after the first line")
        return 2
    numbers = [int(token) for token in output[1:]]
    good = _order(n, demands, numbers) if output[0] == b"ORDER" else _circle(n, demands, numbers)
    if good and output[0] != answer[0]:
        print(f"{output[0].decode()} is valid although the answer says {answer[0].decode()}")
        return 3
    return 0 if good else 1


def _order(n: int, demands: list[tuple[int, int]], numbers: list[int]) -> bool:
    if sorted(numbers) != list(range(1, n + 1)):
        print("not a permutation of all pieces of work")
        return False
    place = {work: i for i, work in enumerate(numbers)}
    broken = next(((x, y) for x, y in demands if place[x] > place[y]), None)
    if broken:
        print(f"{broken[0]} must be done before {broken[1]}")
    return broken is None


def _circle(n: int, demands: list[tuple[int, int]], numbers: list[int]) -> bool:
    circle = numbers[1:]
    if len(circle) < 2 or numbers[0] != len(circle) or len(set(circle)) != len(circle):
        print("a circle needs its length and as many different numbers, at least two")
        return False
    known = set(demands)
    missing = next((p for p in zip(circle, circle[1:] + circle[:1], strict=True) if p not in known), None)
    if missing:
        print(f"there is no demand from {missing[0]} to {missing[1]}")
    return missing is None


sys.exit(main())
