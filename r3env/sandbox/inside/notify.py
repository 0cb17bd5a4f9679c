"""A seccomp filter with a supervisor: the exec fence, and file attributes, where there is no mount namespace.

The filter hands ``execve`` and the calls that Landlock does not cover (changes of mode and times) to the warden.
A call that may go on is continued, so a program with several threads could swap its arguments meanwhile; under
the exec fence no such program runs, and a change of mode is made by the warden itself.
"""

from __future__ import annotations

import array
import ctypes
import errno
import fcntl
import os
import socket
import struct
from contextlib import suppress

from r3env.sandbox.inside import kernel
from r3env.sandbox.inside.vault import Vault

_NEW_LISTENER = 8
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_CONTINUE = 1
_AT_FDCWD, _AT_EMPTY_PATH = -100, 0x1000

# name: (number on x86_64, number on aarch64, argument of the folder descriptor, argument of the path)
_CALLS = {
    "execve": (59, 221, None, 0),
    "execveat": (322, 281, 0, 1),
    "chmod": (90, None, None, 0),
    "fchmod": (91, 52, 0, None),
    "fchmodat": (268, 53, 0, 1),
    "fchmodat2": (452, 452, 0, 1),
    "utimensat": (280, 88, 0, 1),
}
# Nothing is reached from here: sockets; owners and extended attributes, which Landlock does not watch.
_REFUSED = {
    "x86_64": (41, 92, 93, 94, 260, 188, 189, 190, 197, 198, 199, 132, 235, 261, 463, 466),
    "aarch64": (198, 54, 55, 5, 6, 7, 14, 15, 16, 463, 466),
}


def watched() -> dict[int, str]:
    """Numbers and names of the calls handed to the warden on this machine."""
    column = 0 if kernel.machine() == "x86_64" else 1
    return {number: name for name, row in _CALLS.items() if (number := row[column]) is not None}


def refused() -> tuple[int, ...]:
    """Calls refused beyond those that every sandbox refuses."""
    return _REFUSED.get(kernel.machine(), ())


def install(channel: socket.socket) -> None:
    """In the child: install the filter and send its listener through ``channel``."""
    listener = kernel.install_filter(refused(), tuple(watched()), _NEW_LISTENER)
    socket.send_fds(channel, [b"l"], [listener])
    os.close(listener)


def take(channel: socket.socket) -> int:
    """In the warden: the listener that the child sent, or -1 when the child failed before."""
    _data, fds, _flags, _address = socket.recv_fds(channel, 1, 1)
    return fds[0] if fds else -1


class Supervisor:
    """Decides the calls that the filter hands over.

    Args:
        vault: the exec fence.
        writable: folders whose files may change mode and times.
    """

    def __init__(self, vault: Vault, writable: list[str]) -> None:
        self._vault = vault
        self._writable = tuple(f"{folder}/" for folder in writable)
        self._names = watched()

    def answer(self, listener: int) -> bool:
        """Answer one call; False when no process is left under the filter."""
        request = array.array("b", bytes(80))
        try:
            fcntl.ioctl(listener, _RECEIVE, request, True)
        except OSError as error:
            # The caller has died meanwhile; ENOENT comes too when nobody is left, told apart by poll.
            return error.errno in (errno.ENOENT, errno.EINTR)
        ident, pid, _flags, number, _arch, _at, *arguments = struct.unpack("=QIIiIQ6Q", request.tobytes())
        verdict, goes_on = 0, False
        try:
            goes_on = self._decide(pid, self._names[number], arguments)
        except OSError as error:
            verdict = -(error.errno or errno.EPERM)
        reply = struct.pack("=QqiI", ident, 0, verdict, _CONTINUE if goes_on else 0)
        with suppress(OSError):
            fcntl.ioctl(listener, _SEND, reply)
        return True

    def _decide(self, pid: int, name: str, arguments: list[int]) -> bool:
        """True: the kernel goes on with the call; False: the warden has done it; OSError: refused."""
        _x86, _arm, folder_at, path_at = _CALLS[name]
        folder = ctypes.c_int(arguments[folder_at]).value if folder_at is not None else _AT_FDCWD
        if name.startswith("exec"):
            if not self._vault.noexec:
                return True
            at = path_at if path_at is not None else 0
            path = _real(pid, folder, _text(pid, arguments[at]))
            if self._vault.may_execute(path, _vector(pid, arguments[at + 2])):
                return True
            raise PermissionError(errno.EACCES, path)
        if path_at is None or not arguments[path_at]:
            target = os.readlink(f"/proc/{pid}/fd/{folder}")  # noqa: PTH115
            self._require_writable(target)
            return True
        self._attributes(pid, name, folder, _text(pid, arguments[path_at]), arguments)
        return name == "utimensat"

    def _attributes(self, pid: int, name: str, folder: int, path: str, arguments: list[int]) -> None:
        handle = os.open(_place(pid, folder, path), os.O_PATH | os.O_CLOEXEC)
        try:
            self._require_writable(os.readlink(f"/proc/self/fd/{handle}"))  # noqa: PTH115
            if name != "utimensat":
                mode = arguments[1] if name == "chmod" else arguments[2]
                os.chmod(f"/proc/self/fd/{handle}", mode & 0o1777)  # noqa: PTH101
        finally:
            os.close(handle)

    def _require_writable(self, path: str) -> None:
        if not path.startswith(self._writable):
            raise PermissionError(errno.EPERM, path)


def _place(pid: int, folder: int, path: str) -> str:
    if path.startswith("/"):
        return path
    base = f"/proc/{pid}/cwd" if folder == _AT_FDCWD else f"/proc/{pid}/fd/{folder}"
    return f"{base}/{path}" if path else base


def _real(pid: int, folder: int, path: str) -> str:
    return os.path.realpath(_place(pid, folder, path))


def _memory(pid: int, address: int, size: int) -> bytes:
    # Read up to the end of the page first: what lies behind it may not be mapped.
    handle = os.open(f"/proc/{pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    try:
        data = b""
        while len(data) < size:
            step = min(size - len(data), 4096 - (address + len(data)) % 4096)
            try:
                part = os.pread(handle, step, address + len(data))
            except OSError:
                break
            if not part:
                break
            data += part
            if b"\0" in part and size > 8:
                break
        return data
    finally:
        os.close(handle)


def _text(pid: int, address: int) -> str:
    return _memory(pid, address, 4096).partition(b"\0")[0].decode(errors="surrogateescape")


def _vector(pid: int, address: int) -> list[bytes]:
    """The strings of a NULL-ended array, cut at 1,000 entries and 64 bytes each: names are what matters."""
    found: list[bytes] = []
    for index in range(1000):
        raw = _memory(pid, address + 8 * index, 8) if address else b""
        pointer = int.from_bytes(raw, "little")
        if not pointer:
            break
        found.append(_memory(pid, pointer, 64).partition(b"\0")[0])
    return found
