"""Repairs of Reasoning Gym's scorers: what accepts wrong answers, evaluates text, or takes unbounded time.

Runs in the worker process; `guarded_score` is the only way to a scorer. A guard looks at an answer before the
scorer does and can only refuse it. ``docs/abstract-reasoning.md`` lists the fault that each one closes.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

from contests.ar import expressions

Entry = dict[str, Any]
Guard = Callable[[str, Entry], bool]


def _same_text(answer: str, entry: Entry) -> bool:
    return bool(answer == entry["answer"])


def _same_word(answer: str, entry: Entry) -> bool:
    """Blanks and case aside: prefixes of ten letters earn full credit upstream."""
    return bool(answer.replace(" ", "").strip().lower() == entry["answer"].strip().lower())


def _same_truth(answer: str, entry: Entry) -> bool:
    """Upstream compares the truth of two texts, which holds for any two that are not empty."""
    return answer.strip().lower() == str(entry["answer"]).strip().lower()


def _word_count(answer: str, entry: Entry) -> bool:
    """Upstream ignores words after the right ones."""
    return len(answer.split()) == len(entry["answer"].split())


def _item_count(answer: str, entry: Entry) -> bool:
    """Upstream ignores items after the right ones."""
    return len(answer.split(",")) == len(entry["answer"].split(","))


def _board(answer: str, entry: Entry) -> bool:
    """Upstream evaluates what is not one of the valid boards."""
    return answer in entry["metadata"]["valid_answers"]


def _bare(answer: str) -> str:
    """Without Markdown, LaTeX marks or quotes around the whole, or a full stop: scorers look past them."""
    text = answer.strip().rstrip(".").strip("*`$\"' \t\r\n")
    boxed = text.startswith("\\boxed{") and text.endswith("}")
    return text[len("\\boxed{") : -1] if boxed else text


def _matching(pattern: str) -> Guard:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda answer, entry: compiled.fullmatch(_bare(answer)) is not None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _same_json_value(left: Any, right: Any) -> bool:
    """Equal, with true and 1 told apart and 2 and 2.0 not."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_same_json_value(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_same_json_value, left, right))
    return type(left) in (int, float, str, type(None)) and bool(left == right)


def _same_json(answer: str, entry: Entry) -> bool:
    """Upstream ignores further rows and cells, or takes a number for its text."""
    expected = _json(entry["answer"])
    return answer.strip() == entry["answer"].strip() or (
        expected is not None and _same_json_value(_json(answer.strip()), expected)
    )


def _sorted_numbers(answer: str, entry: Entry) -> bool:
    """Upstream accepts every number within 1 of the right one, and truth values as numbers."""
    given, expected = (_json(text.replace("'", '"')) for text in (answer, entry["answer"]))
    if not isinstance(given, list) or not isinstance(expected, list) or len(given) != len(expected):
        return False
    try:
        pairs = [(Decimal(str(g)), Decimal(str(e))) for g, e in zip(given, expected, strict=True)]
    except InvalidOperation:
        return False
    return all(g.is_finite() and abs(g - e) <= Decimal("1e-6") for g, e in pairs)


_ONE_NUMBER = re.compile(
    r"(?:(?:the )?(?:final )?answer(?: is|:| =)?\s*)?[$£€]?\s*(?P<number>[-+]?(?:\d[\d,]*(?:\.\d+)?|\.\d+))"
    r"\s*%?(?:\s*(?!(?:not|never|or|hundred|thousand|million|billion|dozen|half)\b)[a-z]{1,20}){0,4}\s*\.?",
    re.IGNORECASE,
)


def _one_number(answer: str, entry: Entry) -> bool:
    """Upstream takes the first number in any text, without its sign."""
    match = _ONE_NUMBER.fullmatch(_bare(answer).replace("−", "-"))
    return match is not None and float(match["number"].replace(",", "")) == float(entry["answer"])


