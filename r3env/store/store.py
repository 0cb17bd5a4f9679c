"""`RunStore`: episodes written once each, atomically; failed tries and labels beside them."""

from __future__ import annotations

import json
import sqlite3
import threading
import weakref
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from r3env.episode import Episode
from r3env.errors import StoreError
from r3env.fingerprint import canonical
from r3env.store.lease import Lease
from r3env.store.schema import connect
from r3env.verdict import Verdict

_INDEXED = ("purpose", "setting", "domain", "contest")


def pack(value: Any) -> bytes:
    """Compressed canonical JSON."""
    return zlib.compress(canonical(value).encode(), 6)


def unpack(blob: bytes, name: str = "a record") -> Any:
    """Inverse of `pack`.

    Raises:
        StoreError: the bytes are damaged; the message says whose (``name``).
    """
    try:
        return json.loads(zlib.decompress(blob))
    except (zlib.error, ValueError, TypeError) as error:
        raise StoreError(
            f"{name} of the run store is damaged: {error}; restore the file from a copy, or delete that row"
        ) from error


def _shut(connection: sqlite3.Connection, lease: Lease) -> None:
    try:
        lease.release()
        connection.close()
    except sqlite3.Error:
        return  # closed already, or the disk is gone: the next writer takes a dead lease over


