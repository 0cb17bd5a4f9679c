"""The run store: one SQLite file per run, resumable, mergeable, written by one process at a time."""

from r3env.store.store import RunStore as RunStore

__all__ = ["RunStore"]
