"""Agentic-v0 in a real sandbox, on the toy domain: every class of spec section 5, with its charge and event."""

from __future__ import annotations

import copy
import warnings

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import policies
import r3env
from r3env import run_episode
from r3env.decision import Kind, SubClass
from r3env.envs.base import NotResetError
from r3env.episode import Status
from r3env.errors import ConfigError, SandboxError, UnknownNameError
from r3env.event import EventKind
from r3env.policy import Act
from tests.toy import contest

COUNTED = "python3 -c 'print(6*7)'"


def make(budget=7, **options):
    options.setdefault("contest", contest())
    return gymnasium.make("r3env/Agentic-v0", budget=budget, **options)


@pytest.fixture
def env():
    made = make()
    made.reset(seed=0)
    yield made
    made.close()


def do(env, *commands):
    """Play commands; the info of the last step."""
    for command in commands:
        _, _, _, _, info = env.step(command)
    return info


def test_what_a_fresh_shell_ran_is_remembered(env):
    do(env, "focus_problem A", "mkdir -p /logs/problem_A && cd /logs/problem_A", "builtin() { :; }")
    # The shell cannot leave problem A's folder, so that another one takes its place and runs the next command.
    info = do(env, "focus_problem B", "ls() { echo computed; }; cd /tmp")
    assert "restarted" in info["event"]["note"]
    info = do(env, "ls")
    assert (info["event"]["output"], info["event"]["kind"]) == ("computed\n", "counted")
    assert do(env, "cat x")["event"]["paths"] == ["/tmp/x"]
    info = do(env, "exit 3", "ls")
    assert info["event"]["kind"] == "free"


def test_one_command_is_one_action_and_is_charged_to_the_focus(env):
    info = do(env, "focus_problem A", "for i in 1 2 3; do python3 -c 'print(1)'; done; seq 3 | wc -l")
    event = info["event"]
    assert (event["kind"], event["charge"], event["problem"], event["focus"]) == ("counted", 1, "A", "A")
    assert (event["budget_before"], event["budget_after"]) == (7, 6)
    assert event["output"].split() == ["1", "1", "1", "3"]
    assert event["exit_code"] == 0
    assert info["budget"]["per_problem"] == {"A": 1, "B": 0, "C": 0, "D": 0, "E": 0, "F": 0}


@pytest.mark.parametrize(
    ("command", "kind", "subclass"),
    [
        (COUNTED, "counted", "compute"),
        ("grep sum /app/problem_A.md", "counted", "compute"),
        ("echo hi > /app/a && wc /app/a", "counted", "mixed"),
        ("focus_problem B", "free", "bookkeeping"),
        ("shelve_problem A too long", "free", "bookkeeping"),
        ("contest_status", "free", "bookkeeping"),
        ("submit_answer A 1", "free", "bookkeeping"),
        ("cat /app/problem_A.md", "free", "file"),
        ("cat /app/problem_B.md | head -2", "free", "file"),
        ("mkdir /app/x && touch /app/x/y", "free", "file"),
        ("echo 'A = 1' > /logs/artifacts/answer.txt", "free", "artifact"),
        ("pwd; ls -la", "free", "environment"),
        ("nc 127.0.0.1 80", "blocked", "network"),
        ("cat /logs/problem_B/x | python3 -", "blocked", "other_problem"),
        ("sort /logs/problem_A/x /logs/problem_B/x", "blocked", "several_problems"),
        ("wc /app/problem_B.md", "blocked", "other_problem"),
        ("grep What /app/problem_*.md", "blocked", "several_problems"),
        ("python3 -c 'print(1)' >> /logs/artifacts/answer.txt", "blocked", "shared_answer"),
        ("", "error", None),
        ("cat 'unclosed", "error", "syntax"),
        ("focus_problem Q", "error", "protocol"),
    ],
)
def test_every_class_with_its_charge_and_event(env, command, kind, subclass):
    do(env, "focus_problem A")
    event = do(env, command)["event"]
    assert (event["kind"], event["charge"]) == (kind, int(kind == "counted"))
    assert subclass is None or event["subclass"] == subclass
    assert event["reason"]
    assert event["budget_before"] - event["budget_after"] == event["charge"]
    assert (event["exit_code"] is None) == (kind in ("blocked", "error"))
    assert len(env.unwrapped.events) == 2


def test_a_counted_command_is_blocked_without_a_focus(env):
    event = do(env, COUNTED)["event"]
    assert (event["kind"], event["subclass"], event["charge"]) == ("blocked", "no_focus", 0)


