"""`BwrapSandbox`: bubblewrap namespaces, a tmpfs with a quota, fences by mounts. Works as root and without."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from r3env.errors import SandboxError
from r3env.sandbox.base import WardenSandbox
from r3env.sandbox.inside.mounts import TRAFFIC
from r3env.sandbox.link import BOOTSTRAP
from r3env.sandbox.protocol import Limits
from r3env.sandbox.system import interpreter, library_path, survey, system_files

_MIB = 1 << 20
_FIRST_UID, _UIDS = 1 << 20, 1 << 30
_INTERPRETER = "/opt/python"


class BwrapSandbox(WardenSandbox):
    """A sandbox of Linux namespaces made by ``bwrap`` (package ``bubblewrap``).

    As root the agent gets a user id of its own (process limits bind no root); else it is root in a user
    namespace without a single capability, which is the caller outside. Files live in memory (a tmpfs), so
    nothing is ever left on disk; the storage limit is at most half of the machine's memory.
    """

    name = "bwrap"
    advice = "install bubblewrap (apt install bubblewrap, dnf install bubblewrap, apk add bubblewrap)"

    def __init__(self) -> None:
        super().__init__()
        system = survey()
        self.caps = frozenset({"file_fence", "memory", "processes", "file_size", "storage", "network", "cpu"})
        if system.can_fence:
            self.caps |= {"exec_fence"}

    @classmethod
    def missing(cls) -> str:
        """Why this backend cannot even be tried; empty when it can."""
        return "" if shutil.which("bwrap") else "no program bwrap on PATH"

    def _command(self) -> list[str]:
        program = shutil.which("bwrap")
        if program is None:
            raise SandboxError(f"no program bwrap on PATH: {self.advice}", kind="sandbox_missing")
        return [program, *self._arguments(), interpreter(), "-I", "-S", "-c", BOOTSTRAP]

    def _arguments(self) -> list[str]:
        system = survey()
        arguments = [
            "--unshare-pid",
            "--unshare-net",
            "--unshare-ipc",
            "--unshare-uts",
            "--as-pid-1",
            "--clearenv",
        ]
        arguments += ["--hostname", "r3env"]
        if os.geteuid() != 0:
            # As anyone but 0 in there, bwrap would end in a second user namespace without a say over the mounts.
            arguments += ["--unshare-user", "--uid", "0", "--gid", "0", "--cap-add", "ALL"]
        # Made by bwrap itself, folders on the way to a bind could be closed to the agent's user.
        shown = {**{folder: folder for folder in system.folders}, **_neutral()}
        above = {str(above) for place in shown for above in Path(place).parents} - {"/"}
        for folder in ("/etc", *sorted(above), *self._folders()):
            arguments += ["--dir", folder]
        for place, folder in shown.items():
            arguments += ["--ro-bind", folder, place]
        for place, target in system.links:
            arguments += ["--symlink", target, place]
        for file in system.etc:
            arguments += ["--ro-bind-try", file, file]
        if library_path():
            arguments += ["--setenv", "LD_LIBRARY_PATH", library_path()]
        for folder in dict.fromkeys((*system.masked, *map(_neutral_path, system.masked))):
            arguments += ["--tmpfs", folder, "--remount-ro", folder]
        return [*arguments, "--proc", "/proc", "--dev", "/dev"]

    def _setup(self, limits: Limits) -> dict[str, Any]:
        system = survey()
        # A user id of its own for each sandbox: the kernel counts processes per user.
        uid = _FIRST_UID + secrets.randbelow(_UIDS) if os.geteuid() == 0 else None
        owner = uid or 0
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        storage = memory if limits.storage is None else min(memory, int(limits.storage * _MIB))
        return {
            "uid": uid,
            "owner": owner,
            "storage": storage,
            "traffic": TRAFFIC,
            "landlock": None,
            "mounts": {
                "system": [*system.folders, *_neutral()],
                "passive": [*system.passive, *system.libraries] if system.can_fence else [],
                "system_files": system_files(owner),
            },
        }

    def _environment(self) -> Mapping[str, str]:
        path = os.pathsep.join(map(_neutral_path, survey().path.split(os.pathsep)))
        return {"PATH": path, "HOME": self.paths.tmp, "LANG": "C.UTF-8"}


def _neutral() -> dict[str, str]:
    """A second place, by no name of this host, for an interpreter from somebody's home; empty for the system's.

    It stands at its own place as well: its shared library may be found by that path only.
    """
    base = str(Path(sys.base_prefix).resolve())
    return {_INTERPRETER: base} if base in survey().folders and base != "/usr" else {}


def _neutral_path(path: str) -> str:
    """``path`` below the interpreter's neutral place, when it lies in an interpreter that has one."""
    for place, base in _neutral().items():
        if path == base or path.startswith(f"{base}/"):
            return place + path[len(base) :]
    return path