def _roles(answer: str, entry: Entry) -> bool:
    """Upstream skips words that it does not know, ``not`` among them."""

    def words(text: str) -> list[str]:
        return [word for word in re.findall(r"[^\s.,()]+", text.lower()) if word not in _FILLERS]

    return sorted(words(answer)) == sorted(words(entry["answer"]))


_FILLERS = frozenset({"is", "a", "an", "and"})


def _number_list(answer: str, entry: Entry) -> bool:
    """Upstream skips what is no number, so that any text equals an empty list of solutions."""
    if not entry["answer"].strip():
        return answer.strip() in ("", '""', "''")  # the question writes the empty text as ""
    try:
        return all(math.isfinite(float(part)) for part in answer.split(","))
    except ValueError:
        return False


def _close_number(answer: str, entry: Entry) -> bool:
    """Upstream accepts anything within 0.01 of a number that is to be picked from a list."""
    try:
        return abs(float(answer.strip().replace(",", "")) - float(entry["metadata"]["solution"])) <= 1e-6
    except ValueError:
        return False


def _last_digit(answer: str, entry: Entry) -> bool:
    """Upstream accepts what agrees in as many decimals as the numbers of the question have."""
    try:
        given, expected = Decimal(answer.strip()), Decimal(entry["answer"])
    except InvalidOperation:
        return False
    unit = Decimal(1).scaleb(int(expected.as_tuple().exponent))
    return given.is_finite() and abs(given - expected) <= unit


def _close_matrix(answer: str, entry: Entry) -> bool:
    """Upstream accepts one per cent; means are printed with two decimals."""
    try:
        given, expected = (
            [[float(cell) for cell in line.split()] for line in text.strip().splitlines()]
            for text in (answer, entry["answer"])
        )
    except ValueError:
        return False
    return [len(row) for row in given] == [len(row) for row in expected] and all(
        abs(g - e) <= 0.0051
        for row, other in zip(given, expected, strict=True)
        for g, e in zip(row, other, strict=True)
    )


def _reaches(target: Callable[[Entry], int]) -> Guard:
    """Upstream rounds the value down, evaluates functions, or does not ask for the given numbers."""

    def check(answer: str, entry: Entry) -> bool:
        read = expressions.value(answer)
        if read is None:
            return False
        return read[0] == target(entry) and sorted(read[1]) == sorted(entry["metadata"]["numbers"])

    return check


def _in_variable(text: str, entry: Entry) -> bool:
    return expressions.algebraic(text, {entry["metadata"]["variable"], "C", "E", "pi"}, _FUNCTIONS)


def _antiderivative(answer: str, entry: Entry) -> bool:
    """Upstream evaluates Python, and an unsolved ``Integral(…)`` has the right derivative."""
    return _in_variable(answer, entry)


_FUNCTIONS = frozenset(
    {
        "sin",
        "cos",
        "tan",
        "sec",
        "csc",
        "cot",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
    }
    | {"atanh", "exp", "log", "ln", "sqrt", "Abs"}
)


def _polynomial(answer: str, entry: Entry) -> bool:
    """Upstream evaluates Python, ``expand(…)`` of the question included."""
    return expressions.algebraic(answer, set(entry["metadata"]["variables"]))


def _formula(answer: str, entry: Entry) -> bool:
    """Upstream takes any text that is no operator for a further variable."""
    return expressions.logical(answer, entry["metadata"]["variables"])


def _duration(answer: str, entry: Entry) -> bool:
    """Upstream reads the first number, forgives what follows, and takes any digits after the point for ms."""
    kind = entry["metadata"]["task_type"]
    clock = r"\d{1,3}:[0-5]?\d(:[0-5]?\d(\.\d{3})?)?"
    patterns = {"date": r"-?\d+( days?)?", "time": clock}
    pattern = patterns.get(kind, clock if kind.startswith("time") else rf"-?\d+ days, {clock}")
    return re.fullmatch(pattern, answer.strip()) is not None


def _point(answer: str, entry: Entry) -> bool:
    """Upstream ignores further coordinates."""
    return entry["metadata"]["task_type"] != "orthocenter" or answer.count(",") == 1


