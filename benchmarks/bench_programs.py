"""Prints, family by family, how often the error-free solver is right, how much it writes, and how long it takes.

Statements come from Reasoning Gym: each generator with its defaults and with every parameter set that the
bundled abstract-reasoning suite uses. Run: ``python benchmarks/bench_programs.py [entries] [family …]``.
"""

from __future__ import annotations

import contextlib
import decimal
import io
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

from policies.programs import catalog

GENERATORS = {"chain_sum": ("chain_sum", "decimal_chain_sum")}


def parameter_sets(generator: str) -> Iterator[dict[str, Any]]:
    """The defaults, then the parameter sets of the bundled suite, without seed and size."""
    import contests

    seen: list[dict[str, Any]] = [{}]
    yield {}
    for contest in contests.load_suite("ar"):
        for problem in contest:
            if problem.provenance.get("generator") != generator:
                continue
            given = problem.provenance.get("parameters", {})
            chosen = {k: v for k, v in given.items() if k not in ("seed", "size")}
            if chosen not in seen:
                seen.append(chosen)
                yield chosen


def entries(generator: str, parameters: dict[str, Any], count: int) -> tuple[Any, list[dict[str, Any]]]:
    """A data set and its entries, prints and changes of the decimal context kept away."""
    import reasoning_gym

    with contextlib.redirect_stdout(io.StringIO()), decimal.localcontext(decimal.Context()):
        data = reasoning_gym.create_dataset(generator, seed=77, size=count, **parameters)
        return data, [data[i] for i in range(count)]


def main() -> None:
    """Print one line for every generator and parameter set."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    wanted = sys.argv[2:] or sorted(catalog.families())
    print(f"{'generator':26} {'parameters':44} right      characters (median)  ms (median)")
    for name in wanted:
        family = catalog.families()[name]
        for generator in GENERATORS.get(name, (name,)):
            for parameters in parameter_sets(generator):
                data, made = entries(generator, parameters, count)
                right, lengths, times = 0, [], []
                for entry in made:
                    start = time.perf_counter()
                    attempt = catalog.attempt(family, entry["question"])
                    times.append(1000 * (time.perf_counter() - start))
                    lengths.append(sum(len(line) + 1 for line in attempt.working))
                    right += attempt.answer is not None and data.score_answer(attempt.answer, entry) == 1.0
                print(
                    f"{generator:26} {str(parameters)[:44]:44} {right}/{len(made)}"
                    f" {statistics.median(lengths):14.0f} {statistics.median(times):16.2f}"
                )


if __name__ == "__main__":
    main()
