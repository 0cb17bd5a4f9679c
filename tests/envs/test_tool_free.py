"""ToolFree-v0: the hard cap, two stages, attribution, Gymnasium's checks. The toy domain needs no generator."""

from __future__ import annotations

import copy
import random
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import r3env
from r3env import Contest
from r3env.envs.base import NotResetError
from r3env.envs.tool_free import ToolFreeEnv
from r3env.errors import ConfigError, UnknownNameError
from r3env.metering import TokenMeter
from tests.toy import answers, contest


def make(budget=4096, **options):
    options.setdefault("contest", contest())
    return gymnasium.make("r3env/ToolFree-v0", budget=budget, **options)


def play(env, text, reasoning="", tokens=-1):
    env.reset(seed=0)
    return env.step({"text": text, "reasoning": reasoning, "output_tokens": tokens})


def test_a_full_answer_scores_six():
    env = make()
    _, reward, terminated, truncated, info = play(env, answers(contest()))
    assert (reward, terminated, truncated) == (6.0, True, False)
    assert [str(v) for v in info["verdicts"]] == ["correct"] * 6
    assert [v.label for v in info["verdicts"]] == list("ABCDEF")


def test_wrong_missing_and_malformed_are_told_apart():
    text = "A = 1\nB = 99\nC = No answer\nD = 4\nD = 4\nE = crash"
    *_, reward, _, _, info = play(make(), text)
    assert reward == 1.0
    assert [str(v.outcome) for v in info["verdicts"]] == [
        "correct",
        "wrong",
        "missing",
        "unparsed",
        "grader_error",
        "missing",
    ]
    assert str(info["verdicts"][1]) == "wrong: 99 != 2"


def test_text_beyond_the_budget_is_cut_before_parsing():
    reply = answers(contest())
    meter = TokenMeter()
    budget = meter.count(answers(contest(), "ABC")) + 1
    *_, reward, _, _, info = play(make(budget), reply)
    assert reward == 3.0
    assert info["budget"]["used"] == budget
    assert info["budget"]["remaining"] == 0
    assert info["event"]["overshoot"] == meter.count(reply) - budget
    assert info["event"]["cut"] is True


def test_reasoning_is_charged_and_comes_first():
    reasoning = "think " * 200
    meter = TokenMeter()
    *_, reward, _, _, info = play(make(meter.count(reasoning)), answers(contest()), reasoning)
    assert reward == 0.0
    assert info["budget"]["remaining"] == 0


def test_the_providers_figure_wins_when_plausible():
    *_, info = play(make(1000), "A = 1", tokens=7)
    assert (info["budget"]["used"], info["event"]["estimated"]) == (7, False)


def test_a_players_own_estimate_is_flagged():
    env = make(1000)
    env.reset()
    *_, info = env.step({"text": "A = 1", "output_tokens": 7, "provider_estimated": True})
    assert (info["budget"]["used"], info["event"]["estimated"]) == (7, True)


@pytest.mark.parametrize("cap", [0, -3, "a", 2.5])
def test_the_cap_of_stage_two_is_a_whole_number(cap):
    with pytest.raises(ConfigError, match="stage2_cap"):
        make(stages=2, stage2_cap=cap)


def test_a_small_figure_of_the_provider_wins_where_nothing_leaks():
    *_, info = play(make(4096), answers(contest()) + " and more words" * 40, tokens=20)
    assert (info["budget"]["used"], info["event"]["estimated"]) == (20, False)


def test_a_figure_of_zero_for_a_text_is_no_figure():
    *_, info = play(make(4096), answers(contest()), tokens=0)
    assert info["budget"]["used"] == TokenMeter().count(answers(contest()))
    assert info["event"]["estimated"] is True


@pytest.mark.parametrize("reported", [0, 1, 10])
def test_an_implausible_figure_cannot_leak_budget(reported):
    reply = "word " * 500 + "\n" + answers(contest())
    env = make(100)
    *_, reward, _, _, info = play(env, reply, tokens=reported)
    assert reward == 0.0
    assert info["budget"]["used"] == 100
    assert info["event"]["estimated"] is True


