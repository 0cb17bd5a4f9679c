"""The solver's reply: sections in order, working before answers, slips at the stated rate, stage 2."""

import decimal
import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import policies
from policies.conformance import check_policy
from policies.programs import catalog
from policies.programs.slips import failed_attempt, misread
from policies.prompt import setting_of, statements
from r3env.errors import ConfigError

SUM = "State the final answer to the following arithmetic problem: 99957 + 4744 ="
GCD = "Find the Greatest Common Divisor (GCD) of these numbers: 525, 396. Give only the GCD as your final answer."
BITS = "How many 1 bits are there in the binary representation of the number 1907541172?"
RIDDLE = "What walks on four legs in the morning?"


def prompt(*texts: str) -> str:
    sections = (
        f"=== Problem {label}: t ===\n{text}\n\n" for label, text in zip("ABCDEF", texts, strict=False)
    )
    return "Rules.\n\n" + "".join(sections) + "=== End of problems ===\n\nProblem A of the appendix."


def observe(instruction: str, stage: int = 1) -> dict[str, Any]:
    return {"instruction": instruction, "stage": stage, "used": np.array(0), "remaining": np.array(-1)}


def reply(*texts: str, seed: int = 0, **options: Any) -> str:
    policy = policies.make("programs", **options)
    observation = observe(prompt(*texts))
    policy.reset(observation, {"labels": list("ABCDEF"[: len(texts)])}, seed=seed)
    return str(policy.act(observation, {})["text"])


def answers(text: str) -> dict[str, str]:
    return dict(re.findall(r"^Problem ([A-F])\n(?:.*\n)*?<answer>(.*)</answer>$", text, re.MULTILINE))


def test_contract_and_options() -> None:
    check_policy(policies.make("programs"))
    with pytest.raises(ConfigError, match="order must be one of presented, short-first, got 'hard'"):
        policies.make("programs", order="hard")
    for rate in (-0.1, 1.1, "often", True, float("nan")):
        with pytest.raises(ConfigError, match="between 0 and 1"):
            policies.make("programs", error_rate=rate)


def test_statements_end_where_the_next_begins() -> None:
    assert statements(prompt(SUM, "two\nlines")) == {"A": SUM, "B": "two\nlines"}
    assert statements("no problems here") == {}
    assert statements("=== Problem A: x ===\nlast without an end") == {"A": "last without an end"}


def test_setting_is_read_from_info_first() -> None:
    assert setting_of(observe(""), {"setting": "agentic"}) == "agentic"
    assert setting_of(observe(""), {}) == "tool_free"
    assert setting_of({"output": ""}, {}) == "agentic"


def test_known_problems_are_answered_after_their_working_and_unknown_ones_left() -> None:
    text = reply(SUM, RIDDLE, GCD, error_rate=0.0)
    assert answers(text) == {"A": "104701", "B": "No answer", "C": "3"}
    assert text.index("9 + 4: write 4, carry 1") < text.index("<answer>104701")


def test_a_cut_reply_keeps_complete_sections_only() -> None:
    text = reply(SUM, GCD, BITS, error_rate=0.0)
    cut = text[: text.index("<answer>3") + 5]
    assert answers(cut) == {"A": "104701"}


def test_short_first_puts_the_short_statement_first() -> None:
    text = reply(GCD, SUM, error_rate=0.0, order="short-first")
    assert text.index("Problem B") < text.index("Problem A")
    assert answers(text) == {"A": "3", "B": "104701"}


def test_longer_problems_cost_more_text() -> None:
    few = reply("State the final answer to the following arithmetic problem: 1 + 2 =", error_rate=0.0)
    many = reply(SUM.replace(" =", " + 1234567 - 5554321 + 77 ="), error_rate=0.0)
    assert len(many) > 4 * len(few)


def test_the_error_rate_is_what_it_says() -> None:
    wrong = 0
    for seed in range(200):
        found = answers(reply(SUM, GCD, BITS, seed=seed, error_rate=0.3))
        right = {"A": "104701", "B": "3", "C": str((1907541172).bit_count())}
        wrong += sum(found[label] != right[label] for label in right)
    # 600 attempts at 0.3: four standard deviations are 45.
    assert abs(wrong - 180) < 45
    assert set(answers(reply(SUM, GCD, error_rate=1.0)).values()).isdisjoint({"104701", "3"})


