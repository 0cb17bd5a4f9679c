"""The human policy: budget in sight, continuation lines, Ctrl-D completes."""

from __future__ import annotations

from policies.human import Human, prompt_line
from r3env import run_episode
from r3env.envs.agentic import AgenticEnv
from r3env.envs.tool_free import ToolFreeEnv
from tests.toy import answers, contest


def typist(*lines):
    """Answers prompts with lines, then ends the input; keeps the prompts it saw."""
    left, seen = list(lines), []

    def ask(prompt):
        seen.append(prompt)
        if not left:
            raise EOFError
        return left.pop(0)

    return ask, seen


def test_a_session_in_the_shell():
    ask, prompts = typist(
        "focus_problem A", "cat > /app/note <<END", "hello", "END", "expr 1 + 1", "submit_answer A 1"
    )
    shown = []
    env = AgenticEnv(contest(), 4)
    episode = run_episode(env, Human(ask=ask, show=shown.append))
    env.close()
    assert episode.score == 1
    assert [e.action for e in episode.events][:2] == ["focus_problem A", "cat > /app/note <<END\nhello\nEND"]
    assert prompts[0].startswith("- ▕")
    assert "4 of 4 left" in prompts[0]
    assert prompts[2] == "… "
    assert "3 of 4 left" in prompts[-1]
    assert any("[counted:" in text for text in shown)


def test_an_empty_continuation_gives_up():
    ask, _ = typist("echo 'open", "", "mark_task_complete")
    env = AgenticEnv(contest(), 4)
    episode = run_episode(env, Human(ask=ask, show=lambda _: None))
    env.close()
    assert [str(e.decision.kind) for e in episode.events] == ["error", "free"]


def test_a_reply_in_the_tool_free_setting():
    ask, _ = typist(*answers(contest(), "AB").split("\n"))
    episode = run_episode(ToolFreeEnv(contest(), 500), Human(ask=ask, show=lambda _: None))
    assert episode.score == 2


def test_the_bar_of_an_unbudgeted_session_shows_use():
    observation = {"focus": 1, "used": 3, "remaining": -1}
    assert prompt_line(observation, {"labels": ["A", "B"]}) == "B 3 used $ "