def test_failures_and_time_outs_are_never_refunded():
    env = make(command_timeout=1.0)
    env.reset()
    event = do(env, "focus_problem A", "python3 -c 'raise SystemExit(3)'")["event"]
    assert (event["charge"], event["exit_code"]) == (1, 3)
    info = do(env, "python3 -c 'import time; print(1, flush=True); time.sleep(30)'")
    assert (info["event"]["charge"], info["event"]["timed_out"]) == (1, True)
    assert info["event"]["output"].split()[0] == "1"
    assert info["budget"]["used"] == 2
    assert do(env, "echo ok")["event"]["output"].strip() == "ok"
    env.close()


@pytest.mark.parametrize(
    "taint",
    [
        "source /dev/null",
        "eval 'x=1'",
        "PATH=/usr/bin:/bin:/app",
        "alias cat=python3",
        "set -e; trap 'echo bye' EXIT",
        "cat() { python3 -c 'print(6*7)'; }",
        "cd $HOME/nowhere",
        "exec 7</app/problem_A.md; cd /app/x 2>/dev/null || cd /logs",
    ],
)
def test_what_was_done_to_the_shell_does_not_keep_one_from_writing_down_an_answer(taint):
    """Budget exhausted: free commands, artifact writes and completion go on (spec section 5)."""
    env = make(budget=1)
    env.reset(seed=0)
    first = do(env, "focus_problem A", taint)["event"]
    assert first["kind"] == "counted"
    written = do(env, "echo 'A = 3' > /logs/artifacts/answer.txt")["event"]
    assert (written["kind"], written["charge"], written["exit_code"]) == ("free", 0, 0)
    shown = do(env, "cat /logs/artifacts/answer.txt")["event"]
    assert (shown["kind"], shown["output"]) == ("free", "A = 3\n")
    renewals = [e for e in env.unwrapped.events if e.decision and e.decision.renewed]
    assert len(renewals) <= 1
    assert all("a new shell ran this, in " in e.result.note for e in renewals)
    for counted in (
        COUNTED,
        "cat /app/problem_A.md | wc",
        "source /dev/null",
        "cat <(python3 -c 'print(1)')",
    ):
        assert do(env, counted)["event"]["kind"] == "blocked"
    assert do(env, "pwd")["event"]["kind"] == "free"
    env.close()


def test_a_new_shell_is_for_the_end_only(env):
    do(env, "focus_problem A", "source /dev/null", "x=5")
    event = do(env, "echo $x")["event"]
    assert (event["kind"], event["output"]) == ("counted", "5\n")


def test_exhaustion_then_finalization_then_grading():
    env = make(budget=2)
    env.reset()
    do(env, "focus_problem A", "echo 'A = 1' > /logs/artifacts/answer.txt", COUNTED)
    observation, _, terminated, truncated, info = env.step(COUNTED)
    assert (terminated, truncated, info["budget"]["remaining"]) == (False, False, 0)
    assert "solving phase is over" in observation["reminder"]
    event = do(env, COUNTED)["event"]
    assert (event["kind"], event["subclass"], event["charge"]) == ("blocked", "no_budget", 0)
    assert do(env, "submit_answer B 2")["event"]["kind"] == "free"
    _, reward, terminated, _, info = env.step("mark_task_complete")
    assert (reward, terminated) == (2.0, True)
    assert [v.correct for v in info["verdicts"]] == [True, True, False, False, False, False]
    log = env.unwrapped.events
    assert sum(e.charges.get("actions", 0) for e in log) == 2
    assert [e.decision.subclass for e in log if e.decision and e.decision.kind is Kind.BLOCKED] == [
        SubClass.NO_BUDGET
    ]
    assert any(e.kind is EventKind.NOTICE for e in log)
    env.close()


def test_the_reminder_follows_every_action(env):
    for command in ("ls", COUNTED, "", "focus_problem A"):
        observation, *_ = env.step(command)
        assert "7 actions in total, 0 used, 7 remaining" in observation["reminder"]
        assert "shared by all 6 problems" in observation["reminder"]
    observation, *_ = env.step(COUNTED)
    assert "1 used, 6 remaining" in observation["reminder"]


def test_no_verdict_before_the_end(env):
    info = do(env, "submit_answer A 1", "submit_answer B 99", "contest_status")
    assert "verdicts" not in info
    assert "correct" not in info["event"]["output"]
    assert "an answer" in info["event"]["output"]
    assert "verdicts" in do(env, "mark_task_complete")


