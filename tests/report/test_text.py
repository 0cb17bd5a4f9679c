"""Untrusted text: nothing invisible is left, nothing can leave its script element, cuts are marked."""

from __future__ import annotations

import json
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.report.text import cut, script_json, visible

ANY = st.text(st.characters())
"""Any character, lone surrogates and control characters included."""


@settings(deadline=None)
@given(ANY)
def test_nothing_invisible_is_left(text):
    shown = visible(text)
    for char in shown:
        assert unicodedata.category(char) not in ("Cc", "Cs") or char in "\n\t"
        assert unicodedata.bidirectional(char) not in (
            "RLE",
            "LRE",
            "RLO",
            "LRO",
            "PDF",
            "RLI",
            "LRI",
            "FSI",
            "PDI",
        )
    shown.encode()


def test_right_to_left_letters_stay():
    assert visible("שלום 42 مرحبا") == "שלום 42 مرحبا"


@settings(deadline=None)
@given(
    st.recursive(ANY | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(ANY, inner))
)
def test_json_stays_inside_its_script_element(value):
    text = script_json(value)
    assert not set(text) & set("<>&\u2028\u2029")
    text.encode()
    assert json.loads(script_json(visible(str(value)))) == visible(str(value))


@settings(deadline=None)
@given(ANY, st.integers(0, 50))
def test_a_cut_keeps_head_and_tail_and_says_how_much_is_gone(text, limit):
    shown = cut(text, limit)
    if len(text) <= limit:
        assert shown == text
    else:
        assert f"{len(text) - limit:,} characters left out" in shown
        head, tail = limit - limit // 3, limit // 3
        assert shown.startswith(text[:head]) and shown.endswith(text[len(text) - tail :])
