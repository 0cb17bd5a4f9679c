"""Reading and writing files for the outside: no link is followed, nothing blocks, what stands there is typed."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import PurePosixPath

from r3env.sandbox.inside import kernel

_HANDLE = os.O_PATH | os.O_NOFOLLOW
_KINDS = ((stat.S_ISLNK, "link"), (stat.S_ISDIR, "folder"), (stat.S_ISREG, "file"))


def read(root: int, path: str, cap: int) -> tuple[str, bytes, int]:
    """Kind (values of `r3env.sandbox.FileKind`), content and size of ``path`` under a folder descriptor."""
    try:
        handle = kernel.open_beneath(root, path, _HANDLE)
    except OSError as error:
        return ("link" if error.errno == errno.ELOOP else "absent"), b"", 0
    try:
        status = os.fstat(handle)
    finally:
        os.close(handle)
    kind = next((name for test, name in _KINDS if test(status.st_mode)), "special")
    if kind != "file":
        return kind, b"", 0
    if status.st_size > cap:
        return "too_large", b"", status.st_size
    return _content(root, path, cap)


def _content(root: int, path: str, cap: int) -> tuple[str, bytes, int]:
    try:
        handle = kernel.open_beneath(root, path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return "absent", b"", 0
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):  # swapped since the first look
            return "special", b"", 0
        data = file.read(cap + 1)
        size = os.fstat(handle).st_size
    return ("too_large", b"", max(size, cap + 1)) if len(data) > cap else ("file", data, len(data))


def write(root: int, path: str, data: bytes, owner: int | None) -> None:
    """Put ``data`` at ``path`` in one step, whatever file, link or pipe stood there; parents are made.

    Programs (ELF, ``#!``) become executable.
    """
    place = PurePosixPath(path)
    folder = _folder(root, place.parent, owner)
    fresh = f".{place.name[:200]}.new"
    try:
        mode = 0o755 if data.startswith((b"\x7fELF", b"#!")) else 0o644
        with suppress(FileNotFoundError):
            os.unlink(fresh, dir_fd=folder)
        flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(fresh, flags, mode, dir_fd=folder), "wb", buffering=0) as file:
            _fill(file.fileno(), data)
            os.fchmod(file.fileno(), mode)
            if owner is not None:
                os.fchown(file.fileno(), owner, owner)
        os.rename(fresh, place.name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(fresh, dir_fd=folder)
        raise
    finally:
        os.close(folder)


def _fill(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def _folder(root: int, path: PurePosixPath, owner: int | None) -> int:
    """A descriptor of the folder, made where it is missing."""
    handle = os.dup(root)
    for part in path.parts:
        try:
            try:
                os.mkdir(part, 0o755, dir_fd=handle)
                if owner is not None:
                    os.chown(part, owner, owner, dir_fd=handle)
            except FileExistsError:
                pass
            below = kernel.open_beneath(handle, part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        finally:
            os.close(handle)
        handle = below
    return handle
