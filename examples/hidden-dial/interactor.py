"""The lock. Called with the paths of input (``n q hidden``), output and answer; exit code 0 accepts, 1 refuses."""

import sys
from pathlib import Path


def refuse(reason):
    print(reason, file=sys.stderr)
    sys.exit(1)


def number(text, n):
    if not text.isascii() or not text.isdigit() or len(text) > 10 or not 1 <= int(text) <= n:
        refuse(f"expected a position from 1 to {n}, got {text[:20]!r}")
    return int(text)


def main():
    n, q, hidden = map(int, Path(sys.argv[1]).read_text().split())
    print(n, q, flush=True)
    tries = 0
    while True:
        words = input().split()
        if len(words) != 2 or words[0] not in ("?", "!"):
            refuse(f"expected '? x' or '! x', got {' '.join(words)[:20]!r}")
        x = number(words[1], n)
        if words[0] == "!":
            if x != hidden:
                refuse(f"named {x}, hidden is {hidden}")
            return
        tries += 1
        if tries > q:
            refuse(f"more than {q} tries")
        print("here" if x == hidden else "higher" if hidden > x else "lower", flush=True)


main()
