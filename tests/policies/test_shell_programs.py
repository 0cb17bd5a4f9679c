"""The solver in the shell, against a small shell that really runs its scripts in a folder."""

import ast
import inspect
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import policies
from policies.conformance import check_policy
from policies.programs.catalog import families
from policies.shell_programs import ShellPrograms
from r3env.errors import ConfigError

STATEMENTS = {
    "A": "Find the Greatest Common Divisor (GCD) of these numbers: 525, 396. Give only the GCD.",
    "B": "Whistle a tune.",
    "C": "State the final answer to the following arithmetic problem: 1654 + 4744 =",
    "D": "How many 1 bits are there in the binary representation of the number 1907541172?",
}
GOLD = {"A": "3", "C": "6398", "D": str(bin(1907541172).count("1"))}
Refuse = Callable[["FakeShell", str], bool]


class FakeShell:
    """Bookkeeping, here-documents and real ``python3`` runs below a folder; counts what computes."""

    def __init__(self, root: Path, budget: int | None, refuse: Refuse | None = None) -> None:
        self.root, self.budget, self.refuse = root, budget, refuse or (lambda shell, label: False)
        self.labels = list(STATEMENTS)
        self.focus, self.output = -1, ""
        self.counts = np.zeros(len(self.labels), dtype=np.int64)
        self.answers: dict[str, str] = {}
        self.commands: list[str] = []
        (root / "app").mkdir()
        for label, statement in STATEMENTS.items():
            (root / "app" / f"problem_{label}.md").write_text(statement + "\n")
            (root / "logs" / f"problem_{label}").mkdir(parents=True)

    @property
    def observation(self) -> dict[str, Any]:
        sections = "".join(f"=== Problem {k}: t ===\n{v}\n\n" for k, v in STATEMENTS.items())
        used = int(self.counts.sum())
        return {
            "instruction": f"Rules\n\n{sections}=== End of problems ===\n",
            "output": self.output,
            "reminder": "",
            "focus": np.array(self.focus),
            "used": np.array(used),
            "remaining": np.array(-1 if self.budget is None else self.budget - used),
            "counts": self.counts.copy(),
            "artifacts": np.zeros(len(self.labels)),
        }

    def step(self, command: str) -> bool:
        """Play a command; True at the end."""
        self.commands.append(command)
        self.output = ""
        if command == "mark_task_complete":
            return True
        if command.startswith("focus_problem "):
            self.focus = self.labels.index(command.split()[1])
        elif command.startswith("submit_answer "):
            _, label, answer = shlex.split(command)
            self.answers[label] = answer
        elif command.startswith("cat > "):
            self._bash(command)
        else:
            label = self.labels[self.focus]
            remaining = None if self.budget is None else self.budget - self.counts.sum()
            if remaining == 0 or self.refuse(self, label):
                self.output = "blocked"
            else:
                self.counts[self.focus] += 1
                self._bash(command)
        return False

    def _bash(self, command: str) -> None:
        mapped = command.replace("/logs/", f"{self.root}/logs/").replace("/app/", f"{self.root}/app/")
        mapped = mapped.replace("python3 ", f"{shlex.quote(sys.executable)} -I ")
        done = subprocess.run(["bash", "-c", mapped], capture_output=True, text=True, timeout=60)
        self.output = done.stdout + done.stderr


def play(
    root: Path, policy: Any, budget: int | None, seed: int = 0, refuse: Refuse | None = None
) -> FakeShell:
    shell = FakeShell(root, budget, refuse)
    info = {"labels": shell.labels, "setting": "agentic"}
    policy.reset(shell.observation, info, seed=seed)
    for _ in range(200):
        if shell.step(policy.act(shell.observation, info)):
            return shell
    raise AssertionError("the policy never completed")