GUARDS: dict[str, Guard] = {
    "advanced_geometry": _point,
    "binary_matrix": _same_text,
    "codeio": _same_json,
    "complex_arithmetic": _matching(r"[\d.+\-ij() e]{1,200}"),
    "countdown": _reaches(lambda entry: int(entry["metadata"]["target"])),
    "decimal_arithmetic": _last_digit,
    "figlet_font": _same_word,
    "fraction_simplification": _matching(r"\\d?frac\s*\{\s*\d+\s*\}\s*\{\s*\d+\s*\}|\d+\s*/\s*\d+"),
    "game_of_life": _same_json,
    "game_of_life_halting": _same_truth,
    "gsm_symbolic": _one_number,
    "intermediate_integration": _antiderivative,
    "knights_knaves": _roles,
    "letter_jumble": _word_count,
    "n_queens": _board,
    "number_format": _close_number,
    "number_sorting": _sorted_numbers,
    "polynomial_equations": _number_list,
    "polynomial_multiplication": _polynomial,
    "pool_matrix": _close_matrix,
    "propositional_logic": _formula,
    "puzzle24": _reaches(lambda entry: 24),
    "quantum_lock": _matching(r"[ABC](?:\s*(?:→|->|=>|>|,|;|-)?\s*[ABC])*"),
    "simple_integration": _antiderivative,
    "sokoban": _matching(r"[UDLR][UDLR\s,]*"),
    "spiral_matrix": _same_text,
    "string_insertion": _same_text,
    "time_intervals": _duration,
    "word_sorting": _item_count,
}
"""Guards by generator: those of the published suite whose scorer has a fault."""


def _exact_sum(answer: str, entry: Entry) -> bool:
    """Whether a decimal answer is the exact value: some references are rounded by the generator's precision."""
    try:
        terms = entry["metadata"]["expression"].replace("+ ", "+").replace("- ", "-").split()
        given = Decimal(answer.strip())
        return given.is_finite() and given == sum(map(Decimal, terms))
    except (InvalidOperation, ValueError):
        return False


ALSO_RIGHT: dict[str, Guard] = {"decimal_chain_sum": _exact_sum}
"""Further right answers that the scorer of a generator refuses."""


_HEXADECIMAL = re.compile(r"(?:0x[0-9a-f]+|\d+|<<|>>|[-+*&|^~()\s])+", re.IGNORECASE)

EVALUATED: dict[str, Callable[[Entry], bool]] = {
    "bitwise_arithmetic": lambda entry: _HEXADECIMAL.fullmatch(entry["metadata"]["problem"]) is not None,
    "intermediate_integration": lambda entry: _in_variable(entry["metadata"]["integrand"], entry),
    "polynomial_multiplication": lambda entry: _polynomial(entry["answer"], entry),
    "simple_integration": lambda entry: _in_variable(entry["metadata"]["integrand"], entry),
}
"""Whether what a scorer evaluates of the entry itself is arithmetic and no other code."""


def check_entry(generator: str, entry: Entry) -> None:
    """Entries may come from a file of anybody's: refuse one that makes the scorer run code.

    Raises:
        ValueError: the reference or the metadata holds something else than arithmetic.
    """
    sound = EVALUATED.get(generator)
    if sound is not None and not sound(entry):
        raise ValueError(
            f"an entry of {generator} holds something else than arithmetic, which its scorer would run"
        )


def guarded_score(generator: str, dataset: Any, answer: str, entry: Entry) -> float:
    """Score of ``answer`` between 0 and 1 by the generator's scorer, behind its guard if it has one.

    Raises:
        Exception: whatever the scorer raises on junk.
    """
    guard, also = GUARDS.get(generator), ALSO_RIGHT.get(generator)
    if guard is not None and not guard(answer, entry):
        return 0.0
    if also is not None and also(answer, entry):
        return 1.0
    return float(dataset.score_answer(answer, entry))
