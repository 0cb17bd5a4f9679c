"""The floors: no answer at all, and seeded random answers."""

import re
from typing import Any

import pytest

import policies
from policies.conformance import check_policy
from r3env.errors import ConfigError, UnknownNameError

PROMPT = (
    "Rules\n=== Problem A: One ===\nadd 17 and 25\n=== Problem B: Two ===\nname it\n=== End of problems ===\n"
)
INFO: dict[str, Any] = {"labels": ["A", "B"]}


def tool_free() -> dict[str, Any]:
    return {"instruction": PROMPT, "stage": 1, "remaining": -1}


def agentic() -> dict[str, Any]:
    return {"instruction": PROMPT, "output": "", "focus": -1, "used": 0, "remaining": 5}


@pytest.mark.parametrize("name", ["nothing", "random"])
def test_floors_keep_the_contract(name: str) -> None:
    check_policy(policies.make(name))


def test_nothing_answers_nothing_in_both_settings() -> None:
    policy = policies.make("nothing")
    policy.reset(tool_free(), INFO, seed=0)
    assert policy.act(tool_free(), INFO) == {"text": "", "reasoning": "", "output_tokens": -1}
    assert policy.act(agentic(), INFO) == "mark_task_complete"


def test_random_answers_every_problem_and_depends_on_the_seed() -> None:
    texts = []
    for seed in range(20):
        policy = policies.make("random")
        policy.reset(tool_free(), INFO, seed=seed)
        text = policy.act(tool_free(), INFO)["text"]
        assert re.findall(r"^Problem ([AB])\n<answer>.+</answer>$", text, re.MULTILINE) == ["A", "B"]
        texts.append(text)
    assert len(set(texts)) > 10


def test_random_ends_an_agentic_episode_and_answers_by_commands() -> None:
    for seed in range(20):
        policy = policies.make("random", steps=60)
        policy.reset(agentic(), INFO, seed=seed)
        commands = [policy.act(agentic(), INFO) for _ in range(60)]
        assert "mark_task_complete" in commands
        played = commands[: commands.index("mark_task_complete")]
        assert all(c.split()[0] in {"focus_problem", "python3", "echo", "submit_answer"} for c in played)


def test_random_stops_at_its_step_limit() -> None:
    policy = policies.make("random", steps=1)
    policy.reset(agentic(), INFO, seed=0)
    assert policy.act(agentic(), INFO) == "mark_task_complete"


def test_make_names_the_nearest_and_the_unknown_option() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'nothing'"):
        policies.make("nothin")
    with pytest.raises(ConfigError, match=r"no option 'step'.*did you mean 'steps'"):
        policies.make("random", step=3)
    with pytest.raises(ConfigError, match="needs actions"):
        policies.make("scripted")
    with pytest.raises(ConfigError, match="no option 'model'"):
        policies.make("nothing:gpt")


def test_make_takes_a_class_by_path(tmp_path: Any) -> None:
    source = (
        "class Greedy:\n"
        "    settings = frozenset({'agentic'})\n"
        "    def __init__(self, depth=1): self.spec = {'name': 'greedy', 'version': '1', 'depth': depth}\n"
        "    def reset(self, observation, info, *, seed): pass\n"
        "    def act(self, observation, info): return 'ls'\n"
        "    def observe(self, event): pass\n"
        "class Lame:\n"
        "    spec = {}\n"
    )
    path = tmp_path / "mine.py"
    path.write_text(source)
    policy = policies.make(f"{path}:Greedy", depth=2)
    check_policy(policy)
    assert policy.spec["depth"] == 2
    with pytest.raises(ConfigError, match="lacks settings, reset, act, observe"):
        policies.make(f"{path}:Lame")


def test_check_policy_lists_what_is_broken() -> None:
    class Broken:
        settings = frozenset({"agentic"})
        spec: dict[str, Any] = {"name": "broken", "version": "1", "api_key": "x"}  # noqa: RUF012

        def reset(self, observation: Any, info: Any, *, seed: int | None) -> None: ...
        def act(self, observation: Any, info: Any) -> Any: ...
        def observe(self, event: Any) -> None: ...

    with pytest.raises(ConfigError, match="no secret, found 'api_key'"):
        check_policy(Broken())
    Broken.spec.pop("api_key")
    with pytest.raises(ConfigError, match="an action is a command"):
        check_policy(Broken())


def test_check_policy_finds_an_unseeded_draw_and_a_changed_observation() -> None:
    class Careless:
        settings = frozenset({"tool_free"})
        spec: dict[str, Any] = {"name": "careless", "version": "1"}  # noqa: RUF012
        calls = 0

        def reset(self, observation: Any, info: Any, *, seed: int | None) -> None: ...

        def act(self, observation: Any, info: Any) -> Any:
            self.calls += 1
            observation["instruction"] = ""
            return str(self.calls)

        def observe(self, event: Any) -> None: ...

    with pytest.raises(ConfigError, match=r"was changed.*same seed gave other acts"):
        check_policy(Careless())


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "def __init__(self): raise RuntimeError('no gpu')",
            r"cannot be made: RuntimeError: no gpu \(mine.py:8\)",
        ),
        ("spec = None", "spec must be a dict"),
        ("spec = {'version': '1'}", "spec must hold 'name'"),
        ("spec = {'name': 'x', 'rng': object()}", "spec must be JSON"),
        ("spec = {'name': 'x', 'api_key': 'k'}", "no secret, found 'api_key'"),
        ("settings = 'agentic'", "a frozenset of names, got the text 'agentic'"),
    ],
)
def test_make_says_what_is_wrong_with_a_class_of_ones_own(tmp_path: Any, body: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "class Base:\n"
        "    settings = frozenset({'agentic'})\n"
        "    spec = {'name': 'x', 'stop_token': 'EOS'}\n"
        "    def reset(self, observation, info, *, seed): pass\n"
        "    def act(self, observation, info): return 'ls'\n"
        "    def observe(self, event): pass\n"
        f"class Mine(Base):\n    {body}\n"
    )
    policies.make(f"{path}:Base")
    with pytest.raises(ConfigError, match=message):
        policies.make(f"{path}:Mine")


def test_check_policy_asks_for_nothing_after_the_end_and_lists_what_was_raised() -> None:
    class Once:
        settings = frozenset({"agentic"})
        spec: dict[str, Any] = {"name": "once", "version": "1"}  # noqa: RUF012
        last = "mark_task_complete"

        def reset(self, observation: Any, info: Any, *, seed: int | None) -> None:
            self.left = [self.last]

        def act(self, observation: Any, info: Any) -> Any:
            return self.left.pop()

        def observe(self, event: Any) -> None: ...

    check_policy(Once())
    Once.last = "ls"
    with pytest.raises(ConfigError, match="agentic: it raised IndexError: pop from empty list"):
        check_policy(Once())