def test_a_provider_figure_above_the_budget_cuts_in_proportion():
    reply = answers(contest())
    *_, reward, _, _, info = play(make(50), reply, tokens=100)
    assert info["budget"]["used"] == 50
    assert info["event"]["overshoot"] == 50
    assert 1 <= reward <= 4


def test_attribution_sums_to_the_charge():
    text = "Some plan first.\n" + answers(contest(), "ABD")
    *_, info = play(make(), text)
    shares = info["event"]["attribution"]
    assert sum(shares.values()) == info["budget"]["used"] == TokenMeter().count(text)
    assert all(shares[x] > 0 for x in "ABD")
    assert all(shares[x] == 0 for x in "CEF")
    assert info["event"]["unlabelled"] > 0
    assert info["budget"]["per_problem"] == shares


def test_text_without_sections_stays_shared():
    *_, info = play(make(), "no idea at all")
    assert set(info["budget"]["per_problem"].values()) == {0}
    assert info["budget"]["shared"] == info["budget"]["used"] > 0


def test_two_stages_format_without_the_statements_and_without_charge():
    env = make(500, stages=2)
    observation, _ = env.reset(seed=0)
    assert "What is 0 + 1?" in observation["instruction"]
    observation, reward, terminated, _, info = env.step(
        {"text": "", "reasoning": "A is 1", "output_tokens": -1}
    )
    assert (reward, terminated, observation["stage"]) == (0.0, False, 2)
    assert "verdicts" not in info
    assert "A is 1" in observation["instruction"]
    assert "What is" not in observation["instruction"]
    used = info["budget"]["used"]
    _, reward, terminated, _, info = env.step({"text": "A = 1", "reasoning": "", "output_tokens": -1})
    assert (reward, terminated) == (1.0, True)
    assert info["budget"]["used"] == used
    assert info["budget"]["meters"]["stage2_tokens"] > 0


def test_single_problem_and_target():
    env = make(contest=contest().single("C"))
    observation, info = env.reset()
    assert info["labels"] == ["A"]
    assert "several" not in observation["instruction"]
    *_, reward, _, _, info = env.step("A = 3")
    assert reward == 1.0
    env = make(target="C")
    observation, _ = env.reset()
    assert "Only problem C counts" in observation["instruction"]
    *_, reward, _, _, info = env.step(answers(contest()))
    assert reward == 1.0
    assert [v.correct for v in info["verdicts"]] == [x == "C" for x in "ABCDEF"]


def test_difficulty_is_shown_only_when_asked_for():
    plain, _ = make().reset()
    shown, _ = make(with_difficulty=True).reset()
    assert "medium" not in plain["instruction"]
    assert "medium" in shown["instruction"]


def test_the_prompt_has_a_stable_prefix_and_the_budget_last():
    first, _ = make(100).reset()
    second, _ = make(200, contest=contest(2)).reset()
    prefix = first["instruction"].split("=== Problem A")[0]
    assert len(prefix) > 500
    assert second["instruction"].startswith(prefix)
    assert first["instruction"].rstrip().endswith("100 output tokens, hidden reasoning included.")


def test_nothing_hidden_is_in_what_a_player_sees():
    secret = contest()
    marked = [
        p.__class__(**{**p.to_dict(), "reference": f"GOLD{i}", "tier": p.tier}) for i, p in enumerate(secret)
    ]
    env = make(contest=Contest("toy/009", "toy", tuple(marked)))
    observation, info = env.reset()
    assert "GOLD" not in repr(observation) + repr(info)
    assert "easy" not in repr(observation) + repr(info)


@pytest.mark.parametrize("stages", [1, 2])
def test_gymnasiums_own_check_is_clean(stages):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(300, stages=stages).unwrapped)
        check_env(make(300, stages=stages).unwrapped)