class RunStore:
    """One run: an SQLite file (WAL, one transaction per episode, ``synchronous=FULL``).

    Reading needs nothing; the first write takes the lease, which `close` gives back. May be used from
    several threads of one process.

    Args:
        path: the file; made with its folder when ``create`` is set and nothing is there.
        create: False to read an existing store only.

    Raises:
        StoreError: see `r3env.store.schema.connect`; and on a write while another writer is alive.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        self._connection = connect(self.path, create=create)
        self._lease = Lease(self._connection, str(self.path))
        self._lock = threading.RLock()
        self._finalizer = weakref.finalize(self, _shut, self._connection, self._lease)

    def __enter__(self) -> RunStore:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the lease back and close the file; harmless when called twice."""
        self._finalizer()

    def acquire(self) -> None:
        """Take the writer's lease now, so that a second writer is refused before it has played anything."""
        with self._lock:
            self._lease.acquire()

    def _write(self, work: Callable[[sqlite3.Connection], object]) -> None:
        with self._lock:
            self._lease.acquire()
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._lease.beat()
                work(self._connection)
                self._connection.execute("COMMIT")
            except sqlite3.Error as error:
                self._rollback()
                raise StoreError(
                    f"cannot write {self.path}: {error}; what was written before is intact"
                ) from error
            except BaseException:
                self._rollback()
                raise

    def _rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._connection.execute(sql, parameters).fetchall()
            except sqlite3.Error as error:
                raise StoreError(f"cannot read {self.path}: {error}") from error

    # -- episodes ----------------------------------------------------------------------------------------

    def add(self, episode: Episode) -> bool:
        """Record an episode: a finished one once, a failed one as an attempt to be repeated.

        Returns:
            True when it was recorded, False when an episode of that fingerprint stood already.
        """
        fingerprint = episode.fingerprint
        if not episode.done:
            self._write(lambda c: _insert_attempt(c, fingerprint, episode))
            return True
        fresh = not self.has(fingerprint)
        if fresh:
            self._write(lambda c: _insert_episode(c, fingerprint, episode))
        return fresh

    def has(self, fingerprint: str) -> bool:
        """True when that episode is done."""
        return bool(self._rows("SELECT 1 FROM episodes WHERE fingerprint = ?", (fingerprint,)))

    def done(self) -> set[str]:
        """Fingerprints of all finished episodes."""
        return {row[0] for row in self._rows("SELECT fingerprint FROM episodes")}

    def __len__(self) -> int:
        return int(self._rows("SELECT count(*) FROM episodes")[0][0])

    def get(self, fingerprint: str) -> Episode | None:
        """One finished episode, or None."""
        return next(self.episodes(fingerprint=fingerprint), None)

    def episodes(self, *, events: bool = True, **where: str) -> Iterator[Episode]:
        """Finished episodes in the order in which they were written, with their newest verdicts.

        Args:
            events: False leaves the event logs out, which is several times faster.
            **where: equality on ``fingerprint``, ``purpose``, ``setting``, ``domain``, ``contest`` or ``policy``.
        """
        for data in self.records(events=events, **where):
            yield Episode.from_dict(data)

    def records(self, *, events: bool = True, **where: str) -> Iterator[dict[str, Any]]:
        """Like `episodes`, as plain dicts."""
        allowed = {"fingerprint", "policy", *_INDEXED}
        if not set(where) <= allowed:
            raise StoreError(f"episodes are selected by {', '.join(sorted(allowed))}, got {sorted(where)}")
        clause = " AND ".join(f"e.{name} = ?" for name in where) or "1"
        ids = self._rows(f"SELECT e.id FROM episodes e WHERE {clause} ORDER BY e.id", tuple(where.values()))
        column = "v.record, x.record" if events else "v.record, NULL"
        for start in range(0, len(ids), 500):
            batch = [row[0] for row in ids[start : start + 500]]
            marks = ",".join("?" * len(batch))
            yield from map(
                _join,
                self._rows(
                    f"SELECT e.fingerprint, e.record, {column} FROM episodes e "
                    "LEFT JOIN events x USING (fingerprint) "
                    "LEFT JOIN verdicts v ON v.fingerprint = e.fingerprint AND v.grading = "
                    "(SELECT max(grading) FROM verdicts WHERE fingerprint = e.fingerprint) "
                    f"WHERE e.id IN ({marks}) ORDER BY e.id",
                    batch,
                ),
            )

    def attempts(self) -> Iterator[Episode]:
        """Failed tries of every episode, resolved meanwhile or not, oldest first."""
        for (blob,) in self._rows("SELECT record FROM attempts ORDER BY id"):
            yield Episode.from_dict(unpack(blob))

    def unresolved(self) -> list[Episode]:
        """The last failed try of every episode that never succeeded."""
        rows = self._rows(
            "SELECT a.record FROM attempts a WHERE a.id = (SELECT max(id) FROM attempts b "
            "WHERE b.fingerprint = a.fingerprint) "
            "AND a.fingerprint NOT IN (SELECT fingerprint FROM episodes) ORDER BY a.id"
        )
        return [Episode.from_dict(unpack(blob)) for (blob,) in rows]

    def regrade(self, fingerprint: str, verdicts: Sequence[Verdict], grader: str) -> None:
        """Add a new grading; the earlier ones are kept."""
        record = pack([v.to_dict() for v in verdicts])
        self._write(
            lambda c: c.execute(
                "INSERT INTO verdicts SELECT ?, 1 + max(grading), ?, ? FROM verdicts WHERE fingerprint = ?",
                (fingerprint, grader, record, fingerprint),
            )
        )

    def gradings(self, fingerprint: str) -> list[tuple[str, list[Verdict]]]:
        """All gradings of an episode, oldest first: version of the grader and verdicts."""
        rows = self._rows(
            "SELECT grader, record FROM verdicts WHERE fingerprint = ? ORDER BY grading", (fingerprint,)
        )
        return [(grader, [Verdict.from_dict(v) for v in unpack(blob)]) for grader, blob in rows]

    def merge(self, other: RunStore) -> int:
        """Take over the finished episodes, attempts and labels of another store; returns new episodes.

        A new episode comes with all its gradings; one that stands here already keeps its own.
        """
        added = 0
        for episode in other.episodes():
            (_, first), *later = other.gradings(episode.fingerprint) or [("", list(episode.verdicts))]
            if not self.add(episode.with_verdicts(tuple(first))):
                continue
            added += 1
            for grader, verdicts in later:
                self.regrade(episode.fingerprint, verdicts, grader)
        for attempt in other.attempts():
            self.add(attempt)
        for label in other.labels():
            self.add_label(label)
        return added

    # -- settings ----------------------------------------------------------------------------------------

    def setting(self, key: str) -> Any:
        """A recorded setting, or None."""
        rows = self._rows("SELECT value FROM meta WHERE key = ?", (key,))
        return json.loads(rows[0][0]) if rows else None

    def put_setting(self, key: str, value: Any) -> None:
        """Record a setting, replacing an earlier one."""
        text = canonical(value)
        self._write(lambda c: c.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, text)))

    def require(self, key: str, value: Any) -> None:
        """Record a setting the first time; afterwards insist on it.

        Raises:
            StoreError: the store holds a run of other settings; the message names what differs.
        """
        present = self.setting(key)
        wanted = json.loads(canonical(value))
        if present is None:
            self.put_setting(key, value)
        elif present != wanted:
            raise StoreError(
                f"{self.path} holds a run of other settings ({key}): {_difference(present, wanted)}; "
                "use another --store, or the settings of this one"
            )

    # -- labels ------------------------------------------------------------------------------------------

    def add_label(self, label: Mapping[str, Any]) -> int:
        """Append an annotation; labels never change outcomes. Returns its id."""
        text = canonical(label)
        row: list[int] = []

        def work(connection: sqlite3.Connection) -> None:
            cursor = connection.execute(
                "INSERT INTO labels (fingerprint, annotator, record) VALUES (?, ?, ?)",
                (str(label.get("fingerprint", "")), str(label.get("annotator", "")), text),
            )
            row.append(int(cursor.lastrowid or 0))

        self._write(work)
        return row[0]

    def labels(self) -> list[dict[str, Any]]:
        """All annotations, oldest first."""
        found = self._rows("SELECT record FROM labels ORDER BY id")
        try:
            return [json.loads(text) for (text,) in found]
        except (ValueError, TypeError) as error:
            raise StoreError(f"a label of {self.path} is damaged: {error}") from error


