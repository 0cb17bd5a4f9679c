"""Regrading: verdicts made again from the recorded artifacts or replies, beside the old ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from r3env.contest_source import resolve
from r3env.domain import Domain, GradeContext, load_domain
from r3env.episode import Episode
from r3env.errors import R3Error
from r3env.event import EventKind
from r3env.grading import grade_contest, parse_answers
from r3env.problem import Contest, content_digest
from r3env.sandbox import open_sandbox
from r3env.store import RunStore
from r3env.verdict import Parsed


@dataclass
class Regrading:
    """What `regrade_store` did."""

    episodes: int = 0
    regraded: int = 0
    changed: int = 0
    impossible: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """JSON-like form."""
        return {**self.__dict__, "impossible": list(self.impossible)}


def regrade_store(store: RunStore, *, force: bool = False, suite: Iterable[Contest] = ()) -> Regrading:
    """Judge every episode again whose grader is of another version than the domain's present one.

    Args:
        store: gets a new grading for each; earlier ones are kept.
        force: judge again whatever the version.
        suite: contests that were played from a file; others are found by their ids.

    Where the grader fails (no sandbox here, a crash) the earlier grading stands, and the episode is named.
    """
    done = Regrading()
    domains: dict[str, Domain] = {}
    own = {contest.id: contest for contest in suite}
    for episode in list(store.episodes()):
        done.episodes += 1
        name = str(episode.spec["domain"])
        if name not in domains:
            domains[name] = load_domain(name)
        domain = domains[name]
        gradings = store.gradings(episode.fingerprint)
        if not gradings:
            done.impossible.append(f"{episode.fingerprint}: its verdicts are missing from the store")
            continue
        if gradings[-1][0] == domain.version and not force:
            continue
        try:
            contest = contest_of(episode, own)
            parsed = answers_of(episode, contest, domain)
        except R3Error as error:
            done.impossible.append(f"{episode.fingerprint}: {error}")
            continue
        verdicts = grade_contest(domain, contest, parsed, GradeContext(sandbox=lambda: open_sandbox("auto")))
        failed = next((v for v in verdicts if not v.scored), None)
        if failed is not None:  # a grader that fails here and now says nothing about the answers
            done.impossible.append(f"{episode.fingerprint}: the grader failed: {failed.reason}")
            continue
        done.regraded += 1
        done.changed += sum(a.outcome != b.outcome for a, b in zip(verdicts, episode.verdicts, strict=False))
        store.regrade(episode.fingerprint, verdicts, domain.version)
    return done


def contest_of(episode: Episode, suite: Mapping[str, Contest] | None = None) -> Contest:
    """The contest that was played, made again.

    Args:
        episode: its specification names the contest.
        suite: contests by id, looked at first.

    Raises:
        R3Error: it is not known here, or no longer has the content that was played.
    """
    spec = episode.spec
    name, _, label = str(spec["contest"]).partition(":")
    if suite and name in suite:
        contest = suite[name].single(label) if label else suite[name]
    else:
        contest = resolve(str(spec["contest"]))[0]
    if spec.get("target"):
        contest = contest.with_target(str(spec["target"]))
    if content_digest(contest) != spec["contest_digest"]:
        raise R3Error(f"contest {contest.id} has another content now than when it was played")
    return contest


def answers_of(episode: Episode, contest: Contest, domain: Domain) -> Mapping[str, Parsed]:
    """The recorded answers, read again: the last reply of a tool-free episode, the artifacts of an agentic one."""
    labels = contest.labels
    if episode.spec["setting"] == "tool_free":
        replies = [e.action["text"] for e in episode.events if e.kind is EventKind.COMPLETION]
        return parse_answers(domain, replies[-1] if replies else "", labels)
    shared = len(set(episode.artifacts.values())) == 1 and len(labels) > 1
    found: dict[str, Parsed] = {}
    for label in labels:
        text = episode.artifacts.get(label)
        if text is None:
            found[label] = next(
                (
                    Parsed.unparsed(v.reason)
                    for v in episode.verdicts
                    if v.label == label and v.outcome == "unparsed"
                ),
                Parsed.missing("no artifact"),
            )
        else:
            own = labels if shared or _sections(domain, episode, label) else (label,)
            found[label] = parse_answers(domain, text, own, "artifact")[label]
    return found


def _sections(domain: Domain, episode: Episode, label: str) -> bool:
    """Whether the domain keeps several answers in one file."""
    from r3env.paths import Paths

    return domain.artifact(label, Paths()).section is not None and len(episode.spec["problems"]) > 1
