"""Grades one answer text by the scorer of its generator: full credit only, junk is wrong, never an exception."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from contests.ar import client
from r3env.problem import Problem
from r3env.verdict import Outcome, Verdict

FULL = 1.0
SHOWN = 40
"""Characters of an answer shown in a reason."""

LONGEST = 20_000
"""Characters of the longest answer that is scored; the longest reference of the suite has about 5,000."""


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= SHOWN else flat[: SHOWN - 1] + "…"


def difference(answer: str, reference: str) -> str:
    """Why an answer is wrong, in a few words.

    >>> difference("41", "42")
    '41 != 42'
    """
    if not answer.strip():
        return "empty answer"
    shown, expected = _short(answer), _short(reference)
    if shown != expected:
        return f"{shown} != {expected}"
    pairs = zip(f"{answer}\n", f"{reference}\n", strict=False)
    place = next((i for i, (given, wanted) in enumerate(pairs) if given != wanted), len(reference))
    return f"{shown} differs from the reference at character {place}"


def _tidy(text: str) -> str:
    """Without blanks at the ends of the text and of its lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def spellings(answer: str, reference: str) -> list[str]:
    """The answer as given, without blanks around it and at line ends, and the reference where nothing else differs.

    Scorers of Reasoning Gym lower the score of a right answer for a blank or a line end around it.
    """
    forms = [answer, answer.strip(), _tidy(answer)]
    if _tidy(answer) == _tidy(reference):
        forms.append(reference)
    return list(dict.fromkeys(forms))


def _score(problem: Problem, forms: list[str]) -> dict[str, Any]:
    """Reply of the scorer.

    A scorer that dies twice on an answer but accepts the reference was killed by the answer. Once may be chance:
    a suspended run (its clock goes on), or a machine short of memory.
    """
    source, reference = problem.provenance, str(problem.reference)
    entry = {"question": problem.statement, "answer": reference, "metadata": problem.metadata["entry"]}
    parameters = {**source["parameters"]}
    for _ in range(2):
        with suppress(client.WorkerDiedError):
            return client.score(source["generator"], parameters, entry, forms)
    sound = client.score(source["generator"], parameters, entry, [reference]).get("score") == FULL
    return {"score": 0.0, "raised": "time or memory limit"} if sound else {"error": "the scorer died"}


def grade_answer(problem: Problem, answer: str, label: str) -> Verdict:
    """Verdict of one answer text: correct, wrong, or grader_error where the scorer itself cannot work."""
    reference = str(problem.reference)
    if len(answer) > LONGEST:
        reason = f"answer of {len(answer)} characters, at most {LONGEST} are graded"
        return Verdict(Outcome.WRONG, label, problem.id, reason, answer[:SHOWN])
    try:
        reply = _score(problem, spellings(answer, reference))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        return Verdict(Outcome.GRADER_ERROR, label, problem.id, reason, answer)
    if "error" in reply:
        return Verdict(Outcome.GRADER_ERROR, label, problem.id, reply["error"], answer)
    detail = {"score": reply["score"], **({"raised": reply["raised"]} if reply["raised"] else {})}
    if reply["score"] == FULL:
        return Verdict(Outcome.CORRECT, label, problem.id, "", answer, detail)
    return Verdict(Outcome.WRONG, label, problem.id, difference(answer, reference), answer, detail)
