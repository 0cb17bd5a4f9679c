"""System calls that the standard library lacks: mounts, ``openat2``, ``no_new_privs``, seccomp filters."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC = 1, 2, 4, 8, 32, 4096, 16384
MNT_DETACH = 2
RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH = 2, 4, 8

_SYS_OPENAT2 = 437  # the same number on every architecture
_PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP, _PR_SET_CHILD_SUBREAPER = 38, 24, 36
_SYS_SECCOMP = {"x86_64": 317, "aarch64": 277}

# Calls an agent's program never needs and that would open a way round a fence: namespaces and mounts (a copy
# of the mount table would not see later fences), executable memory files, keyrings, kernel interfaces.
_DENIED = {
    "x86_64": (272, 308, 165, 166, 155, 161, 428, 429, 430, 432, 442, 319, 248, 249, 250, 321, 298, 323, 425),
    "aarch64": (97, 268, 40, 39, 41, 51, 428, 429, 430, 432, 442, 279, 217, 218, 219, 280, 241, 282, 425),
}
_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_CLONE = {"x86_64": 56, "aarch64": 220}
_CLONE3 = 435
_NEW_NAMESPACES = 0x7E020000  # CLONE_NEW{NS,CGROUP,UTS,IPC,USER,PID,NET}

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result


def mount(source: str, target: str, kind: str = "", flags: int = 0, data: str = "") -> None:
    """``mount(2)``."""
    arguments = (source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode())
    _check(_libc.mount(*arguments), f"mount {source or kind} on {target}")


def bind(source: str, target: str, flags: int) -> None:
    """Bind ``source`` on ``target``; ``flags`` such as ``MS_RDONLY`` need the second call."""
    mount(source, target, "", MS_BIND)
    mount("", target, "", MS_REMOUNT | MS_BIND | flags)


def remount(target: str, flags: int) -> None:
    """Set the flags of one mount, not of its file system."""
    mount("", target, "", MS_REMOUNT | MS_BIND | flags)


def unmount(target: str) -> None:
    """Detach a mount; the files behind it come back at once."""
    _check(_libc.umount2(target.encode(), MNT_DETACH), f"unmount {target}")


def open_beneath(folder: int, path: str, flags: int, mode: int = 0) -> int:
    """Open ``path`` under the folder descriptor; no link on the way is followed and none leads out."""
    resolve = RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH
    how = struct.pack("=QQQ", flags | os.O_CLOEXEC, mode, resolve)
    result = _libc.syscall(_SYS_OPENAT2, folder, path.encode(errors="surrogateescape"), how, len(how))
    return _check(result, path)


def drop_privileges(uid: int | None) -> None:
    """Become ``uid`` (None: stay) for good, with no capability left, now or after any exec."""
    for capability in range(64):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    header = struct.pack("=II", 0x20080522, 0)
    _check(_libc.capset(header, bytes(24)), "capset")


def machine() -> str:
    """The architecture, as in the tables."""
    return platform.machine()


def install_filter(refused: tuple[int, ...] = (), watched: tuple[int, ...] = (), flags: int = 0) -> int:
    """Deny the calls in the table to this process and its children.

    Args:
        refused: more numbers to deny.
        watched: numbers to hand to a supervisor; ``flags`` then asks for its listener.

    Returns:
        What ``seccomp(2)`` gives: 0, or the listener; -1 on an architecture without a table.
    """
    if machine() not in _DENIED:
        return -1
    program = _filter(machine(), refused, watched)
    buffer = ctypes.create_string_buffer(program, len(program))
    fprog = struct.pack("=HxxxxxxQ", len(program) // 8, ctypes.addressof(buffer))
    return _check(_libc.syscall(_SYS_SECCOMP[machine()], 1, flags, fprog), "seccomp")


def become_subreaper() -> None:
    """Adopt all orphans below this process."""
    _check(_libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "subreaper")


def _filter(machine: str, refused: tuple[int, ...], watched: tuple[int, ...]) -> bytes:
    """A BPF program: another ABI, a table entry, a new namespace → EPERM; ``clone3`` → ENOSYS (libc copes)."""
    load, equal, at_least, any_bit, give = 0x20, 0x15, 0x35, 0x45, 0x06
    arch, number, first_argument = 4, 0, 16  # offsets in struct seccomp_data
    denied = (*_DENIED[machine], *refused)
    # Each check names the verdict it jumps to when it holds, and when it does not (None: the next line).
    checks: list[tuple[int, int, str | None, str | None]] = [
        (load, arch, None, None),
        (equal, _AUDIT[machine], None, "refuse"),
        (load, number, None, None),
        (at_least, 0x40000000, "refuse", None),  # the x32 numbers
        *((equal, one, "refuse", None) for one in denied),
        *((equal, one, "ask", None) for one in watched),
        (equal, _CLONE3, "absent", None),
        (equal, _CLONE[machine], None, "allow"),
        (load, first_argument, None, None),
        (any_bit, _NEW_NAMESPACES, "refuse", None),
    ]
    verdicts = {
        "allow": 0x7FFF0000,
        "refuse": 0x00050000 | errno.EPERM,
        "absent": 0x00050000 | errno.ENOSYS,
        "ask": 0x7FC00000,
    }
    place = {name: len(checks) + i for i, name in enumerate(verdicts)}
    program = b""
    for index, (code, value, when, unless) in enumerate(checks):
        jump_true = place[when] - index - 1 if when else 0
        jump_false = place[unless] - index - 1 if unless else 0
        program += struct.pack("=HBBI", code, jump_true, jump_false, value)
    return program + b"".join(struct.pack("=HBBI", give, 0, 0, value) for value in verdicts.values())
