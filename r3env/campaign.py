"""Campaigns: planned episodes, the workers that play them, and resume. Policies and environments are factories."""

from __future__ import annotations

import hashlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import gymnasium

from r3env.episode import Episode, Status
from r3env.errors import Blame, told
from r3env.fingerprint import canonical, fingerprint
from r3env.policy import Policy
from r3env.rollout import episode_spec, run_episode
from r3env.store import RunStore

GRACE = 3.0
"""Seconds that running episodes get to end after an interrupt."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One planned episode: how to make it, and the spec it will have."""

    make_env: Callable[[], gymnasium.Env[Any, Any]]
    make_policy: Callable[[], Policy]
    seed: int
    labels: Mapping[str, Any]
    spec: Mapping[str, Any]
    fingerprint: str


@dataclass
class Summary:
    """What a campaign did, in episodes; ``errors`` holds the latest message of each kind of failure."""

    planned: int = 0
    skipped: int = 0
    played: int = 0
    solved: float = 0.0
    infrastructure: int = 0
    policy_errors: int = 0
    cancelled: int = 0
    estimated: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def left(self) -> int:
        """Episodes not finished yet."""
        return self.planned - self.skipped - self.played

    def to_dict(self) -> dict[str, Any]:
        """JSON-like form."""
        return {**self.__dict__, "kinds": dict(self.kinds), "errors": dict(self.errors), "left": self.left}


