"""`SandlockSandbox`: Landlock (through PyPI's sandlock) and seccomp; needs no program, no namespace, no root."""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from r3env.paths import Paths
from r3env.sandbox.base import WardenSandbox
from r3env.sandbox.link import BOOTSTRAP
from r3env.sandbox.protocol import Limits
from r3env.sandbox.system import interpreter, survey
from r3env.sandbox.translate import Translator

_PREFIX = "r3env-"
_LOCK = "lock"
_SCOPES_ABI = 6
_FIRST_UID, _UIDS = 1 << 20, 1 << 30
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_FACTS = ("meminfo", "cpuinfo", "stat", "loadavg", "uptime", "version", "filesystems")


class SandlockSandbox(WardenSandbox):
    """A sandbox of access rules: the agent's processes run on the host's file system and may open little of it.

    Its folders lie under a temporary folder; paths are translated on the way in and out (`Translator`), so that
    ``/app`` works as it is typed. There is no storage quota, and names and sizes of the host's files can be
    asked for, though not their content.
    """

    name = "sandlock"
    advice = "needs Linux 6.12 (Landlock with signal scopes), or root on 5.13 and later"

    def __init__(self) -> None:
        super().__init__()
        self.caps = frozenset({"file_fence", "memory", "processes", "file_size", "network", "cpu"})
        if survey().can_fence:
            self.caps |= {"exec_fence"}
        self._base = Path(tempfile.gettempdir(), f"{_PREFIX}{self.tag}")
        self._inner = Paths(*(str(self._base / name) for name in ("app", "logs", "tmp")))
        self._translator = Translator(str(self._base))
        self._lock = -1

    @classmethod
    def missing(cls) -> str:
        """Why this backend cannot even be tried; empty when it can."""
        if sys.platform != "linux":
            return "Landlock is a part of Linux"
        try:
            import sandlock
        except (ImportError, OSError) as error:
            return f"sandlock cannot be imported ({error}): pip install sandlock"
        abi = sandlock.landlock_abi_version()
        if abi < 1:
            return "this kernel has no Landlock, or it is switched off"
        if abi < _SCOPES_ABI and os.geteuid() != 0:
            return "this kernel's Landlock cannot keep signals in: Linux 6.12, root, or bwrap is needed"
        return ""

    def _inward(self, data: bytes) -> bytes:
        return self._translator.inward(data)

    def _outward(self, data: bytes) -> bytes:
        return self._translator.outward(data)

    def _command(self) -> list[str]:
        _sweep()
        self._base.mkdir(mode=0o711)
        # The lock gets its name when it is held: until then a sweep of another sandbox passes the folder by.
        nameless = self._base / f"{_LOCK}.new"
        self._lock = os.open(nameless, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        nameless.rename(self._base / _LOCK)
        return [interpreter(), "-I", "-S", "-c", BOOTSTRAP]

    def _imports(self) -> list[str]:
        import sandlock

        return [str(Path(sandlock.__file__).parent.parent)]

    def _setup(self, limits: Limits) -> dict[str, Any]:
        base = self._base
        uid = _FIRST_UID + secrets.randbelow(_UIDS) if os.geteuid() == 0 else None
        traffic = base / "io"
        traffic.mkdir(mode=0o755)
        for folder in self._folders():
            Path(folder).mkdir(mode=0o755)
            if uid is not None:
                os.chown(folder, uid, uid)
        system = survey()
        readable = [
            place
            for folder in system.folders
            if _enterable(Path(folder))
            for place in _without(Path(folder), system.masked)
        ]
        facts = [f"/proc/{name}" for name in _FACTS if Path("/proc", name).exists()]
        writable = [*self._folders(), str(traffic)]
        return {
            "uid": uid,
            "owner": uid,
            "storage": None,
            "traffic": str(traffic),
            "mounts": None,
            "landlock": {
                "base": str(base),
                "readable": [*readable, *system.etc, *facts],
                "writable": [*writable, *_DEVICES],
                "passive": list(system.passive),
            },
        }

    def _environment(self) -> Mapping[str, str]:
        path = os.pathsep.join(part for part in survey().path.split(os.pathsep) if _enterable(Path(part)))
        return {"PATH": path, "HOME": self._inner.tmp, "LANG": "C.UTF-8", "TMPDIR": self._inner.tmp}

    def _clean(self) -> None:
        if self._lock >= 0:
            shutil.rmtree(self._base, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1


def _without(folder: Path, masked: tuple[str, ...]) -> list[str]:
    """Paths that together cover ``folder`` but for the masked ones: Landlock can only allow."""
    inside = [Path(place) for place in masked if Path(place).is_relative_to(folder)]
    if not inside:
        return [str(folder)]
    if folder in inside:
        return []
    found: list[str] = []
    with suppress(OSError):
        for entry in sorted(folder.iterdir()):
            if not entry.is_symlink():
                found += _without(entry, tuple(map(str, inside)))
    return found


def _enterable(folder: Path) -> bool:
    """Whether the agent's user can get there: as root it is another one, whom a closed home folder keeps out."""
    if os.geteuid() != 0:
        return folder.is_dir()
    return folder.is_dir() and all(place.stat().st_mode & 0o001 for place in (folder, *folder.parents))


def _sweep() -> None:
    """Remove folders of sandboxes whose process has died without closing them."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(lock)
