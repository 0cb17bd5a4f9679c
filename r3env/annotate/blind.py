"""Blinding: what an annotator sees of an episode. No player, no model, no tier, no host and no error text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from r3env.episode import Episode
from r3env.event import Event, EventKind
from r3env.problem import labels_for

PART_CHARS = 20_000
"""Characters of one text that are shown; the middle of a longer one is left out, and said to be."""
HIDDEN = "hidden"
_TELLING = ("model", "base_url", "endpoint", "provider")


def blinded(episode: Episode) -> dict[str, Any]:
    """An episode as its annotators see it, JSON-like.

    A text is a list of pieces. What stands between two pieces is left out: the middle of a long text, or a name
    that tells who played. So every text piece is word for word in the event and can be quoted.
    """
    spec, names = episode.spec, _telling(episode.spec.get("policy"))
    verdicts = {v.label: str(v.outcome) for v in episode.verdicts}
    labels = labels_for(len(spec["problems"]))
    return {
        "id": episode.fingerprint,
        "domain": spec.get("domain"),
        "setting": spec.get("setting"),
        "contest": spec.get("contest"),
        "budget": spec.get("budget"),
        "unit": episode.budget.get("unit", ""),
        "problems": [{"label": k, "outcome": verdicts.get(k, "ungraded")} for k in labels],
        "events": [_event(event, names) for event in episode.events],
    }


def _telling(policy: Any) -> list[str]:
    """Texts of a policy's spec that name the model or where it runs, longest first."""
    found = {str(policy[k]) for k in _TELLING if policy.get(k)} if isinstance(policy, Mapping) else set()
    found |= {part for name in found for part in name.split("/") if not part.endswith(":")}
    return sorted((name for name in found if len(name) >= 3), key=len, reverse=True)


def _event(event: Event, names: list[str]) -> dict[str, Any]:
    decision = event.decision
    kind = str(event.kind) if decision is None or event.kind is EventKind.GUARD else str(decision.kind)
    return {
        "n": event.seq,
        "class": kind,
        "sub": "" if decision is None else str(decision.subclass).replace("_", " "),
        "charge": {k: v for k, v in event.charges.items() if k != "seconds"},
        "before": event.before,
        "after": event.after,
        "focus": event.focus,
        "exit": event.result.exit_code,
        "parts": [{"role": role, "pieces": pieces(text, names)} for role, text in _parts(event) if text],
    }


def _parts(event: Event) -> Iterator[tuple[str, str]]:
    """The texts that belong to the play, each by its role; a failure's own text may name a host and is not one."""
    if event.kind is EventKind.INFRASTRUCTURE:
        return
    raw = event.detail.get("raw")
    if isinstance(raw, Mapping):
        yield from (("thought", str(raw[k])) for k in ("reasoning", "text") if raw.get(k))
    if isinstance(event.action, Mapping):
        yield "thought", str(event.action.get("reasoning") or "")
        yield "command", str(event.action.get("text") or "")
    else:
        yield "command", str(event.action)
    yield "output", event.result.output
    yield "note", event.result.note
    told = event.result.output + event.result.note
    yield from (("note", g.reason) for g in event.guards if g.refused and g.reason not in told)


def pieces(text: str, names: list[str], limit: int = PART_CHARS) -> list[Any]:
    """Text cut into what is shown; between two pieces stands what is not: a number of characters, or ``hidden``.

    >>> pieces("I am gpt-9, hello", ["gpt-9"])
    ['I am ', {'gap': 'hidden'}, ', hello']
    >>> pieces("abcdefgh", [], limit=4)
    ['ab', {'gap': 4}, 'gh']
    """
    if len(text) > limit:
        half = limit // 2
        shown: list[Any] = [text[:half], {"gap": len(text) - 2 * half}, text[len(text) - half :]]
    else:
        shown = [text]
    if not names:
        return shown
    pattern = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    out: list[Any] = []
    for piece in shown:
        if not isinstance(piece, str):
            out.append(piece)
            continue
        for number, part in enumerate(pattern.split(piece)):
            if number:
                out.append({"gap": HIDDEN})
            if part:
                out.append(part)
    return out
