"""`Translator`: ``/app``, ``/logs`` and ``/tmp`` as typed, for a sandbox whose folders lie somewhere else.

Where no mount namespace can be had, nothing can be put at ``/app``. The paths are then exchanged in the text of
commands on the way in, and in their output and in files read from outside on the way out.
"""

from __future__ import annotations

import re


class Translator:
    """Exchanges the three folders for those of the same names under ``base``, an absolute path.

    >>> t = Translator("/var/box")
    >>> t.inward(b"g++ -I/app a.cpp >/tmp/log; cat x/app '/logs/a'")
    b"g++ -I/var/box/app a.cpp >/var/box/tmp/log; cat x/app '/var/box/logs/a'"
    >>> t.outward(b"/var/box/logs/a")
    b'/logs/a'
    """

    def __init__(self, base: str) -> None:
        self._base = base.encode()
        under = re.escape(self._base)
        # A whole first component: not x/app, ./app, $x/app, /app.bak or /application; but -I/app is one. A path
        # that lies under the base already stays.
        self._typed = re.compile(
            rb"(?:(?<![\w./~)}\]*?\\\x80-\xff-])|(?<=(?<![\w-])-[A-Za-z]))"
            rb"(?!" + under + rb"/)(/(?:app|logs|tmp))(?![\w.\x80-\xff-])"
        )
        self._real = re.compile(under + rb"(?:(?=/)|(?![\w.-]))")

    def inward(self, data: bytes) -> bytes:
        """A command, a path or a file as the sandbox has to get it."""
        return self._typed.sub(lambda found: self._base + found[1], data)

    def outward(self, data: bytes) -> bytes:
        """Output or the content of a file as it would have been typed; the base itself is the root."""
        return self._real.sub(
            lambda found: b"" if data[found.end() : found.end() + 1] == b"/" else b"/", data
        )
