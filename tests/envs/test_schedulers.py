"""Schedulers: directive and guard, stacks in both orders with each vote recorded, nothing hidden to see."""

from __future__ import annotations

import gymnasium
import pytest

from r3env import run_episode
from r3env.decision import SubClass
from r3env.errors import ConfigError
from r3env.event import EventKind
from r3env.rollout import scheduler_specs
from r3env.scheduling import Guard, replay_problems, stack
from schedulers import Coverage, StopAndFinalize, Verification
from tests.toy import contest

COUNTED = "seq 2"


def make(scheduler=None, budget=7, **options):
    options.setdefault("contest", contest())
    return gymnasium.make("r3env/Agentic-v0", budget=budget, scheduler=scheduler, **options)


def counts(env):
    return tuple(int(env.unwrapped.budget.of(x)) for x in env.unwrapped.contest.labels)


class Greedy:
    """Spends everything on the present problem until it is refused, then goes on with the next."""

    settings = frozenset({"agentic"})
    spec = {"name": "greedy"}  # noqa: RUF012

    def reset(self, observation, info, *, seed):
        self.labels, self.place, self.blocked, self.turn = info["labels"], 0, 0, 0

    def act(self, observation, info):
        self.turn += 1
        if self.turn == 1:
            return "focus_problem A"
        if info["budget"]["remaining"] == 0 or self.blocked > 6:
            return "mark_task_complete"
        if info["event"]["kind"] == "blocked":
            self.blocked += 1
            self.place = (self.place + 1) % len(self.labels)
            return f"focus_problem {self.labels[self.place]}"
        return COUNTED

    def observe(self, event):
        pass


@pytest.mark.parametrize(
    ("scheduler", "expected"), [("reference", (7, 0, 0, 0, 0, 0)), ("coverage", (1, 1, 1, 1, 1, 2))]
)
def test_a_greedy_player_under_seven_actions(scheduler, expected):
    env = make(scheduler)
    episode = run_episode(env, Greedy())
    assert counts(env) == expected
    assert sorted(counts(env), reverse=True) in ([7, 0, 0, 0, 0, 0], [2, 1, 1, 1, 1, 1])
    assert [s["name"] for s in episode.spec["schedulers"]] == (
        [] if scheduler == "reference" else [scheduler]
    )
    env.close()


def test_a_blocked_attempt_costs_nothing_and_is_logged_with_its_vote():
    env = make("coverage")
    env.reset()
    for command in ("focus_problem A", COUNTED):
        env.step(command)
    observation, *_, info = env.step(COUNTED)
    event = info["event"]
    assert (event["kind"], event["subclass"], event["charge"]) == ("blocked", "scheduler", 0)
    assert event["guards"] == [
        {"guard": "coverage", "refused": True, "reason": event["reason"].split(": ", 1)[1]}
    ]
    assert "B, C, D, E, F" in observation["output"]
    assert env.unwrapped.events[-1].kind is EventKind.GUARD
    assert info["budget"]["remaining"] == 6
    env.close()


def test_free_commands_and_blocked_ones_need_no_vote():
    env = make("coverage")
    env.reset()
    for command in ("ls", COUNTED, "focus_problem A", "submit_answer A 1"):
        *_, info = env.step(command)
        assert info["event"]["guards"] == []
    env.close()


def covered(env):
    """Give every problem one counted command; A is in focus afterwards."""
    for label in "BCDEFA":
        env.step(f"focus_problem {label}")
        env.step(COUNTED)


def kinds(env, *commands):
    return [env.step(c)[-1]["event"]["kind"] for c in commands]


