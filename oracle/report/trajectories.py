"""Trajectories for the page: which episodes are shown, and what of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from oracle.report.text import cut, script_json, visible
from oracle.tables import Records
from r3env.episode import Episode
from r3env.event import Event, EventKind
from r3env.fingerprint import fingerprint, plain
from r3env.policy import player_name
from r3env.problem import labels_for

LIMIT = 240
"""Trajectories on a page."""
PAGE_BYTES = 9_000_000
"""Bytes of trajectories on a page; what goes beyond is left out and counted."""
OUTPUT_CHARS = 4_000
COMMAND_CHARS = 6_000
PURPOSES = ("contest", "target")


@dataclass(frozen=True, slots=True)
class Trajectories:
    """Trajectories in page form.

    Attributes:
        index: what the list shows of each, one dict an episode.
        bodies: JSON of the events of each, ready for a script element, in the same order.
        total: episodes that could have been shown.
        seed: of the draw.
        dropped: drawn episodes that did not fit on the page.
    """

    index: list[dict[str, Any]] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    total: int = 0
    seed: int = 0
    dropped: int = 0


def choose(records: Records, limit: int = LIMIT, *, seed: int = 0) -> list[str]:
    """Fingerprints of the episodes to show: contests, drawn evenly from all cells; curve runs if there are none.

    Args:
        records: all records.
        limit: how many; all of them when there are not more.
        seed: of the draw.
    """
    table = records.episodes
    contests = np.flatnonzero(np.isin(table.purpose, PURPOSES))
    rows = contests if len(contests) else np.arange(len(table))
    if len(rows) > limit:
        order = np.random.default_rng(seed).permutation(rows)
        names = (table.policy, table.setting, table.domain, table.scheduler, table.rho.astype(str))
        turn: dict[tuple[str, ...], int] = {}
        rounds = []
        for row in order:
            key = tuple(str(column[row]) for column in names)
            turn[key] = turn.get(key, 0) + 1
            rounds.append(turn[key])
        rows = np.sort(order[np.argsort(rounds, kind="stable")[:limit]])
    return [str(name) for name in table.fingerprint[rows]]


def _total_of(records: Records) -> int:
    """How many episodes `choose` draws from."""
    contests = int(np.isin(records.episodes.purpose, PURPOSES).sum())
    return contests or len(records.episodes)


def collect(
    records: Records,
    episodes: Iterable[Episode | Mapping[str, Any]],
    *,
    limit: int = LIMIT,
    seed: int = 0,
    page_bytes: int = PAGE_BYTES,
) -> Trajectories:
    """Draw trajectories and bring them into page form.

    Args:
        records: all records.
        episodes: a stream that holds at least the drawn ones (`choose`); others in it are passed over.
        limit, seed: see `choose`.
        page_bytes: bytes that all bodies may take together.
    """
    wanted = set(choose(records, limit, seed=seed))
    index: list[dict[str, Any]] = []
    bodies: list[str] = []
    room, dropped = page_bytes, 0
    for item in episodes:
        name = item.fingerprint if isinstance(item, Episode) else fingerprint(item["spec"])
        if name not in wanted:
            continue
        wanted.discard(name)
        episode = item if isinstance(item, Episode) else Episode.from_dict(item)
        body = script_json(_body(episode))
        size = len(body.encode())
        if size > room:
            dropped += 1
            continue
        room -= size
        index.append(_row(episode, name))
        bodies.append(body)
    return Trajectories(index, bodies, _total_of(records), seed, dropped)


def _row(episode: Episode, name: str) -> dict[str, Any]:
    spec = episode.spec
    guards = [str(s["name"]) for s in spec.get("schedulers") or ()]
    verdicts = {v.label: v for v in episode.verdicts}
    tiers: Sequence[str | None] = spec.get("tiers") or [None] * len(spec["problems"])
    return {
        "id": name,
        "policy": visible(player_name(spec["policy"])),
        "setting": spec["setting"],
        "purpose": spec["purpose"],
        "domain": spec["domain"],
        "contest": visible(str(spec["contest"])),
        "rho": spec.get("rho"),
        "scheduler": "+".join(guards) or "reference",
        "repeat": spec.get("repeat", 0),
        "status": str(episode.status),
        "budget": spec.get("budget"),
        "unit": episode.budget.get("unit", ""),
        "used": episode.budget.get("used"),
        "score": episode.score,
        "problems": [
            {
                "label": label,
                "id": visible(str(problem)),
                "tier": tier,
                "outcome": str(verdicts[label].outcome) if label in verdicts else "ungraded",
                "reason": cut(visible(verdicts[label].reason), 300) if label in verdicts else "",
                "answer": cut(visible(verdicts[label].answer), 600) if label in verdicts else "",
            }
            for label, problem, tier in zip(
                labels_for(len(spec["problems"])), spec["problems"], tiers, strict=True
            )
        ],
        "events": len(episode.events),
        "classes": sorted({_class(event) for event in episode.events}),
        "error": cut(visible(episode.error), 1000),
    }


def _body(episode: Episode) -> list[dict[str, Any]]:
    unit = str(episode.budget.get("unit", "actions"))
    return [_event(event, unit) for event in episode.events]


def _event(event: Event, unit: str) -> dict[str, Any]:
    """What the page shows of one event; empty parts are left out."""
    command, thought = _action_texts(event)
    decision, result = event.decision, event.result
    notes = [result.note] if result.note else []
    notes += [f"{g.guard} refused: {g.reason}" for g in event.guards if g.refused]
    notes += ["the time limit struck"] if result.timed_out else []
    notes += [f"{result.truncated:,} bytes were not recorded"] if result.truncated else []
    parts = {
        "n": event.seq,
        "kind": str(event.kind),
        "class": _class(event),
        "sub": "" if decision is None else str(decision.subclass),
        "why": "" if decision is None else cut(visible(decision.reason), 400),
        "command": cut(visible(command), COMMAND_CHARS),
        "thought": cut(visible(thought), OUTPUT_CHARS),
        "output": cut(visible(result.output), OUTPUT_CHARS),
        "exit": result.exit_code,
        "charge": event.charges.get(unit, 0),
        "before": event.before,
        "after": event.after,
        "focus": event.focus,
        "problem": event.problem,
        "time": round(event.time, 2),
        "notes": [cut(visible(note), 600) for note in notes],
        "detail": _extra(event),
    }
    return {k: v for k, v in parts.items() if v is not None and v != "" and v != []}


def _class(event: Event) -> str:
    """Class of the accounting, ``guard`` where a scheduler refused, else the kind of event."""
    if event.kind is EventKind.GUARD or event.decision is None:
        return str(event.kind)
    return str(event.decision.kind)


def _action_texts(event: Event) -> tuple[str, str]:
    """What was done and what was thought: a command or a completion's text; its reasoning or turn's text."""
    raw = event.detail.get("raw")
    said = raw if isinstance(raw, Mapping) else {}
    if isinstance(event.action, Mapping):
        return str(event.action.get("text") or ""), str(event.action.get("reasoning") or "")
    thoughts = [str(said[k]) for k in ("reasoning", "text") if said.get(k)]
    return str(event.action), "\n\n".join(thoughts)


def _extra(event: Event) -> str:
    """Figures of a completion on one line: stage, tokens by problem, finish reason."""
    detail, shown = event.detail, []
    if "stage" in detail:
        shown.append(f"stage {detail['stage']}")
    shares = detail.get("attribution")
    if isinstance(shares, Mapping) and shares:
        shown.append("tokens by problem: " + ", ".join(f"{k} {v:g}" for k, v in shares.items()))
    for key in ("finish_reason", "overshoot", "blame", "kind"):
        if detail.get(key):
            shown.append(f"{key.replace('_', ' ')}: {plain(detail[key])}")
    return cut(visible("; ".join(shown)), 600)
