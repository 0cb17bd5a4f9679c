"""Output of a command: kept within a cap (head and tail), decoded, and cleaned of terminal control codes."""

from __future__ import annotations

import re

_ESCAPES = re.compile(
    r"\x1b(?:"
    r"\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor movements
    r"|\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC: titles, links
    r"|[PX^_][^\x1b]*(?:\x1b\\)?"  # DCS, SOS, PM, APC
    r"|[ -/]*[0-~]"  # two-character escapes
    r")?"
)
_ERASE_LINE = re.compile(r"\r\x1b\[[0-2]?K|\x1b\[2K\r?")
_BACKSPACE = re.compile(r"[^\x08\n]\x08")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Spool:
    """Bytes as they come; keeps the first and the last half of ``cap``, so that memory stays bounded.

    Args:
        cap: bytes kept; exactly this many are still whole.
    """

    def __init__(self, cap: int) -> None:
        self._cap = cap
        self._head_size = cap - cap // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def feed(self, data: bytes) -> None:
        """Add bytes."""
        self.total += len(data)
        room = self._head_size - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        tail_size = self._cap - self._head_size
        if len(self._tail) > 2 * tail_size + (1 << 16):
            del self._tail[: len(self._tail) - tail_size]

    def text(self) -> tuple[str, int]:
        """The cleaned text with the cut marked, and the bytes left out (0: it is whole)."""
        tail_size = self._cap - self._head_size
        if self.total <= self._cap:
            return clean(bytes(self._head + self._tail).decode(errors="replace")), 0
        head = _whole_end(bytes(self._head))
        tail = _whole_start(bytes(self._tail[len(self._tail) - tail_size :]))
        omitted = self.total - len(head) - len(tail)
        mark = f"\n[… {omitted} bytes omitted …]\n"
        return clean(head.decode(errors="replace")) + mark + clean(tail.decode(errors="replace")), omitted


def _whole_end(data: bytes) -> bytes:
    """Without a UTF-8 character that is cut off at the end."""
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte & 0xC0 == 0x80:
            continue
        need = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2 if byte >= 0xC0 else 1
        return data[:-back] if need > back else data
    return data


def _whole_start(data: bytes) -> bytes:
    """Without the rest of a UTF-8 character that is cut off at the start."""
    start = 0
    while start < min(3, len(data)) and data[start] & 0xC0 == 0x80:
        start += 1
    return data[start:]


def clean(text: str) -> str:
    """What a reader would see on a terminal: no control codes, and of a redrawn line its last state.

    ``\\r`` returns to the start of the line and what follows overwrites it; ``\\r\\n`` is a line end.
    """
    if "\r" in text or "\b" in text:
        text = re.sub(r"\r+\n", "\n", text)
        text = "\n".join(_redraw(line) if "\r" in line else line for line in text.split("\n"))
    text = _ESCAPES.sub("", text)
    while "\b" in text:
        text, count = _BACKSPACE.subn("", text)
        if not count:
            break
    return _CONTROLS.sub("", text)


def _redraw(line: str) -> str:
    """One line after its carriage returns: later text lies over earlier text."""
    line = _ERASE_LINE.sub("\r\x1b[K", line)
    shown = ""
    for part in line.split("\r"):
        if part.startswith("\x1b[K"):
            shown = ""
        part = _ESCAPES.sub("", part)
        shown = part + shown[len(part) :]
    return shown