def test_contract() -> None:
    check_policy(ShellPrograms())
    with pytest.raises(ConfigError, match="strategy must be one of"):
        ShellPrograms(strategy="depth")
    with pytest.raises(ConfigError, match="between 0 and 1"):
        ShellPrograms(error_rate=1.5)


def test_solves_what_it_knows_with_one_run_each_when_nothing_fails(tmp_path: Path) -> None:
    shell = play(tmp_path, ShellPrograms(error_rate=0.0, verify=False), None)
    assert shell.answers == GOLD
    assert shell.counts.tolist() == [1, 0, 1, 1]


def test_verification_costs_a_second_run_each(tmp_path: Path) -> None:
    shell = play(tmp_path, ShellPrograms(error_rate=0.0), None)
    assert shell.answers == GOLD
    assert shell.counts.tolist() == [2, 0, 2, 2]


def test_sequential_runs_out_of_budget_where_round_robin_covers(tmp_path: Path) -> None:
    for name, strategy, counts, answered in (
        ("s", "sequential", [2, 0, 1, 0], {"A", "C"}),
        ("r", "round-robin", [1, 0, 1, 1], {"A", "C", "D"}),
    ):
        root = tmp_path / name
        root.mkdir()
        shell = play(root, ShellPrograms(error_rate=0.0, strategy=strategy), 3)
        assert shell.counts.tolist() == counts
        assert set(shell.answers) == answered
        assert shell.commands[-1] == "mark_task_complete"


def test_without_budget_nothing_is_run(tmp_path: Path) -> None:
    shell = play(tmp_path, ShellPrograms(), 0)
    assert shell.counts.sum() == 0
    assert not any(c.startswith("python3") for c in shell.commands)


def test_faulty_scripts_really_fail_and_are_written_again(tmp_path: Path) -> None:
    crashed = wrong_first = 0
    for seed in range(12):
        root = tmp_path / str(seed)
        root.mkdir()
        shell = play(root, ShellPrograms(error_rate=0.5), None, seed=seed)
        scripts = [c for c in shell.commands if c.startswith("cat > ")]
        crashed += sum("txet" in c for c in scripts)
        wrong_first += any(c in shell.commands for c in ("submit_answer A 1", "submit_answer C 6399"))
        # Two runs had to agree, so that nearly all answers are right in spite of the faults.
        assert sum(shell.answers[k] == GOLD[k] for k in GOLD) >= 2
        assert shell.counts.sum() >= 6
    assert crashed > 5


def test_family_modules_stand_alone() -> None:
    for module in {family.module for family in families().values()}:
        tree = ast.parse(inspect.getsource(module))
        imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        imported |= {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names, module.__name__


def test_a_coverage_rule_is_lived_with(tmp_path: Path) -> None:
    def refuse(shell: FakeShell, label: str) -> bool:
        index = shell.labels.index(label)
        return bool(shell.counts[index] >= 1 and (np.delete(shell.counts, index) == 0).any())

    shell = play(tmp_path, ShellPrograms(error_rate=0.0), 6, refuse=refuse)
    assert shell.answers == GOLD
    assert (shell.counts >= 1).all()
    assert shell.counts.sum() == 6


def test_a_shell_that_refuses_everything_ends(tmp_path: Path) -> None:
    shell = play(tmp_path, ShellPrograms(error_rate=0.0), 6, refuse=lambda shell, label: True)
    assert shell.commands[-1] == "mark_task_complete"
    assert shell.counts.sum() == 0


def test_scripts_that_always_fail_come_to_an_end(tmp_path: Path) -> None:
    shell = play(tmp_path, ShellPrograms(error_rate=1.0), None)
    assert shell.counts[1] == 0
    assert 3 <= shell.counts.sum() <= 18


def test_the_same_seed_gives_the_same_commands(tmp_path: Path) -> None:
    runs = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        runs.append(
            play(tmp_path / name, policies.make("shell-programs", error_rate=0.5), None, seed=3).commands
        )
    assert json.dumps(runs[0]) == json.dumps(runs[1])
