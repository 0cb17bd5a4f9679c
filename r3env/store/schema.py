"""Schema of a run store, opening and versions."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from r3env.errors import StoreError

SCHEMA = 1

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE episodes (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    purpose TEXT, setting TEXT, domain TEXT, contest TEXT, policy TEXT,
    status TEXT NOT NULL,
    record BLOB NOT NULL                 -- zlib of canonical JSON, without events and verdicts
);
CREATE INDEX episodes_purpose ON episodes (purpose, setting, domain);
CREATE TABLE events (fingerprint TEXT PRIMARY KEY REFERENCES episodes (fingerprint), record BLOB NOT NULL);
CREATE TABLE verdicts (
    fingerprint TEXT NOT NULL REFERENCES episodes (fingerprint),
    grading INTEGER NOT NULL,            -- 0 at the end of the episode, then one more for each regrading
    grader TEXT NOT NULL,
    record BLOB NOT NULL,
    PRIMARY KEY (fingerprint, grading)
);
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    status TEXT NOT NULL, blame TEXT, kind TEXT, error TEXT,
    record BLOB NOT NULL
);
CREATE INDEX attempts_fingerprint ON attempts (fingerprint);
CREATE TABLE labels (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    annotator TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE TABLE lease (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    pid INTEGER NOT NULL, host TEXT NOT NULL, born TEXT NOT NULL, token TEXT NOT NULL, command TEXT NOT NULL,
    beat REAL NOT NULL
);
"""


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open a store, making it when ``create`` is set and nothing is there.

    Raises:
        StoreError: nothing there, not a run store, or written by a newer r3env. The file is left as it is.
    """
    exists = path.exists() and path.stat().st_size > 0
    if not exists and not create:
        raise StoreError(
            f"no run store at {path}: expected a file made by `r3env run`, `curves` or `calibrate`"
        )
    if path.is_dir():
        raise StoreError(
            f"{path} is a folder; expected the path of a run store, for instance {path}/run.sqlite"
        )
    try:
        if not exists:
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = _open(path)
        if exists:
            _check_version(connection, path)
        else:
            _make(connection)
        connection.execute("PRAGMA synchronous=FULL")
    except (sqlite3.DatabaseError, OSError) as error:
        raise StoreError(f"cannot use {path} as a run store: {error}") from error
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """A connection in autocommit mode. In a folder that cannot be written a store at rest is read as it stands.

    Reading a WAL file needs files beside it, unless SQLite is told that nobody writes (``immutable``).
    """
    at_rest = path.exists() and not Path(f"{path}-wal").exists()
    address = path.absolute().as_uri()
    if at_rest and not os.access(path.parent, os.W_OK):
        address += "?immutable=1"
    return sqlite3.connect(address, uri=True, timeout=30, check_same_thread=False, isolation_level=None)


def _make(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("BEGIN IMMEDIATE")
    if connection.execute("PRAGMA user_version").fetchone()[0] == 0:
        for statement in TABLES.split(";\n"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={SCHEMA}")
    connection.execute("COMMIT")


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    if version > SCHEMA:
        raise StoreError(
            f"{path} has schema {version}, this r3env reads up to {SCHEMA}: install a newer r3env to use it"
        )
    if version < 1 or not {"meta", "episodes", "lease"} <= names:
        raise StoreError(f"{path} is an SQLite file but not a run store of r3env")
