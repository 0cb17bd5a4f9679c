"""The lease of a store's one writer: pid, host and start of the process, so that a dead one is told apart."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
import time
import uuid
from pathlib import Path

from r3env.errors import StoreError

STALE_AFTER = 900.0
"""Seconds without a sign of life after which the lease of another host may be taken over."""


def process_birth(pid: int) -> str:
    """Start time of a process in clock ticks since boot (Linux), or an empty text: tells a reused pid apart."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _alive(pid: int, born: str) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    now = process_birth(pid)
    return not (born and now and born != now)


class Lease:
    """One writer at a time on one store.

    Args:
        connection: the store's connection, in autocommit mode.
        name: how the store is called in messages.
    """

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._token = ""

    @property
    def held(self) -> bool:
        """True when this object holds the lease."""
        return bool(self._token)

    def acquire(self) -> None:
        """Take the lease, taking over one whose process is dead.

        Raises:
            StoreError: another writer is alive; the message names it. Or the file cannot be written.
        """
        if self.held:
            return
        try:
            self._take()
        except sqlite3.Error as error:
            raise StoreError(f"cannot write {self._name}: {error}") from error

    def _take(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            row = self._connection.execute("SELECT pid, host, born, command, beat FROM lease").fetchone()
            if row is not None and self._in_force(*row):
                pid, host, _, command, _ = row
                raise StoreError(
                    f"{self._name} is being written by process {pid} on {host} ({command}): wait for it to "
                    "end, stop it, or use another store"
                )
            token = uuid.uuid4().hex
            command = " ".join(Path(a).name if i == 0 else a for i, a in enumerate(sys.argv))[:200]
            command = command.encode("utf-8", "replace").decode()  # arguments need not be UTF-8
            me = (os.getpid(), socket.gethostname(), process_birth(os.getpid()), token, command, time.time())
            self._connection.execute("INSERT OR REPLACE INTO lease VALUES (1, ?, ?, ?, ?, ?, ?)", me)
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")
        self._token = token

    @staticmethod
    def _in_force(pid: int, host: str, born: str, command: str, beat: float) -> bool:
        if host == socket.gethostname():
            return _alive(pid, born)
        return time.time() - beat < STALE_AFTER

    def beat(self) -> None:
        """Show life; called inside each writing transaction.

        Raises:
            StoreError: somebody else took the lease over meanwhile (this process had seemed dead).
        """
        changed = self._connection.execute(
            "UPDATE lease SET beat = ? WHERE token = ?", (time.time(), self._token)
        ).rowcount
        if not changed:
            raise StoreError(f"{self._name} was taken over by another writer; nothing was written")

    def release(self) -> None:
        """Give the lease back; harmless when it is not held."""
        if self.held:
            self._connection.execute("DELETE FROM lease WHERE token = ?", (self._token,))
            self._token = ""
