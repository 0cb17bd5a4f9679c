"""Frames on the control socket between r3env and the warden: a JSON message, a blob of bytes, descriptors.

Frame: two big-endian unsigned 32-bit lengths (JSON, blob), then the JSON, then the blob. Descriptors travel
with the first byte.
"""

from __future__ import annotations

import array
import json
import socket
import struct
from collections.abc import Sequence
from typing import Any

HEADER = struct.Struct("!II")
MAX_DESCRIPTORS = 4


class ClosedError(Exception):
    """The other end has gone."""


def send(sock: socket.socket, message: dict[str, Any], blob: bytes = b"", fds: Sequence[int] = ()) -> None:
    """Send one frame; ``fds`` stay open here."""
    text = json.dumps(message).encode()
    data = HEADER.pack(len(text), len(blob)) + text
    try:
        if fds:
            sent = socket.send_fds(sock, [data], list(fds))
            data = data[sent:]
        # Two calls spare a copy of a large blob.
        sock.sendall(data)
        if blob:
            sock.sendall(blob)
    except (BrokenPipeError, ConnectionResetError) as error:
        raise ClosedError("the control socket is closed") from error


def receive(sock: socket.socket) -> tuple[dict[str, Any], bytes, list[int]]:
    """Receive one frame: message, blob, descriptors (owned by the caller)."""
    try:
        head, fds = _first(sock)
    except ConnectionResetError as error:
        raise ClosedError("the control socket is closed") from error
    if len(head) < HEADER.size:
        head += _exactly(sock, HEADER.size - len(head)) if head else b""
    if not head:
        raise ClosedError("the control socket is closed")
    text_size, blob_size = HEADER.unpack(head)
    message = json.loads(_exactly(sock, text_size))
    return message, _exactly(sock, blob_size), fds


def _first(sock: socket.socket) -> tuple[bytes, list[int]]:
    """The first bytes and the descriptors with them, which no program that is started later inherits.

    `socket.recv_fds` ignores its flags before Python 3.12.
    """
    fds = array.array("i")
    room = socket.CMSG_LEN(MAX_DESCRIPTORS * fds.itemsize)
    head, ancillary, _flags, _address = sock.recvmsg(HEADER.size, room, socket.MSG_CMSG_CLOEXEC)
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            fds.frombytes(data[: len(data) - len(data) % fds.itemsize])
    return head, list(fds)


def _exactly(sock: socket.socket, size: int) -> bytes:
    data = bytearray(size)
    view = memoryview(data)
    done = 0
    while done < size:
        try:
            count = sock.recv_into(view[done:])
        except ConnectionResetError as error:
            raise ClosedError("the control socket is closed") from error
        if not count:
            raise ClosedError("the control socket is closed")
        done += count
    return bytes(data)
