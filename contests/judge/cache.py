"""Content-addressed cache: built programs in memory; the jury's programs, tests and answers on disk too.

An entry maps names to bytes. On disk it is a zip file, whose checksums tell a damaged one. A folder that cannot
be written only costs time.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

Entry = Mapping[str, bytes]
MEMORY = 256 << 20
"""Bytes kept in memory by one process."""


def folder() -> Path:
    """``$XDG_CACHE_HOME/r3env/code``, or ``~/.cache/r3env/code``."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else Path("~/.cache").expanduser()
    return root / "r3env" / "code"


def key_of(parts: Iterable[bytes | str]) -> str:
    """A key that differs whenever any part does."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


class Cache:
    """Least recently used entries leave first. Safe to share among threads.

    Args:
        capacity: bytes kept in memory.
    """

    def __init__(self, capacity: int = MEMORY) -> None:
        self.capacity = capacity
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str, *, disk: bool = False) -> Entry | None:
        """The entry, or None; ``disk`` also looks at the folder."""
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key]
        entry = read(key) if disk else None
        if entry is not None:
            self._remember(key, entry)
        return entry

    def put(self, key: str, entry: Entry, *, disk: bool = False) -> None:
        """Store an entry; ``disk`` also in the folder."""
        self._remember(key, entry)
        if disk:
            write(key, entry)

    def _remember(self, key: str, entry: Entry) -> None:
        with self._lock:
            self._entries[key] = entry
            self._entries.move_to_end(key)
            size = sum(len(data) for e in self._entries.values() for data in e.values())
            while size > self.capacity and len(self._entries) > 1:
                _, gone = self._entries.popitem(last=False)
                size -= sum(len(data) for data in gone.values())


shared = Cache()
"""The cache of this process."""


def _file(key: str) -> Path:
    return folder() / key[:2] / f"{key}.zip"


def read(key: str) -> Entry | None:
    """The entry of the folder, or None when it is absent or damaged."""
    try:
        with zipfile.ZipFile(_file(key)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile, EOFError, ValueError, RuntimeError):
        return None


def write(key: str, entry: Entry) -> None:
    """Store an entry in the folder, in one step; silently nothing where it cannot be written."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in entry.items():
            archive.writestr(name, data)
    target = _file(key)
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(packed.getvalue())
            Path(name).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
