"""`Desk`: the queue of trajectories and the labels of a store, opened only for as long as each request takes."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from r3env.annotate.blind import blinded
from r3env.episode import Episode
from r3env.errors import DataError, StoreError
from r3env.fingerprint import fingerprint
from r3env.labels import RUBRIC, Label, Scope, check_label, newest
from r3env.problem import labels_for
from r3env.store import RunStore

LIMIT = 60
PURPOSES = ("contest", "target")


class Desk:
    """What the annotation page asks for.

    Every annotator gets the same trajectories in the same shuffled order, so that their labels overlap. The
    store's lease is held only while a label is written: runs and other annotators get their turn.

    Args:
        path: the run store.
        limit: number of trajectories.
        seed: of the shuffle.

    Raises:
        StoreError: no store there, or one of a newer schema.
    """

    def __init__(self, path: str | Path, *, limit: int = LIMIT, seed: int = 0) -> None:
        self.path = Path(path)
        with self._open() as store:
            found = [
                (fingerprint(r["spec"]), len(labels_for(len(r["spec"]["problems"]))))
                for purpose in PURPOSES
                for r in store.records(events=False, purpose=purpose)
            ]
        random.Random(seed).shuffle(found)
        self._sizes = dict(found[:limit])
        self.total = len(found)

    def _open(self) -> RunStore:
        return RunStore(self.path, create=False)

    @property
    def names(self) -> list[str]:
        """Fingerprints of the queue, in order."""
        return list(self._sizes)

    def queue(self, annotator: str) -> list[dict[str, Any]]:
        """Each trajectory with the number of questions asked and answered by this annotator."""
        done: dict[str, int] = {}
        for label in self.labels():
            if label.annotator == annotator:
                done[label.fingerprint] = done.get(label.fingerprint, 0) + 1
        asked = {scope: sum(i.scope is scope for i in RUBRIC.values()) for scope in Scope}
        return [
            {
                "id": name,
                "questions": asked[Scope.EPISODE] + size * asked[Scope.PROBLEM],
                "answered": done.get(name, 0),
            }
            for name, size in self._sizes.items()
        ]

    def episode(self, name: str) -> dict[str, Any]:
        """One trajectory, blinded.

        Raises:
            DataError: it is not in the queue.
        """
        return blinded(self._read(name))

    def _read(self, name: str) -> Episode:
        found = None
        if name in self._sizes:
            with self._open() as store:
                found = store.get(name)
        if found is None:
            raise DataError(f"the queue holds no trajectory {name!r}: reload the page")
        return found

    def labels(self) -> list[Label]:
        """The labels that stand, of all annotators."""
        with self._open() as store:
            return newest(Label.from_dict(data) for data in store.labels())

    def own(self, annotator: str, name: str) -> list[dict[str, Any]]:
        """Labels of one annotator on one trajectory."""
        return [
            label.to_dict()
            for label in self.labels()
            if label.annotator == annotator and label.fingerprint == name
        ]

    def save(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Check a label against its trajectory and append it.

        Raises:
            DataError: it breaks the rubric, or its quotation is not word for word in its event.
            StoreError: another writer holds the store; nothing was written, try again.
        """
        label = Label.from_dict(data)
        check_label(label, self._read(label.fingerprint))
        try:
            with self._open() as store:
                store.add_label(label.to_dict())
        except sqlite3.Error as error:
            raise StoreError(f"{self.path.name} is locked: {error}") from error
        return label.to_dict()