def test_the_verification_gate_over_sections_of_the_shared_answer_file():
    env = make("coverage+verification", budget=None)
    env.reset()
    covered(env)
    assert kinds(env, COUNTED, COUNTED) == ["counted", "counted"], "no candidate: not restricted"
    env.step("submit_answer A 1")
    assert kinds(env, COUNTED) == ["counted"], "changed since the last counted step"
    assert kinds(env, COUNTED, COUNTED) == ["counted", "blocked"], "stable: one more, then blocked"
    env.step("submit_answer B 5")
    assert kinds(env, COUNTED) == ["blocked"], "another problem's section is not A's candidate"
    env.step("submit_answer A 1")
    assert kinds(env, COUNTED) == ["blocked"], "the same answer again is no change"
    env.step("submit_answer A 2")
    assert kinds(env, COUNTED, COUNTED, COUNTED) == ["counted", "counted", "blocked"]
    env.step("focus_problem C")
    assert kinds(env, COUNTED) == ["counted"], "C has no candidate"
    env.close()


def test_a_malformed_candidate_is_not_stable():
    env = make("coverage+verification", budget=None)
    env.reset()
    covered(env)
    env.step("printf 'A = 1\\nA = 2\\n' > /logs/artifacts/answer.txt")
    assert kinds(env, COUNTED, COUNTED, COUNTED) == ["counted"] * 3
    env.close()


@pytest.mark.parametrize("order", [(Coverage, Verification), (Verification, Coverage)])
def test_stacks_in_both_orders_record_every_vote_and_the_outermost_refusal_wins(order):
    env = make(budget=7)
    inner, outer = order
    env = outer(inner(env))
    env.reset()
    env.step("focus_problem A")
    env.step(COUNTED)
    *_, info = env.step(COUNTED)
    assert [g["guard"] for g in info["event"]["guards"]] == [outer.name, inner.name]
    assert info["event"]["reason"].startswith("coverage: ")
    assert [s["name"] for s in scheduler_specs(env)] == [inner.name, outer.name]
    env.close()


def test_two_refusals_the_outermost_speaks():
    env = StopAndFinalize(Coverage(make(budget=7)), reserve=0.9)
    env.reset()
    env.step("focus_problem A")
    env.step(COUNTED)
    *_, info = env.step(COUNTED)
    assert [g["refused"] for g in info["event"]["guards"]] == [True, True]
    assert info["event"]["reason"].startswith("stop: ")
    env.close()


def test_directives_stand_in_the_prompt_in_order_and_the_reference_has_none():
    plain, _ = (reference := make("reference")).reset()
    guarded, _ = (both := make("coverage+verification")).reset()
    assert "Scheduling rule" not in plain["instruction"]
    text = guarded["instruction"]
    assert text.index("rule (coverage)") < text.index("rule (verification)")
    assert text.rstrip().endswith("shared by everything you do here.")
    reference.close()
    both.close()


def test_stop_keeps_a_reserve():
    env = StopAndFinalize(make(budget=10), reserve=0.2)
    env.reset()
    env.step("focus_problem A")
    assert kinds(env, *[COUNTED] * 9) == ["counted"] * 8 + ["blocked"]
    env.close()


def test_coverage_below_the_number_of_problems_allows_no_depth():
    env = make("coverage", budget=3)
    run_episode(env, Greedy())
    assert max(counts(env)) == 1
    env.close()


def test_guards_work_where_everything_hidden_is_removed():
    public = contest().public()
    assert all(p.reference is None and p.tier is None for p in public)
    for hidden in (contest(), public):
        env = make("coverage+verification", contest=hidden)
        run_episode(env, Greedy())
        assert sorted(counts(env), reverse=True) == [2, 1, 1, 1, 1, 1]
        env.close()


def test_the_state_follows_from_the_event_log_alone():
    env = make("coverage", budget=None)
    env.reset()
    covered(env)
    for command in ("submit_answer A 1", COUNTED, COUNTED, "submit_answer A 2", COUNTED):
        env.step(command)
    base = env.unwrapped
    assert replay_problems(base.contest.labels, base.events) == base.guard_state().problems
    env.close()


def test_a_guarded_episode_never_shares_a_fingerprint_with_an_unguarded_one():
    prints = set()
    for scheduler in (None, "coverage", "verification", "coverage+verification", "stop"):
        env = make(scheduler, budget=2)
        prints.add(run_episode(env, Greedy()).fingerprint)
        env.close()
    assert len(prints) == 5


