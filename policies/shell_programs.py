"""`ShellPrograms`: the model-free solver in the shell. It writes real scripts, runs them, records answers."""

from __future__ import annotations

import inspect
import json
import shlex
from collections import Counter, deque
from collections.abc import Generator, Mapping
from typing import Any

from policies import shell_code
from policies.programs.catalog import Family, recognise
from policies.programs.slips import misread
from policies.programs.solver import check_rate
from policies.prompt import COMPLETE, generator, labels_of, statements
from policies.shell_work import Step, Work
from r3env.errors import ConfigError
from r3env.event import Event
from r3env.paths import Paths
from r3env.policy import Info, Observation

STRATEGIES = ("sequential", "round-robin")
LONG_STATEMENT = 600
"""Characters; a longer statement is looked at (one counted step) before a script is written for it."""
MOST_RUNS = 6
"""Runs on one problem, after which its best answer so far stands."""
_MARK = "ANSWER "
_DELIMITER = "R3_SCRIPT"


class _Task:
    """The work on one problem: a generator that is sent the output of each of its steps."""

    def __init__(self, label: str, work: Work) -> None:
        self.label = label
        self._work = work
        self.pending: Step | None = next(work)

    def advance(self, output: str) -> None:
        """Take the output of the pending step; the next one becomes pending, None at the end."""
        try:
            self.pending = self._work.send(output)
        except StopIteration:
            self.pending = None


