"""The fences where there is no mount namespace: a vault for hidden files, a flag for the exec supervisor.

A hidden folder or file is renamed into a vault outside everything that Landlock lets the agent open. Landlock
looks at where a file hangs when it is opened, so that a shell standing in a moved folder, or holding it by a
descriptor, opens nothing there either.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# What `stdbuf` sets for the program that it starts.
_BUFFERING = tuple(
    f"LD_PRELOAD=/usr/{folder}/coreutils/libstdbuf.so".encode() for folder in ("libexec", "lib")
)


class Vault:
    """Switches the two fences; same interface as `Mounts`.

    Args:
        base: folder of the sandbox, holding the writable folders.
        passive: real paths of the programs that a free command may execute.
    """

    def __init__(self, base: str, passive: Iterable[str]) -> None:
        self.base = base
        self.noexec = False
        self.hidden: dict[str, Path] = {}
        self._place = Path(base, "vault")
        self.elsewhere = str(self._place)
        self._place.mkdir(mode=0o700)
        self._passive = frozenset(passive)

    def may_execute(self, path: str, environment: list[bytes]) -> bool:
        """Whether a program may start under the exec fence: a passive one, with no foreign library preloaded."""
        told = [entry for entry in environment if entry.startswith(b"LD_")]
        return path in self._passive and all(entry in _BUFFERING for entry in told)

    def set_noexec(self, on: bool) -> None:
        """Switch the exec fence."""
        self.noexec = on

    def hide(self, paths: Iterable[str]) -> None:
        """Hide exactly ``paths``: what is no longer hidden comes back, what is newly hidden goes."""
        wanted = frozenset(paths)
        for path in [path for path in self.hidden if path not in wanted]:
            self._show(path)
        self._conceal(sorted(wanted - self.hidden.keys()))

    def is_placeholder(self, path: str) -> bool:
        """Never: what is hidden has left its place."""
        return False

    @contextmanager
    def revealed(self, path: str) -> Iterator[None]:
        """Lift the fence from what lies on ``path`` while it is read or written from outside."""
        covering = [place for place in self.hidden if path == place or path.startswith(f"{place}/")]
        for place in covering:
            self._show(place)
        try:
            yield
        finally:
            self._conceal(covering)

    seen = revealed

    def _conceal(self, paths: Iterable[str]) -> None:
        for path in paths:
            place = self._place / path.strip("/").replace("/", "%")
            self.hidden[path] = place
            with suppress(OSError):
                if not Path(path).is_symlink():
                    Path(path).rename(place)

    def remove(self) -> None:
        """Remove the whole folder of the sandbox."""
        import shutil

        shutil.rmtree(self.base, ignore_errors=True)

    def _show(self, path: str) -> None:
        import shutil  # slow to import, seldom needed

        place = self.hidden.pop(path)
        # What a counted command has put there meanwhile goes: another problem's file stands, or none does.
        target = Path(path)
        with suppress(OSError):
            if target.is_dir() and not target.is_symlink():
                shutil.rmtree(target, ignore_errors=True)
            elif not target.is_symlink():
                target.unlink(missing_ok=True)
            if os.path.lexists(place):
                place.rename(target)