def test_determinism_under_one_seed():
    logs = []
    for _ in range(2):
        env = make("coverage")
        episode = run_episode(env, Greedy(), seed=4)
        logs.append(
            [(e.action, e.decision, e.charges.get("actions"), e.result.output) for e in episode.events]
        )
        env.close()
    assert logs[0] == logs[1]


def test_a_guard_needs_an_agentic_environment():
    with pytest.raises(ConfigError, match="Agentic"):
        Coverage(gymnasium.make("r3env/ToolFree-v0", contest=contest(), budget=9))
    with pytest.raises(ConfigError):
        stack(make(), ["coverage"]).unwrapped and Coverage(make(), probes=0)


def test_a_refusal_is_a_scheduler_block():
    env = make("coverage")
    env.reset()
    env.step("focus_problem A")
    env.step(COUNTED)
    env.step(COUNTED)
    assert env.unwrapped.events[-1].decision.subclass is SubClass.SCHEDULER
    env.close()


@pytest.mark.parametrize("name", ["mine.py", "my+own.py"])
def test_a_scheduler_of_ones_own_stacks_with_the_others(tmp_path, name):
    (tmp_path / name).write_text(
        "from schedulers.stop import StopAndFinalize\n\n\nclass Mine(StopAndFinalize):\n    name = 'mine'\n"
    )
    env = stack(make(), f"coverage+{tmp_path / name}:Mine+verification")
    names = []
    while env is not env.unwrapped:
        names.append(getattr(env, "name", type(env).__name__))
        env = env.env
    assert [n for n in names if n in ("coverage", "mine", "verification")] == [
        "verification",
        "mine",
        "coverage",
    ]


class Own(Guard):
    """A scheduler of one's own with one fault."""

    name = "own"

    def directive(self):
        return "Own rule."

    def refuse(self, decision, state):
        return None


class Wordy(Own):
    def refuse(self, decision, state):
        return "no"


class Silent(Own):
    def directive(self):
        return None


class Crashing(Own):
    def refuse(self, decision, state):
        raise KeyError("boom-17")


class Idle(Guard):
    name = "idle"

    def directive(self):
        return ""


@pytest.mark.parametrize(
    ("fault", "message", "used"),
    [
        ("Wordy", "TypeError: refuse of 'own' must return a Refusal or None, got 'no'", 0),
        ("Silent", "TypeError: directive of 'own' must return a text, got None", 0),
        ("Crashing", "KeyError: 'boom-17' (test_schedulers.py:", 0),
        ("Idle", "NotImplementedError: Idle must define refuse", 0),
    ],
)
def test_a_fault_of_a_scheduler_is_recorded_and_never_scored(fault, message, used):
    env = make(f"tests.envs.test_schedulers:{fault}")
    episode = run_episode(env, Greedy())
    env.close()
    assert (str(episode.status), episode.blame, episode.failure_kind) == (
        "infrastructure",
        "harness",
        "harness",
    )
    assert message in episode.error
    assert [e.action for e in episode.events if e.action] == (
        [] if fault == "Silent" else ["focus_problem A"]
    )
    assert episode.budget["used"] == used


def no_wrapper(env):
    return "nothing"


def raising(env):
    raise RuntimeError("boom-17")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_wrapper", "made a str, expected a wrapper .* subclass r3env.scheduling.Guard"),
        ("raising", "cannot be made: RuntimeError: boom-17"),
    ],
)
def test_what_is_no_scheduler_is_refused_in_one_line(name, message):
    with pytest.raises(ConfigError, match=message):
        make(f"tests.envs.test_schedulers:{name}")


def test_a_scheduler_without_its_text_says_how_to_give_one():
    class Bare(Guard):
        name = "bare"

    with pytest.raises(ConfigError, match=r"no text bare\.md: define directive\(\)"):
        Bare(make()).directive()
