"""Comparison of an output with the answer: the four checkers that need no program of their own.

Exit codes of checker programs (called with the paths of input, output, answer) are read by `from_exit_code`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from contests.code.package import Checker, JudgeVerdict
from r3env.sandbox.protocol import Ending, ProcessResult

_DECIMAL = re.compile(rb"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_INTEGER = re.compile(rb"[+-]?\d+")
MESSAGE = 200
"""Characters of a jury program's message that are kept."""
_SHOWN = 40
"""Bytes of a token or line shown in a message."""

PYTHON_GUARD = """
import runpy, sys, traceback
sys.argv.pop(0)
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except Exception:
    traceback.print_exc()
    sys.exit(3)
"""
"""Program text that runs the Python checker named by its first argument: ``python -I -c GUARD checker.py …``.

Without it, an exception would end the checker with exit code 1, which says *wrong answer*.
"""

PYTHON_TALK_GUARD = PYTHON_GUARD.replace(
    "except Exception:",
    """except EOFError:
    print("the program ended while the interactor waited for it", file=sys.stderr)
    sys.exit(1)
except Exception:""",
).replace("try:", 'sys.stdin.reconfigure(errors="surrogateescape")\ntry:')
"""The same for an interactor: what it reads may be no UTF-8, and no more of it is the program's fault."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Accepted, wrong answer, presentation or judge error, and a short first difference for the log."""

    verdict: JudgeVerdict
    message: str = ""

    @property
    def accepted(self) -> bool:
        """True when the output is right."""
        return self.verdict is JudgeVerdict.ACCEPTED


ACCEPTED = Comparison(JudgeVerdict.ACCEPTED)


def compare(checker: Checker, output: bytes, answer: bytes) -> Comparison:
    """Compare an output with the answer under a built-in checker.

    ``exact``: the same lines, blanks included; CRLF counts as LF, and newlines at the end do not count. The right
    tokens in another layout are *presentation*.
    ``token``: the same tokens, whatever ASCII white space parts them (line breaks too).
    ``float``: like ``token``, but where the answer's token is a decimal number with a point or an exponent,
    an absolute or relative error up to the tolerance is right; ``nan``, ``inf`` and hexadecimal never are.
    ``unordered-lines``: the same lines in any order, each compared by tokens, empty ones left out.
    """
    if checker.kind == "exact":
        compared = _sequence(_lines(output), _lines(answer), "line")
        other_layout = not compared.accepted and output.split() == answer.split()
        return Comparison(JudgeVerdict.PRESENTATION, compared.message) if other_layout else compared
    if checker.kind == "token":
        return _sequence(output.split(), answer.split(), "token")
    if checker.kind == "float":
        return _sequence(output.split(), answer.split(), "token", checker.tolerance)
    if checker.kind == "unordered-lines":
        return _unordered(output, answer)
    raise ValueError(f"checker kind {checker.kind!r} runs a program; only the judge can call it")


def from_exit_code(code: int | None, message: str = "") -> Comparison:
    """Read a checker program's end: 0 accepted, 1 wrong, 2 presentation; all else is a judge error."""
    verdicts = {0: JudgeVerdict.ACCEPTED, 1: JudgeVerdict.WRONG_ANSWER, 2: JudgeVerdict.PRESENTATION}
    verdict = JudgeVerdict.JUDGE_ERROR if code is None else verdicts.get(code, JudgeVerdict.JUDGE_ERROR)
    return Comparison(verdict, message)


def from_process(result: ProcessResult, who: str, printed: bytes) -> Comparison:
    """Read how a program of the jury (``who``) ended; what it printed is the message, and the end if it failed."""
    message = " ".join(printed.decode("utf-8", "replace").split())[:MESSAGE]
    comparison = from_exit_code(result.exit_code, message)
    if comparison.verdict is not JudgeVerdict.JUDGE_ERROR:
        return comparison
    ended = {
        Ending.EXITED: f"exit code {result.exit_code}",
        Ending.SIGNALED: f"signal {result.signal}",
    }.get(result.ending, str(result.ending))
    return Comparison(JudgeVerdict.JUDGE_ERROR, f"the {who} ended with {ended} {message}".strip())


def _lines(data: bytes) -> list[bytes]:
    return data.replace(b"\r\n", b"\n").rstrip(b"\n").split(b"\n")


def _show(part: bytes) -> str:
    text = part[:_SHOWN].decode(errors="backslashreplace")
    return repr(text + "…" if len(part) > _SHOWN else text)


def _same(got: bytes, want: bytes, tolerance: float) -> bool:
    if got == want:
        return True
    if tolerance == 0 or _INTEGER.fullmatch(want) or not _DECIMAL.fullmatch(want):
        return False
    if not _DECIMAL.fullmatch(got):
        return False
    x, y = float(got), float(want)
    return math.isfinite(y) and abs(x - y) <= tolerance * max(1.0, abs(y))


def _sequence(got: list[bytes], want: list[bytes], unit: str, tolerance: float = 0.0) -> Comparison:
    for place, (x, y) in enumerate(zip(got, want, strict=False), 1):
        if not _same(x, y, tolerance):
            return Comparison(
                JudgeVerdict.WRONG_ANSWER, f"{unit} {place}: got {_show(x)}, expected {_show(y)}"
            )
    if len(got) != len(want):
        return Comparison(JudgeVerdict.WRONG_ANSWER, f"got {len(got)} {unit}s, expected {len(want)}")
    return ACCEPTED


def _unordered(output: bytes, answer: bytes) -> Comparison:
    got, want = (
        Counter(b" ".join(line.split()) for line in data.splitlines() if line.split())
        for data in (output, answer)
    )
    if got == want:
        return ACCEPTED
    strangers, missing = got - want, want - got
    if strangers:
        return Comparison(JudgeVerdict.WRONG_ANSWER, f"unexpected line {_show(min(strangers))}")
    return Comparison(JudgeVerdict.WRONG_ANSWER, f"missing line {_show(min(missing))}")
