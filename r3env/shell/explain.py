"""`explain`: a decision as a small drawing, one line a segment."""

from __future__ import annotations

from r3env.decision import Decision, Kind, Segment, SubClass

_INDENT = "  "
_WIDTH = 14  # columns of the program names


def explain(decision: Decision) -> str:
    """Plain text for ``r3env classify``: the verdict, then what was judged, nested as in the line.

    >>> from r3env.shell import classify
    >>> print(explain(classify("ls | wc -l")))
      counted   wc computes: text processing
                ls             passive
                wc             compute: text processing   ← this is what is charged
    """
    lines = [f"{_INDENT}{decision.kind:<10}{decision.reason}"]
    guilty = _guilty(decision)
    for index, segment in enumerate(decision.segments):
        lines.append(_line(segment, index == guilty, decision.kind))
    if decision.problems:
        lines.append(f"{_INDENT}{'touches':<10}problem {', '.join(decision.problems)}")
    return "\n".join(lines)


def _guilty(decision: Decision) -> int | None:
    """Index of the segment that decides: the first that is not free."""
    if decision.kind is Kind.FREE or decision.subclass is SubClass.SYNTAX:
        return None
    order = [s.kind for s in decision.segments]
    wanted = Kind.BLOCKED if Kind.BLOCKED in order else Kind.COUNTED
    return order.index(wanted) if wanted in order else None


def _line(segment: Segment, guilty: bool, kind: Kind) -> str:
    branch = "  " * (segment.depth - 1) + "└ " if segment.depth else ""
    name = segment.program or _one_line(segment.text)
    reason = "passive" if segment.kind is Kind.FREE else segment.reason
    what = {Kind.COUNTED: "charged", Kind.BLOCKED: "refused"}.get(kind)
    mark = f"   ← this is what is {what}" if guilty and what else ""
    return f"{_INDENT}{'':<10}{branch + _one_line(name):<{_WIDTH}} {reason}{mark}"


def _one_line(text: str) -> str:
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
