"""The mount table of a sandbox: quota folders, the exec fence and the file fence, switched per command.

*Exec fence*: every mount that holds programs is remounted ``noexec``, which also refuses to map their code, so
that neither the dynamic loader nor a preloaded library gets round it. The passive programs, the loader and the
libraries they need are bound over themselves one by one beforehand and keep their permission.
*File fence*: an empty, unreadable folder or file is mounted over each hidden path.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from r3env.sandbox.inside import kernel

HOME = "/run/r3"
TRAFFIC = f"{HOME}/io"
"""Folder of the warden's own files: commands and their output pipes."""
_VOID_FOLDER, _VOID_FILE = f"{HOME}/void", f"{HOME}/void_file"
_SAFE = kernel.MS_NOSUID | kernel.MS_NODEV
_SYSTEM = _SAFE | kernel.MS_RDONLY


class Mounts:
    """Switches the two fences.

    Args:
        folders: writable folders, for instance ``("/app", "/logs", "/tmp")``.
        system: read-only mounts that hold programs.
        storage: bytes that the writable folders may hold together.
        owner: user id of the agent.
    """

    def __init__(self, folders: Iterable[str], system: Iterable[str], storage: int, owner: int) -> None:
        self.folders = tuple(folders)
        self.system = tuple(system)
        self.hidden: dict[str, int | None] = {}
        self.elsewhere = ""
        self.noexec = False
        self._owner = owner
        Path(TRAFFIC).mkdir(parents=True, exist_ok=True)
        kernel.mount("r3env", TRAFFIC, "tmpfs", _SAFE | kernel.MS_NOEXEC, "size=64m,mode=755")
        self.store = self._make_store(storage)
        for path in (_VOID_FOLDER, _VOID_FILE):
            Path(path).chmod(0)

    def _make_store(self, storage: int) -> int:
        """One tmpfs holds all writable folders, so that one quota binds them together."""
        place = f"{HOME}/store"
        for path in (place, _VOID_FOLDER):
            Path(path).mkdir(parents=True, exist_ok=True)
        Path(_VOID_FILE).touch()
        kernel.mount("r3env", place, "tmpfs", _SAFE, f"size={storage},mode=755,nr_inodes=400k")
        for folder in (*self.folders, "/dev/shm"):
            inside = Path(place) / folder.strip("/")
            inside.mkdir(parents=True)
            os.chown(inside, self._owner, self._owner)
            inside.chmod(0o1777 if folder in ("/tmp", "/dev/shm") else 0o755)
            Path(folder).mkdir(parents=True, exist_ok=True)
            kernel.bind(str(inside), folder, _SAFE)
        store = os.open(place, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        # Only this descriptor leads to the store now: through it the warden sees past every fence.
        kernel.unmount(place)
        return store

    def allow(self, programs: Iterable[str]) -> None:
        """Bind passive programs and what they load over themselves: these mounts never become noexec."""
        for path in programs:
            kernel.bind(path, path, _SYSTEM)

    def seal(self) -> None:
        """Make what is left of the root and of ``/dev`` read-only."""
        kernel.remount("/dev", kernel.MS_NOSUID | kernel.MS_RDONLY)
        kernel.remount("/", _SYSTEM)

    def set_noexec(self, on: bool) -> None:
        """Switch the exec fence."""
        if on == self.noexec:
            return
        flag = kernel.MS_NOEXEC if on else 0
        for path in (*self.folders, "/dev/shm"):
            kernel.remount(path, _SAFE | flag)
        for path in self.system:
            kernel.remount(path, _SYSTEM | flag)
        self.noexec = on

    def hide(self, paths: Iterable[str]) -> None:
        """Hide exactly ``paths``: mounts that are no longer wanted go, new ones come."""
        wanted = frozenset(paths)
        for path in [path for path in self.hidden if path not in wanted]:
            self._show(path)
        for path in sorted(wanted - self.hidden.keys()):
            self._hide(path)

    def is_placeholder(self, path: str) -> bool:
        """Whether nothing stands at a hidden path but the file that keeps the place."""
        return self.hidden.get(path) is not None

    @contextmanager
    def seen(self, _path: str) -> Iterator[None]:
        """While a file is read from outside: the store's descriptor leads past the mounts anyway."""
        yield

    @contextmanager
    def revealed(self, path: str) -> Iterator[None]:
        """Lift the fence from what lies on ``path`` while it is written from outside."""
        covering = [place for place in self.hidden if path == place or path.startswith(f"{place}/")]
        for place in covering:
            self._show(place)
        try:
            yield
        finally:
            for place in covering:
                self._hide(place)

    def _hide(self, path: str) -> None:
        handle = self._open(path)
        placeholder = None
        if handle is None:
            placeholder = self._place(path)
            handle = self._open(path) if placeholder is not None else None
        if handle is None:
            return
        try:
            mode = os.fstat(handle).st_mode
            if not stat.S_ISLNK(
                mode
            ):  # a link has no content; where it leads is a place of the agent's choice
                void = _VOID_FOLDER if stat.S_ISDIR(mode) else _VOID_FILE
                # The bind is read-only with the file system below it, which is sealed.
                kernel.mount(void, f"/proc/self/fd/{handle}", "", kernel.MS_BIND)
                self.hidden[path] = placeholder
        finally:
            os.close(handle)

    def _show(self, path: str) -> None:
        placeholder = self.hidden.pop(path)
        with suppress(OSError):
            kernel.unmount(path)
        if placeholder is not None:
            with suppress(OSError):
                if Path(path).lstat().st_ino == placeholder:
                    Path(path).unlink()

    @staticmethod
    def _open(path: str) -> int | None:
        """A handle on ``path`` itself; None when it is absent or a link stands on the way."""
        root = os.open("/", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            return kernel.open_beneath(root, path.lstrip("/"), os.O_PATH | os.O_NOFOLLOW)
        except OSError:
            return None
        finally:
            os.close(root)

    @staticmethod
    def _place(path: str) -> int | None:
        """Put an empty file where nothing is, so that nothing can be made there meanwhile; gives its inode."""
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC, 0)
        except OSError:
            return None
        try:
            return os.fstat(handle).st_ino
        finally:
            os.close(handle)