def test_the_same_seed_gives_the_same_reply_and_others_differ() -> None:
    replies = [reply(SUM, GCD, BITS, seed=seed, error_rate=0.5) for seed in (1, 1, 2, 3, 4)]
    assert replies[0] == replies[1]
    assert len(set(replies)) > 2


def test_a_slip_on_one_problem_leaves_the_draws_of_the_next_alone() -> None:
    for seed in range(20):
        known = answers(reply(SUM, GCD, seed=seed, error_rate=0.5))["B"]
        unknown = answers(reply(RIDDLE, GCD, seed=seed, error_rate=0.5))["B"]
        assert known == unknown


def test_stage_two_repeats_what_the_prompt_shows_complete() -> None:
    policy = policies.make("programs", error_rate=0.0)
    info = {"labels": ["A", "B", "C"]}
    first = observe(prompt(SUM, GCD, BITS))
    policy.reset(first, info, seed=0)
    text = policy.act(first, info)["text"]
    shown = text[: text.index("Problem C") + 30]
    second = policy.act(
        observe(f"Form: <answer>x</answer>\n--- written out ---\n{shown}\n---", stage=2), info
    )["text"]
    assert answers(second) == {"A": "104701", "B": "3"}
    assert "write" not in second


def test_misread_changes_one_character_of_the_data() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        wrong = misread(SUM, rng)
        changed = [i for i, (a, b) in enumerate(zip(SUM, wrong, strict=True)) if a != b]
        assert len(changed) == 1
        assert SUM[changed[0]].isdigit()
        assert wrong[changed[0]].isdigit()
    assert misread("", rng) == ""
    assert misread("7777", rng) == "7777"


def test_a_failed_attempt_never_gives_the_right_answer() -> None:
    rng = np.random.default_rng(1)
    family = catalog.families()["gcd"]
    outcomes = {failed_attempt(family, GCD, rng).answer for _ in range(60)}
    assert "3" not in outcomes
    assert len(outcomes) > 2


@given(
    st.sampled_from(sorted(catalog.families())), st.text(max_size=60), st.sampled_from([SUM, GCD, BITS, ""])
)
def test_no_text_makes_a_solver_raise(name: str, text: str, statement: str) -> None:
    for given_text in (text, statement + text, text + statement):
        attempt = catalog.attempt(catalog.families()[name], given_text)
        assert attempt.answer is None or isinstance(attempt.answer, str)


def solve(name: str, statement: str) -> str | None:
    assert catalog.families()[name].anchor.search(statement)
    return catalog.attempt(catalog.families()[name], statement).answer


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=8), st.randoms(use_true_random=False))
def test_sums_by_columns_equal_the_sum(terms: list[int], random: Any) -> None:
    signs = [1, *(random.choice((1, -1)) for _ in terms[1:])]
    written = " ".join(
        f"{'+' if s > 0 else '-'} {t}" for s, t in zip(signs, terms, strict=True)
    ).removeprefix("+ ")
    statement = f"State the final answer to the following arithmetic problem: {written} ="
    assert solve("chain_sum", statement) == str(sum(s * t for s, t in zip(signs, terms, strict=True)))


@given(st.integers(-(10**8), 10**8), st.integers(-(10**8), 10**8))
def test_long_multiplication_equals_the_product(first: int, second: int) -> None:
    assert solve("products", f"Solve the following multiplication: {first} * {second}.") == str(
        first * second
    )


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=5))
def test_euclid_agrees_with_the_library(numbers: list[int]) -> None:
    listed = ", ".join(map(str, numbers))
    assert solve("gcd", f"the (GCD) of these numbers: {listed}.") == str(math.gcd(*numbers))
    assert solve("lcm", f"the (LCM) of these numbers: {listed}") == str(math.lcm(*numbers))


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_the_sieve_agrees_with_trial_division(low: int, width: int) -> None:
    high = low + width
    primes = sum(n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)) for n in range(low, high + 1))
    assert solve("count_primes", f"how many prime numbers there are between {low} and {high}") == str(primes)


def test_the_decimal_context_of_the_caller_is_left_alone() -> None:
    statement = "maximum of 5 significant digits, rounding up from the half.\n(1.5/0.7)*2.25 = ?"
    before = decimal.getcontext().copy()
    assert solve("decimal_arithmetic", statement) == "4.8215"
    assert repr(decimal.getcontext()) == repr(before)