def test_seeding_governs_the_draw_after_the_first_reset_too():
    suite = [contest(n) for n in range(1, 30)]
    orders = []
    for _ in range(2):
        env = make(contest=suite)
        drawn = [env.reset(seed=3)[1]["contest"]]
        random.seed(99)
        np.random.seed(99)
        drawn += [env.reset()[1]["contest"] for _ in range(5)]
        orders.append(drawn)
    assert orders[0] == orders[1]
    assert len(set(orders[0])) > 1


@pytest.mark.parametrize(
    "text", ["", "a\n\tb", "é漢🙂", "\x1b[31m", "\ud800", "<|endoftext|>", "x" * 100_000]
)
def test_any_text_stays_inside_the_spaces(text):
    env = make()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env.reset()
        assert {"text": text, "reasoning": text, "output_tokens": 3} in env.action_space
        observation, *_ = env.step({"text": text, "reasoning": "", "output_tokens": -1})
    assert observation in env.observation_space


@pytest.mark.parametrize(
    "action", [7, None, {"reasoning": "x"}, {"text": 3}, {"text": "x", "output_tokens": -2}]
)
def test_a_bad_action_is_refused_and_charges_nothing(action):
    env = make().unwrapped
    env.reset()
    with pytest.raises(ConfigError):
        env.step(action)
    assert env.budget.used == 0
    assert env.step(answers(contest()))[1] == 6.0


def test_step_outside_an_episode_says_what_to_do():
    env = make().unwrapped
    with pytest.raises(NotResetError, match="reset"):
        env.step("A = 1")
    env.reset()
    env.step("A = 1")
    with pytest.raises(NotResetError, match="ended"):
        env.step("A = 1")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"budget": -1}, ConfigError),
        ({"stages": 3}, ConfigError),
        ({"contest": "nowhere/001"}, UnknownNameError),
        ({"contest": 7}, ConfigError),
        ({"target": "Q"}, ConfigError),
        ({"encoding": "cl100k_bass"}, UnknownNameError),
    ],
)
def test_bad_options_are_lessons(options, error):
    with pytest.raises(error):
        make(**options)


def test_infos_and_observations_are_fresh():
    env = make()
    _, first = env.reset()
    first["labels"].append("Z")
    first["budget"]["used"] = 99
    _, second = env.reset()
    assert second["labels"] == list("ABCDEF")
    assert second["budget"]["used"] == 0


def test_vectors_need_no_shared_memory_and_the_plain_way_says_so():
    vector = r3env.make_vec("r3env/ToolFree-v0", 2, vectorization_mode="sync", contest=contest(), budget=100)
    observation, _ = vector.reset(seed=0)
    assert len(observation["instruction"]) == 2
    vector.close()
    with pytest.raises(ConfigError, match=r"r3env\.make_vec"):
        gymnasium.make_vec("r3env/ToolFree-v0", num_envs=2, vectorization_mode="async", contest=contest())


def test_an_environment_can_be_copied_when_no_shell_is_in_it():
    env = copy.deepcopy(make())
    assert play(env, answers(contest()))[1] == 6.0


@pytest.mark.parametrize("stages", [1, 2])
def test_an_unbudgeted_reply_that_a_safety_cap_cut_did_not_complete(stages):
    env = ToolFreeEnv(contest(), None, stages=stages)
    for reason, ended in (("length", (False, True)), ("stop", (True, False))):
        env.reset(seed=0)
        action = {"text": answers(contest()), "reasoning": "", "output_tokens": 900, "finish_reason": reason}
        _, reward, terminated, truncated, _ = env.step(action)
        if stages == 2:
            _, reward, terminated, truncated, _ = env.step({**action, "finish_reason": "stop"})
        assert (reward, terminated, truncated) == (6.0, *ended)


def test_a_budgeted_reply_cut_at_its_allowance_is_an_end_like_any_other():
    env = ToolFreeEnv(contest(), 4096)
    env.reset(seed=0)
    action = {"text": "A", "reasoning": "", "output_tokens": 4096, "finish_reason": "length"}
    assert env.step(action)[2:4] == (True, False)
