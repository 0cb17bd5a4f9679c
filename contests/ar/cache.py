"""Content-addressed cache of made entries: a file is named by the SHA-256 of what it holds.

A damaged file, or one of another version, does not match its name and is made again. A folder that cannot be
written only costs time.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from contests.ar import codec


def folder() -> Path:
    """``$XDG_CACHE_HOME/r3env/ar``, or ``~/.cache/r3env/ar``."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if base and Path(base).is_absolute():
        return Path(base) / "r3env" / "ar"
    try:
        return Path.home() / ".cache" / "r3env" / "ar"
    except RuntimeError:  # no home folder: what is read is checked, so any place is as good
        return Path(tempfile.gettempdir()) / "r3env" / "ar"


def _file(digest: str) -> Path:
    return folder() / digest[:2] / f"{digest}.json"


def get(digest: str) -> dict[str, Any] | None:
    """The encoded entry with this digest, or None when it is absent or damaged."""
    try:
        entry = json.loads(_file(digest).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and codec.digest(entry) == digest else None


def put(entry: dict[str, Any]) -> None:
    """Store an encoded entry atomically; silently nothing where the folder cannot be written."""
    target = _file(codec.digest(entry))
    with suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(codec.dumps(entry))
            Path(name).replace(target)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