def test_submit_keeps_the_other_answers_and_a_later_overwrite_counts_as_it_stands(env):
    do(env, "submit_answer A 1", "submit_answer B 2", "submit_answer A 9")
    info = do(env, "mark_task_complete")
    assert [str(v.outcome) for v in info["verdicts"]][:3] == ["wrong", "correct", "missing"]


@pytest.mark.parametrize(
    ("command", "outcome"),
    [
        ("mkdir /logs/artifacts/answer.txt", "unparsed"),
        ("ln -s /etc/passwd /logs/artifacts/answer.txt", "unparsed"),
        ("mkfifo /logs/artifacts/answer.txt", "unparsed"),
        ("head -c 50000000 /dev/zero > /logs/artifacts/answer.txt", "unparsed"),
        ("printf '\\xff\\xfe A = 1' > /logs/artifacts/answer.txt", "unparsed"),
        ("true", "missing"),
    ],
)
def test_a_strange_artifact_is_graded_as_what_it_is(command, outcome):
    single = make(contest=contest().single("A"))
    single.reset()
    do(single, command)
    _, reward, terminated, _, info = single.step("mark_task_complete")
    assert (reward, terminated) == (0.0, True)
    assert str(info["verdicts"][0].outcome) == outcome
    single.close()


def test_a_file_in_the_place_of_the_answer_folder_is_the_players_doing(env):
    event = do(env, "rm -rf /logs/artifacts; echo x > /logs/artifacts", "submit_answer A 1")["event"]
    assert "not written" in event["output"]
    info = do(env, "mark_task_complete")
    assert {str(v.outcome) for v in info["verdicts"]} <= {"missing", "unparsed"}


def test_a_single_problem_is_focused_and_may_use_the_answer_file():
    env = make(budget=1, contest=contest().single("C"))
    _, info = env.reset()
    assert info["labels"] == ["A"]
    event = do(env, "python3 -c 'print(\"A =\", 1+2)' > /logs/artifacts/answer.txt")["event"]
    assert (event["kind"], event["problem"]) == ("counted", "A")
    assert env.step("mark_task_complete")[1] == 1.0
    env.close()


def test_budget_zero_allows_no_counted_action_but_an_answer():
    env = make(budget=0, contest=contest().single("A"))
    observation, _ = env.reset()
    assert "no counted action at all" in observation["instruction"]
    assert do(env, COUNTED)["event"]["subclass"] == "no_budget"
    do(env, "submit_answer A 1")
    assert env.step("mark_task_complete")[1] == 1.0
    env.close()


def test_target_in_suite_blocks_counted_commands_on_distractors():
    env = make(target="B")
    env.reset()
    assert do(env, "focus_problem A", COUNTED)["event"]["subclass"] == "distractor"
    assert do(env, "focus_problem B", COUNTED)["event"]["kind"] == "counted"
    do(env, "submit_answer A 1", "submit_answer B 2")
    assert env.step("mark_task_complete")[1] == 1.0
    env.close()


def test_three_protocol_errors_in_a_row_end_the_episode(env):
    do(env, "", "ls", "", 42)
    assert env.unwrapped.playing
    _, _, terminated, truncated, info = env.step("echo 'unclosed")
    assert (terminated, truncated) == (False, True)
    assert "protocol errors" in info["limit"]
    assert len(info["verdicts"]) == 6


def test_completion_stands_alone_in_its_turn(env):
    env.unwrapped.announce(Act("mark_task_complete", raw={"calls_in_turn": 2}))
    assert do(env, env.unwrapped._act.action)["event"]["subclass"] == "protocol"
    assert env.unwrapped.playing


def test_the_step_limit_closes_and_then_truncates():
    env = make(max_steps=10)
    env.reset()
    observations = [env.step("ls") for _ in range(10)]
    assert "solving phase is over" in observations[8][0]["reminder"]
    assert [o[3] for o in observations] == [False] * 9 + [True]
    env.close()


def test_notices_and_a_second_cap():
    env = make(budget=4, notices=True, caps={"output_tokens": 100})
    env.reset()
    do(env, "focus_problem A", COUNTED)
    assert "50% of the budget" in env.step(COUNTED)[0]["reminder"]
    env.unwrapped.announce(Act("ls", meters={"output_tokens": 150}))
    observation, *_, info = env.step(env.unwrapped._act.action)
    assert info["budget"]["meters"]["output_tokens"] == 150
    assert "limit on output_tokens" in observation["reminder"]
    assert do(env, COUNTED)["event"]["subclass"] == "finalizing"
    env.close()