def episode_seed(base: int, *identity: Any) -> int:
    """A seed in 0 … 2³¹−1 from the run's seed and the identity of the episode.

    The policy is no part of it, so that two policies meet the same randomness (paired comparison).
    """
    digest = hashlib.sha256(canonical([base, *identity]).encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def plan(
    make_env: Callable[[], gymnasium.Env[Any, Any]],
    make_policy: Callable[[], Policy],
    policy: Policy,
    seed: int,
    labels: Mapping[str, Any],
) -> Planned:
    """Plan one episode. ``policy`` is an instance that is only asked for its spec."""
    env = make_env()
    try:
        spec = episode_spec(env, policy, seed, labels)
    finally:
        env.close()
    return Planned(make_env, make_policy, seed, labels, spec, fingerprint(spec))


def run_campaign(
    store: RunStore,
    plans: Iterable[Planned],
    *,
    jobs: int = 1,
    retries: int = 1,
    progress: Callable[[Summary, Episode | None], None] | None = None,
) -> Summary:
    """Play what is not done yet and record it, one transaction per episode.

    Infrastructure failures are played again, up to ``retries`` times in this call and on every later one.
    On Ctrl-C running episodes get three seconds; what has not ended is recorded as `cancelled`.

    Args:
        store: takes the episodes; its writer's lease is taken first.
        plans: see `plan`.
        jobs: episodes at one time (threads: policies wait for models, sandboxes are other processes).
        retries: further tries of a failed episode in this call.
        progress: called in this thread after every episode, and once at the start.
    """
    store.acquire()
    planned = list({p.fingerprint: p for p in plans}.values())
    done = store.done()
    waiting = [p for p in planned if p.fingerprint not in done]
    summary = Summary(planned=len(planned), skipped=len(planned) - len(waiting))
    if progress:
        progress(summary, None)
    crew = _Crew(max(1, min(jobs, len(waiting) or 1)))
    try:
        for round_number in range(retries + 1):
            waiting = _play_round(crew, store, waiting, summary, progress)
            if not waiting:
                break
            if round_number == retries:
                summary.infrastructure = len(waiting)
    except KeyboardInterrupt:
        summary.interrupted = True
        _cancel(crew, store, summary)
    finally:
        crew.stop()
    return summary


def _play_round(
    crew: _Crew,
    store: RunStore,
    waiting: Sequence[Planned],
    summary: Summary,
    progress: Callable[[Summary, Episode | None], None] | None,
) -> list[Planned]:
    """Play all of ``waiting``; returns those that failed for reasons outside the player."""
    failed: list[Planned] = []
    crew.submit(waiting)
    for _ in range(len(waiting)):
        planned, episode = crew.result()
        try:
            store.add(episode)
        except KeyboardInterrupt:
            crew.results.put((planned, episode))  # nothing finished is dropped: `_cancel` writes it
            raise
        _count(summary, episode)
        if not episode.done:
            failed.append(planned)
        if progress:
            progress(summary, episode)
    return failed


def _count(summary: Summary, episode: Episode) -> None:
    if not episode.done:
        kind = episode.failure_kind or episode.blame or str(episode.status)
        summary.kinds[kind] = summary.kinds.get(kind, 0) + 1
        summary.errors[kind] = episode.error
        return
    summary.played += 1
    summary.solved += episode.score
    if episode.status is Status.POLICY_ERROR:
        summary.policy_errors += 1
        summary.errors["policy"] = episode.error
    summary.estimated += any(_estimated(e.detail) for e in episode.events)


def _estimated(detail: Mapping[str, Any]) -> bool:
    """A provider gave no usable figure for a turn, so its tokens are our own count (tool-free, agentic)."""
    return bool(detail.get("provider_estimated") or detail.get("raw", {}).get("estimated"))


def _cancel(crew: _Crew, store: RunStore, summary: Summary) -> None:
    """Keep what finishes within the grace period; record the running rest as cancelled."""
    running = crew.interrupt()
    deadline = time.monotonic() + GRACE
    while (running and time.monotonic() < deadline) or not crew.results.empty():
        try:
            planned, episode = crew.results.get(timeout=0.05)
        except queue.Empty:
            continue
        running.pop(planned.fingerprint, None)
        store.add(episode)
        if episode.status is Status.CANCELLED:
            summary.cancelled += 1
        else:
            _count(summary, episode)
    for planned in running.values():
        store.add(Episode(spec=planned.spec, status=Status.CANCELLED, error="interrupted by the user"))
        summary.cancelled += 1


class _Crew:
    """Daemon threads that play planned episodes; a hanging provider call cannot hold the program."""

    def __init__(self, size: int) -> None:
        self.results: queue.Queue[tuple[Planned, Episode]] = queue.Queue()
        self._tasks: queue.Queue[Planned | None] = queue.Queue()
        self._running: dict[str, Planned] = {}
        self._halt = threading.Event()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(size)]
        for thread in self._threads:
            thread.start()

    def submit(self, plans: Iterable[Planned]) -> None:
        for planned in plans:
            self._tasks.put(planned)

    def result(self) -> tuple[Planned, Episode]:
        """The next finished episode; wakes up often, so that Ctrl-C is heard at once."""
        while True:
            try:
                return self.results.get(timeout=0.2)
            except queue.Empty:
                continue

    def interrupt(self) -> dict[str, Planned]:
        """Start no further episode; returns those running now."""
        self._halt.set()
        return dict(self._running)

    def stop(self) -> None:
        self._halt.set()
        for _ in self._threads:
            self._tasks.put(None)

    def _work(self) -> None:
        policies: dict[Callable[[], Policy], Policy] = {}
        while not self._halt.is_set():
            planned = self._tasks.get()
            if planned is None or self._halt.is_set():
                return
            self._running[planned.fingerprint] = planned
            episode = _play(planned, policies, self._halt.is_set)
            self.results.put((planned, episode))
            self._running.pop(planned.fingerprint, None)


def _play(
    planned: Planned, policies: dict[Callable[[], Policy], Policy], halted: Callable[[], bool]
) -> Episode:
    """One episode with a fresh environment and this worker's own policy; a bug of ours blames the harness."""
    try:
        if planned.make_policy not in policies:
            policies[planned.make_policy] = planned.make_policy()
        env = planned.make_env()
        try:
            return run_episode(
                env, policies[planned.make_policy], planned.seed, labels=planned.labels, cancelled=halted
            )
        finally:
            env.close()
    except Exception as error:  # the boundary: one broken episode must not stop the others
        return Episode(
            spec=planned.spec, status=Status.INFRASTRUCTURE, blame=str(Blame.HARNESS), error=told(error)
        )
