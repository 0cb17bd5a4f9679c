"""Time of `r3env.shell.classify`, and with ``--random N`` the leak property on N random command lines.

python benchmarks/bench_classify.py
python benchmarks/bench_classify.py --random 100000 --seed 1
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from r3env.shell import Context, classify

PROGRAM = "#include <bits/stdc++.h>\nint main(){ long long n; std::cin >> n; std::cout << n * 2 << '\\n'; }\n"
MIXED = [
    "ls", "ls -la", "pwd", "cat problem.md", "cat /app/problem_A.md", "ls -la; cd /app && cat problem.md",
    "head -50 notes.txt", "tail -n 20 /logs/problem_A/out.txt", "cat a.txt | head -5", "cp a.cpp solution_A.cpp",
    "mkdir -p /logs/problem_A/tests", "touch x", "rm -f a.out", "mv a.cpp b.cpp", "chmod +x run.sh",
    "printf '%s\\n' 42 > /logs/artifacts/answer.txt", "echo '\\boxed{42}' >> /logs/artifacts/answer.txt",
    "echo hello", "find . -name '*.cpp'", "find / -maxdepth 2 -type d", "which python3", "type g++", "stat a.cpp",
    "cd /logs/problem_A", "export N=5", "X=1", "(cd /app && ls)", "ls # note", "ls 2>/dev/null || true",
    f"cat > solution_A.cpp <<'EOF'\n{PROGRAM * 10}EOF", f"cat > solution_B.cpp <<'EOF'\n{PROGRAM * 40}EOF",
    "cat > t.py <<'EOF'\nprint(sum(range(10)))\nEOF", "cat > in.txt <<EOF\n3\n1 2 3\nEOF", "tee in.txt <<< '5 6'",
    "python3 a.py", "python3 -c 'print(2**100)'", "python3 a.py < in.txt > out.txt",
    "python3 - <<'EOF'\nprint(1)\nEOF",
    "g++ -O2 -std=c++17 -o a solution_A.cpp", "g++ -O2 -o a a.cpp && ./a < in.txt", "./a.out",
    "./a < in.txt | head -3",
    "echo '3 4' | ./a", "make", "pytest -q tests", "grep -n main a.cpp", "sed -n '1,20p' a.cpp", "wc -l a.txt",
    "sort out.txt | uniq -c", "diff out.txt expected.txt", "awk '{s+=$1} END {print s}' a.txt", "bc <<< '2^10'",
    "for i in 1 2 3; do ./a < in$i.txt; done", "echo $((3*7))", "x=$(python3 a.py)", "timeout 5 ./a < in.txt",
    "time ./a < big.txt > /dev/null", "if [ -f a ]; then ./a; fi", "seq 1 10 | xargs -n1 ./a", "curl http://x.org",
]  # fmt: skip


def timings(rounds: int) -> None:
    """Print the median over the mixed list, of every command's own median, and the slowest."""
    context = Context(focus="A", remaining=5)
    for name, where in (("structure only", None), ("with context", context)):
        per_command = []
        for command in MIXED:
            spent = []
            for _ in range(rounds):
                begin = time.perf_counter_ns()
                classify(command, where)
                spent.append((time.perf_counter_ns() - begin) / 1000)
            per_command.append((statistics.median(spent), command))
        middle = statistics.median(value for value, _ in per_command)
        slow, command = max(per_command)
        print(f"classify, {name}: median {middle:.1f} µs over {len(MIXED)} commands", end="; ")
        print(f"slowest {slow:.1f} µs: {command.splitlines()[0]!r}")


def hunt(count: int, seed: int) -> int:
    """Run the leak property; the number of leaks."""
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from tests.shell.shell_lines import Bash, Lines

    lines, kinds, free, leaks = Lines(random.Random(seed)), Counter[str](), list[str](), 0
    with tempfile.TemporaryDirectory() as folder:
        bash = Bash(Path(folder))
        for index in range(1, count + 1):
            line = lines.line()
            decision = classify(line)
            kinds[str(decision.kind)] += 1
            if decision.kind == "free":
                free.append(line)
            if len(free) == 100 or (free and index == count):
                for leak in bash.leaks(free):
                    leaks += 1
                    print(f"leak: {leak!r}")
                free.clear()
    print(f"{count} random lines, seed {seed}: {dict(kinds)}, {leaks} leaks")
    return leaks


def main() -> None:
    """Command line of the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.random:
        sys.exit(hunt(arguments.random, arguments.seed) > 0)
    timings(arguments.rounds)


if __name__ == "__main__":
    main()