def _insert_episode(connection: sqlite3.Connection, fingerprint: str, episode: Episode) -> None:
    data = episode.to_dict()
    events, verdicts = data.pop("events"), data.pop("verdicts")
    spec = episode.spec
    policy = spec.get("policy")
    connection.execute(
        "INSERT INTO episodes (fingerprint, purpose, setting, domain, contest, policy, status, record) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            fingerprint,
            *(spec.get(name) for name in _INDEXED),
            policy.get("name") if isinstance(policy, Mapping) else None,
            str(episode.status),
            pack(data),
        ),
    )
    connection.execute("INSERT INTO events VALUES (?, ?)", (fingerprint, pack(events)))
    grader = str(spec.get("domain_version", ""))
    connection.execute("INSERT INTO verdicts VALUES (?, 0, ?, ?)", (fingerprint, grader, pack(verdicts)))


def _insert_attempt(connection: sqlite3.Connection, fingerprint: str, episode: Episode) -> None:
    connection.execute(
        "INSERT INTO attempts (fingerprint, status, blame, kind, error, record) VALUES (?, ?, ?, ?, ?, ?)",
        (
            fingerprint,
            str(episode.status),
            episode.blame,
            episode.failure_kind,
            episode.error,
            pack(episode.to_dict()),
        ),
    )


def _join(row: tuple[str, bytes, bytes | None, bytes | None]) -> dict[str, Any]:
    fingerprint, record, verdicts, events = row
    name = f"episode {fingerprint}"
    data: dict[str, Any] = unpack(record, name)
    data["verdicts"] = [] if verdicts is None else unpack(verdicts, name)
    data["events"] = [] if events is None else unpack(events, name)
    return data


def _difference(present: Any, wanted: Any) -> str:
    """What differs, one line: ``stages is 2 there, 1 here``."""
    if not (isinstance(present, dict) and isinstance(wanted, dict)):
        return f"{present!r} there, {wanted!r} here"
    names = [k for k in sorted({*present, *wanted}) if present.get(k) != wanted.get(k)]
    return ", ".join(f"{k} is {present.get(k)!r} there, {wanted.get(k)!r} here" for k in names)
