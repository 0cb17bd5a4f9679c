"""Untrusted text made safe to show: control characters made visible, long texts cut, JSON for a script tag."""

from __future__ import annotations

import json
import re
from typing import Any

_SURROGATES = re.compile("[\ud800-\udfff]")
# Everything that moves text about or hides it: bidi controls, zero-width characters, the byte-order mark.
_HIDDEN = re.compile("[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]")
_CONTROL = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_CONTROL[0x7F] = 0x2421
_CONTROL.update(dict.fromkeys(range(128, 160), 65533))


def visible(text: str) -> str:
    """Text with nothing invisible in it.

    Control characters become their pictures (``␛`` for escape), a carriage return before a line feed is
    dropped, characters that reorder or hide text become ``⟨U+202E⟩``, lone surrogates the replacement
    character. Right-to-left letters stay as they are.

    >>> visible("a\\x1b[31mb\\u202ec")
    'a␛[31mb⟨U+202E⟩c'
    """
    plain = _SURROGATES.sub("\ufffd", text.replace("\r\n", "\n")).translate(_CONTROL)
    return _HIDDEN.sub(lambda m: f"⟨U+{ord(m.group()):04X}⟩", plain)


def short(text: str, limit: int = 48) -> str:
    """A name for a figure: visible, on one line, its middle left out when it is long.

    >>> short("a" * 60, 7)
    'aaa…aaa'
    """
    flat = " ".join(visible(text).split())
    half = limit // 2
    return flat if len(flat) <= limit else f"{flat[: limit - 1 - half]}…{flat[-half:]}"


def cut(text: str, limit: int) -> str:
    """At most ``limit`` characters, two thirds from the head; the cut is marked with what it left out.

    >>> cut("abcdefghi", 3)
    'ab\\n[… 6 characters left out of this page …]\\ni'
    """
    if len(text) <= limit:
        return text
    head = limit - limit // 3
    tail = text[len(text) - limit // 3 :] if limit // 3 else ""
    return f"{text[:head]}\n[… {len(text) - limit:,} characters left out of this page …]\n{tail}"


def script_json(value: Any) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element or start a comment.

    >>> script_json({"a": "</script>"})
    '{"a":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return _SURROGATES.sub("\ufffd", text)
