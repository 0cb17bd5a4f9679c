"""Output kept within a cap, and cleaned text, as laws."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from r3env.sandbox.spool import Spool, clean


@given(st.binary(max_size=400), st.integers(0, 300), st.integers(1, 50))
def test_spool_keeps_the_cap_and_counts_the_rest(data: bytes, cap: int, step: int) -> None:
    spool = Spool(cap)
    for start in range(0, len(data), step):
        spool.feed(data[start : start + step])
    text, omitted = spool.text()
    if len(data) <= cap:
        assert (text, omitted) == (clean(data.decode(errors="replace")), 0)
    else:
        # A character that the cut would split is left out whole.
        assert len(data) - cap <= omitted <= len(data) - cap + 6
        assert f"[… {omitted} bytes omitted …]" in text


@given(st.text(alphabet="aé漢🙂\n", max_size=200), st.integers(4, 100))
def test_a_cut_never_splits_a_character(text: str, cap: int) -> None:
    spool = Spool(cap)
    spool.feed(text.encode())
    shown, _omitted = spool.text()
    assert "\ufffd" not in shown


@given(st.integers(0, 40), st.integers(1, 7))
def test_head_and_tail_are_the_ends(lines: int, step: int) -> None:
    data = "".join(f"{n:04}\n" for n in range(lines)).encode()
    spool = Spool(50)
    for start in range(0, len(data), step):
        spool.feed(data[start : start + step])
    text, omitted = spool.text()
    if omitted:
        head, tail = re.split(r"\n\[… \d+ bytes omitted …\]\n", text)
        assert data.startswith(head.encode())
        assert data.endswith(tail.encode())
        assert len(head) + len(tail) + omitted == len(data)


@given(st.text(max_size=300))
def test_clean_text_has_no_control_codes_and_is_stable(text: str) -> None:
    cleaned = clean(text)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", cleaned)
    assert clean(cleaned) == cleaned


@given(st.text(alphabet=st.characters(blacklist_categories=("Cc", "Cs")), max_size=200))
def test_plain_text_is_untouched(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("p 1%\rp 100%\n", "p 100%\n"),
        ("long line\rshort\n", "shortline\n"),
        ("long line\r\x1b[Kshort\n", "short\n"),
        ("a\r\nb\r\r\nc", "a\nb\nc"),
        ("\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1bPdevice\x1b\\text", "text"),
        ("\x1b(Btext\x1b=\x1b7", "text"),
        ("ab\bc", "ac"),
        ("tab\tstays", "tab\tstays"),
        ("cut off \x1b[", "cut off "),
        ("50%\r", "50%"),
    ],
)
def test_what_a_terminal_would_show(raw: str, shown: str) -> None:
    assert clean(raw) == shown