def test_nothing_is_known_of_other_problems_inside_a_counted_command(env):
    do(env, "echo secret > /logs/problem_B/notes", "submit_answer B 5", "focus_problem A")
    walk = "python3 -c 'import os; print([f for d in os.walk(\"/logs\") for f in d[2]])'"
    event = do(env, walk)["event"]
    assert event["kind"] == "counted"
    assert "notes" not in event["output"]
    assert do(env, "cat /logs/problem_B/notes")["event"]["output"].strip() == "secret"


def test_preview_changes_nothing(env):
    base = env.unwrapped
    do(env, "focus_problem A")
    decision = base.preview(COUNTED)
    assert (decision.kind, decision.subclass) == (Kind.COUNTED, SubClass.COMPUTE)
    assert base.preview("ls").kind is Kind.FREE
    assert (base.budget.used, len(base.events)) == (0, 1)


@pytest.mark.parametrize("options", [{}, {"contest": contest().single("A")}, {"target": "B"}])
def test_gymnasiums_own_check_is_clean(options):
    base = make(**options).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(base)
        check_env(base)
    base.close()


def test_output_of_any_kind_stays_inside_the_space(env):
    do(env, "focus_problem A")
    commands = [
        'printf ""',
        r"printf 'a\n\tb'",
        "echo 'é漢🙂'",
        r"printf '\033[31mred\033[0m'",
        "python3 -c 'print(\"x\" * 12_000_000)'",
        "cat > /app/multi <<'EOF'\nline $(one)\nline two\nEOF",
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for command in commands:
            assert command in env.action_space
            observation, *_, info = env.step(command)
            assert observation in env.observation_space
            if "12_000_000" in command:
                assert info["event"]["truncated_output"] > 0
                assert "omitted" in observation["output"]
    assert info["event"]["kind"] == "free"


def test_outside_an_episode_and_bad_options():
    env = make().unwrapped
    with pytest.raises(NotResetError):
        env.step("ls")
    env.reset()
    env.step("mark_task_complete")
    with pytest.raises(NotResetError, match="ended"):
        env.step("ls")
    env.close()
    for options, error in [
        ({"budget": -1}, ConfigError),
        ({"budget": 1.5}, ConfigError),
        ({"command_timeout": 0}, ConfigError),
        ({"command_timeout": "x"}, ConfigError),
        ({"max_steps": "a"}, ConfigError),
        ({"sandbox": None}, ConfigError),
        ({"scheduler": 3}, ConfigError),
        ({"caps": {"foo": 5}}, ConfigError),
        ({"caps": [1]}, ConfigError),
        ({"scheduler": "covrage"}, UnknownNameError),
    ]:
        with pytest.raises(error):
            make(**options)
    with pytest.raises(UnknownNameError):
        make(sandbox="bwarp").reset()


def test_a_reset_to_a_contest_of_another_size_is_refused(env):
    with pytest.raises(ConfigError, match="one size"):
        env.reset(options={"contest": contest().single("A")})


def test_a_shell_cannot_be_copied(env):
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.deepcopy(env.unwrapped)


def test_a_dead_sandbox_is_infrastructure_and_the_episode_repeatable():
    class Killer:
        settings = frozenset({"agentic"})
        spec = {"name": "killer"}  # noqa: RUF012

        def __init__(self, env, kill):
            self.env, self.kill, self.steps = env, kill, 0

        def reset(self, observation, info, *, seed):
            self.steps = 0

        def act(self, observation, info):
            self.steps += 1
            if self.steps == 2 and self.kill:
                self.env.unwrapped.sandbox.close()
            return ("submit_answer A 1", "ls", "mark_task_complete")[min(self.steps - 1, 2)]

        def observe(self, event):
            pass

    env = make()
    broken = run_episode(env, Killer(env, True), seed=1)
    assert (broken.status, broken.blame, broken.verdicts) == (Status.INFRASTRUCTURE, "sandbox", ())
    again = run_episode(env, Killer(env, False), seed=1)
    assert (again.status, again.score) == (Status.COMPLETED, 1)
    assert again.fingerprint == broken.fingerprint
    env.close()


@pytest.mark.parametrize("command", [COUNTED, "submit_answer A 1", "cat /app/problem_A.md"])
def test_what_a_command_cost_is_in_the_log_though_the_sandbox_died(env, command):
    do(env, "focus_problem A", COUNTED)
    env.unwrapped.sandbox.close()
    with pytest.raises(SandboxError):
        env.step(command)
    base = env.unwrapped
    assert base.events[-1].kind is EventKind.INFRASTRUCTURE
    for meter, used in base.budget.snapshot()["meters"].items():
        assert sum(e.charges.get(meter, 0) for e in base.events) == pytest.approx(used)
    assert not base.playing


def test_an_interrupt_in_a_command_breaks_the_episode_off(env, monkeypatch):
    def interrupted(*_arguments, **_options):
        raise KeyboardInterrupt

    do(env, "focus_problem A")
    monkeypatch.setattr(env.unwrapped.sandbox, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        env.step(COUNTED)
    assert sum(e.charges.get("actions", 0) for e in env.unwrapped.events) == 1
    with pytest.raises(NotResetError, match="broken off"):
        env.step("ls")
    env.reset(seed=0)
    assert do(env, "pwd")["event"]["output"] == "/app\n"


def test_a_timeout_is_told_by_its_limit():
    env = make(command_timeout=0.3)
    env.reset(seed=0)
    event = do(env, "focus_problem A", "trap '' INT; while :; do :; done")["event"]
    assert event["timed_out"]
    assert "ran out of time after 0.3 s" in event["note"]
    env.close()


@pytest.mark.parametrize("scheduler", ["reference", "coverage"])
def test_a_replay_comes_out_as_the_episode_did(scheduler):
    acts = [
        "focus_problem A",
        Act("ls", turn=1, meters={"output_tokens": 5}, raw={"calls_in_turn": 2}),
        Act("mark_task_complete", turn=1, raw={"calls_in_turn": 2}),
        7,
        "ls",
        Act("python3 -c 1", turn=2, raw={"protocol_error": "no such tool"}),
        COUNTED,
        COUNTED,
        "submit_answer A 1",
        "cat 'unclosed",
    ]
    episodes = []
    for policy in (policies.make("scripted", actions=acts), None):
        env = make(scheduler=scheduler)
        policy = policy or policies.make("replay", episode=episodes[0])
        episodes.append(run_episode(env, policy, seed=1))
        env.close()
    first, second = ([(e.kind, e.action, e.turn, e.decision, e.guards) for e in p.events] for p in episodes)
    assert first == second
    assert episodes[0].score == episodes[1].score == 1


def test_two_in_a_vector_give_the_texts_of_two_alone():
    commands = ["focus_problem A", "python3 -c 'print(1)'", "cat /app/problem_A.md"]
    both = [contest(1), contest(2)]
    alone = []
    for one in both:
        env = make(contest=one)
        texts = [env.reset(seed=5)[0]]
        texts += [env.step(c)[0] for c in commands]
        alone.append([(t["instruction"], t["output"], t["reminder"]) for t in texts])
        env.close()
    vector = r3env.make_vec(
        "r3env/Agentic-v0", per_env=[{"contest": c, "budget": 7} for c in both], vectorization_mode="async"
    )
    seen = [vector.reset(seed=[5, 5])[0]]
    seen += [vector.step((c, c))[0] for c in commands]
    for i in range(2):
        assert [(t["instruction"][i], t["output"][i], t["reminder"][i]) for t in seen] == alone[i]
    vector.close()


ACTIONS = st.sampled_from(
    [
        "focus_problem A",
        "focus_problem B",
        "shelve_problem",
        "submit_answer A 1",
        "ls",
        "true",
        "expr 1 + 1",
        "seq 2",
        "cat /logs/problem_B/x | wc",
        "nc x 1",
        "",
        "contest_status",
    ]
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ACTIONS, max_size=25), st.integers(0, 4))
def test_the_ledger_equals_the_log_for_any_actions(actions, budget):
    env = make(budget=budget)
    env.reset()
    for action in actions:
        *_, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            break
    base = env.unwrapped
    snapshot = base.budget.snapshot()
    charged = sum(e.charges.get("actions", 0) for e in base.events)
    assert charged == snapshot["used"] <= budget
    assert sum(snapshot["per_problem"].values()) == charged
    per_problem = dict.fromkeys("AB", 0)
    for event in base.events:
        if event.charges.get("actions"):
            per_problem[event.problem] += event.charges["actions"]
        assert (event.before - event.after) == event.charges.get("actions", 0)
    assert all(snapshot["per_problem"][label] == used for label, used in per_problem.items())
    env.close()


def test_the_final_info_survives_autoreset():
    vector = r3env.make_vec("r3env/Agentic-v0", 2, vectorization_mode="sync", contest=contest(), budget=1)
    vector.reset(seed=0)
    vector.step(("submit_answer A 1", "ls"))
    *_, terminated, _, info = vector.step(("mark_task_complete", "mark_task_complete"))
    assert terminated.all()
    solved = [sum(v.correct for v in verdicts) for verdicts in info["verdicts"]]
    assert solved == [1, 0]
    vector.close()
