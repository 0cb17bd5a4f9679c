"""What of the host a sandbox shows: programs and libraries read-only, never the library's own packages."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path

# Programs that move, show or describe files and compute nothing of their own. A program behind several names
# (busybox, uutils) is left out by `_passive_files`: with it, everything would be allowed.
PASSIVE = (
    *("cat", "head", "tail", "tee", "ls", "dir", "cp", "mv", "rm", "rmdir", "mkdir", "mkfifo", "touch", "ln"),
    *(
        "link",
        "unlink",
        "chmod",
        "readlink",
        "realpath",
        "basename",
        "dirname",
        "stat",
        "find",
        "pwd",
        "echo",
    ),
    *("printf", "test", "[", "true", "false", "sleep", "sync", "mktemp", "install", "truncate", "du", "df"),
    *("tree", "file", "id", "whoami", "hostname", "uname"),
    # They start another program, which must be passive itself: the accounting classes them as what they run.
    *("env", "nice", "nohup", "stdbuf", "timeout"),
)
_PRELOADED = ("/usr/libexec/coreutils/libstdbuf.so", "/usr/lib/coreutils/libstdbuf.so")  # by stdbuf

SHELL = "bash"
_ETC = (
    "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "protocols",
    "services", "magic", "debian_version", "os-release", "java-*",
)  # fmt: skip
_LINK_NAMES = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_PACKAGES = ("r3env", "contests", "policies", "schedulers", "oracle", "reasoning_gym")


@dataclass(frozen=True, slots=True)
class System:
    """Host paths that a sandbox shows read-only.

    Attributes:
        folders: shown at the same place.
        links: links at the root, place to target, for instance ``/bin`` to ``usr/bin``.
        etc: files and folders of ``/etc``.
        masked: folders inside ``folders`` that must look empty.
        passive: real paths of the passive programs.
        libraries: real paths of what they load, the loader included.
        path: value of ``PATH``.
    """

    folders: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    etc: tuple[str, ...]
    masked: tuple[str, ...]
    passive: tuple[str, ...]
    libraries: tuple[str, ...]
    path: str

    @property
    def can_fence(self) -> bool:
        """True when enough passive programs stand alone for the exec fence to make sense."""
        names = {Path(path).name for path in self.passive}
        return {"cat", "ls", "cp", "mv", "mkdir", "rm"} <= names


@cache
def survey() -> System:
    """What this host offers; looked up once per process."""
    folders, links = ["/usr"], []
    for name in _LINK_NAMES:
        place = Path("/", name)
        if place.is_symlink():
            links.append((str(place), str(place.readlink())))
        elif place.is_dir():
            folders.append(str(place))
    folders += [str(folder) for folder in (Path("/nix/store"), Path("/gnu/store")) if folder.is_dir()]
    base = Path(sys.base_prefix).resolve()
    path = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    if not any(base.is_relative_to(folder) for folder in folders):
        folders.append(str(base))
        # The host's own interpreter first, the one that tests know; one that needs help to start comes last.
        path.insert(len(path) if library_path() else 0, str(base / "bin"))
    joined = os.pathsep.join(path)
    passive = _passive_files(joined)
    return System(
        folders=tuple(folders),
        links=tuple(links),
        etc=tuple(str(file) for pattern in _ETC for file in sorted(Path("/etc").glob(pattern))),
        masked=_masked(folders),
        passive=passive,
        libraries=_libraries(passive),
        path=joined,
    )


def interpreter() -> str:
    """The interpreter outside any virtual environment, as a path that `survey` shows."""
    name = f"python{sysconfig.get_python_version()}"
    place = Path(sys.base_prefix, "bin", name)
    return str(place if place.exists() else Path(getattr(sys, "_base_executable", sys.executable)).resolve())


@cache
def library_path() -> str:
    """Folder of the interpreter's shared library, when it cannot find that by itself; else empty."""
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        return ""
    probe = subprocess.run([interpreter(), "-I", "-S", "-c", ""], env={}, capture_output=True, check=False)
    return "" if probe.returncode == 0 else str(Path(sys.base_prefix, "lib"))


def _masked(folders: list[str]) -> tuple[str, ...]:
    """Folders of installed packages, and whatever else holds this library, its suites or its graders."""
    places = {Path(entry).resolve() for entry in sys.path if entry and Path(entry).is_dir()}
    base = Path(sys.base_prefix)
    places |= set(base.glob("lib/python*/site-packages"))
    places.add(Path(__file__).resolve().parents[2])  # an editable installation need not be on the path
    found = {
        place
        for place in places
        if place.name.endswith("-packages") or any((place / name).is_dir() for name in _PACKAGES)
    }
    shown = [Path(folder).resolve() for folder in folders]
    return tuple(sorted(str(place) for place in found if any(place.is_relative_to(one) for one in shown)))


def _passive_files(path: str) -> tuple[str, ...]:
    files: set[str] = set()
    for name in PASSIVE:
        found = shutil.which(name, path=path)
        if found and Path(found).resolve().name == name and _is_native(found):
            files.add(str(Path(found).resolve()))
    return tuple(sorted(files))


def _is_native(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _libraries(programs: tuple[str, ...]) -> tuple[str, ...]:
    """What the loader maps for these programs, the loader itself included (``ldd``)."""
    ldd = shutil.which("ldd")
    if ldd is None or not programs:
        return ()
    text = subprocess.run([ldd, *programs], capture_output=True, text=True, check=False).stdout
    found = re.findall(r"(?:=> |^\s+)(/\S+) \(0x", text, flags=re.MULTILINE)
    found += [place for place in _PRELOADED if Path(place).exists()]
    return tuple(sorted({str(Path(one).resolve()) for one in found}))


def system_files(owner: int) -> dict[str, str]:
    """Files made for the sandbox: who is who, and a host table without a network."""
    return {
        "/etc/passwd": f"agent:x:{owner}:{owner}::/tmp:/bin/bash\nroot:x:0:0::/:/bin/sh\n",
        "/etc/group": f"agent:x:{owner}:\nroot:x:0:\n",
        "/etc/hosts": "127.0.0.1 localhost\n",
        "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    }