class ShellPrograms:
    """Works on the problems that it knows: look, write a script, run it, record its answer, verify.

    A script holds the source of the family's solver and reads the statement's file; it needs nothing but
    ``python3``. A problem takes one counted step to solve, one to verify with a script written anew, one more
    first when its statement is long, and more (six runs at most) when runs fail or disagree. Problems of
    unknown families are left, but looked at once when a scheduler lets nothing else pass. Problems of the code
    domain are worked on by `policies.shell_code`: a draft, built, tried on the samples, repaired.

    Args:
        error_rate: chance, between 0 and 1, that a script is written with a fault: half of them crash, half
            misread a character of the data (which may or may not change the answer).
        strategy: ``sequential`` (finish a problem before the next) or ``round-robin`` (one counted step each).
        verify: spend a further run on each answer, and a third where two runs disagree.
    """

    settings = frozenset({"agentic"})

    def __init__(self, error_rate: float = 0.1, strategy: str = "sequential", verify: bool = True) -> None:
        self._error_rate = check_rate(error_rate)
        if strategy not in STRATEGIES:
            raise ConfigError(f"strategy must be one of {', '.join(STRATEGIES)}, got {strategy!r}")
        self._strategy = strategy
        self._verify = verify
        self._paths = Paths()
        self.spec: dict[str, Any] = {
            "name": "shell-programs",
            "version": "1",
            "error_rate": self._error_rate,
            "strategy": strategy,
            "verify": verify,
        }

    def reset(self, observation: Observation, info: Info, *, seed: int | None) -> None:
        """Read the statements and line up the problems of known families in presented order."""
        self._rng = generator(seed, "shell-programs")
        self._labels = labels_of(observation, info)
        found = statements(str(observation["instruction"]))
        works = self._works(found, code=info.get("domain") == "code")
        self._tasks = deque(_Task(label, work) for label, work in works.items())
        self._unknown = deque(label for label in self._labels if label not in works)
        self._issued: Step | None = None
        self._used = 0
        self._refused = 0

    def act(self, observation: Observation, info: Info) -> str:
        """The next command; ``mark_task_complete`` when nothing is left that the budget allows."""
        self._settle(observation)
        if int(observation["remaining"]) == 0:
            self._tasks = deque(t for t in self._tasks if t.pending and not t.pending.counted)
        elif self._tasks and self._refused >= len(self._tasks):
            self._look_at_unknown(observation)
        if not self._tasks or self._refused >= len(self._tasks):
            return COMPLETE
        task = self._tasks[0]
        step = task.pending
        if step is None:  # settled tasks never stay in line
            return COMPLETE
        if step.counted and int(observation["focus"]) != self._labels.index(task.label):
            return f"focus_problem {task.label}"
        self._issued = step
        return step.command

    def observe(self, event: Event) -> None:
        """Learns nothing beyond what the observation shows."""

    def _settle(self, observation: Observation) -> None:
        """Hand the output of the last step to its task, or note that the step was refused."""
        step, self._issued = self._issued, None
        used, self._used = self._used, int(observation["used"])
        if step is None:
            return
        task = self._tasks[0]
        if step.counted and self._used == used:
            self._refused += 1
            self._tasks.rotate(-1)
            return
        self._refused = 0 if step.counted else self._refused
        task.advance(str(observation["output"]))
        if task.pending is None:
            self._tasks.popleft()
        elif task.pending.counted and self._strategy == "round-robin":
            self._tasks.rotate(-1)

    def _look_at_unknown(self, observation: Observation) -> None:
        """All steps were refused: give a problem without a counted step one, as a coverage rule wants it."""
        while self._unknown:
            label = self._unknown.popleft()
            if int(observation["counts"][self._labels.index(label)]) == 0:
                self._tasks.appendleft(_Task(label, self._look(label)))
                self._refused = 0
                return

    def _works(self, found: Mapping[str, str], code: bool) -> dict[str, Work]:
        """The work on every problem of a known kind, in presented order."""
        works: dict[str, Work] = {}
        for label in (label for label in self._labels if label in found):
            if code and (stocked := shell_code.recognise(found[label])):
                works[label] = shell_code.solve(label, stocked, self._rng, self._error_rate, self._paths)
            elif not code and (family := recognise(found[label])):
                works[label] = self._solve(label, found[label], family)
        return works

    def _look(self, label: str) -> Work:
        yield Step(f"wc {self._statement_file(label)}", counted=True)

    def _solve(self, label: str, statement: str, family: Family) -> Work:
        """Look if long; run until an answer is there; record it; verify until two runs agree."""
        if len(statement) > LONG_STATEMENT:
            yield from self._look(label)
        answers: Counter[str] = Counter()
        recorded = None
        for _ in range(MOST_RUNS):
            ran, answer = yield from self._run(label, statement, family)
            if not ran:
                continue
            if answer is None:
                return
            answers[answer] += 1
            best = max(answers, key=lambda a: answers[a])
            if best != recorded:
                yield Step(f"submit_answer {label} {shlex.quote(best)}")
                recorded = best
            if not self._verify or answers[best] > 1:
                return

    def _run(
        self, label: str, statement: str, family: Family
    ) -> Generator[Step, str, tuple[bool, str | None]]:
        """Write a script and run it: whether it came to its end, and its answer (None: it was stuck)."""
        path = f"{self._paths.scratch(label)}/solve.py"
        source = self._script(label, statement, family)
        yield Step(f"cat > {path} <<'{_DELIMITER}'\n{source}{_DELIMITER}")
        output = yield Step(f"python3 {path}", counted=True)
        lines = [line for line in output.splitlines() if line.startswith(_MARK)]
        answer = json.loads(lines[-1].removeprefix(_MARK)) if lines else None
        return bool(lines), None if answer is None else str(answer)

    def _script(self, label: str, statement: str, family: Family) -> str:
        """Source of a script that solves the problem, with a fault at the stated rate."""
        fault = ""
        if self._rng.random() < self._error_rate:
            fault = "text = txet\n" if self._rng.random() < 0.5 else _misreading(statement, self._rng)
        return SCRIPT.format(
            source=inspect.getsource(family.module),
            statement=self._statement_file(label),
            fault=fault,
            family=family.name,
            mark=_MARK,
        )

    def _statement_file(self, label: str) -> str:
        return f"{self._paths.app}/problem_{label}.md"


SCRIPT = """{source}

import json

with open({statement!r}, encoding="utf-8") as file:
    text = file.read()
{fault}steps, lines = FAMILIES[{family!r}][1](text), 0
try:
    while True:
        next(steps)
        lines += 1
except StopIteration as end:
    answer = end.value
except Exception as error:
    print("stuck:", error)
    answer = None
print(lines, "lines of working")
print({mark!r} + json.dumps(answer))
"""
"""A whole script: the module of the solver, then a main part that reads, solves and prints the answer."""


def _misreading(statement: str, rng: Any) -> str:
    """A line of the script that misreads one character of the data, found again by what stands round it."""
    wrong = misread(statement, rng)
    spot = next((i for i, (a, b) in enumerate(zip(statement, wrong, strict=True)) if a != b), 0)
    part = slice(max(0, spot - 12), spot + 12)
    return f"text = text.replace({statement[part]!r}, {wrong[part]!r}, 1)\n"
