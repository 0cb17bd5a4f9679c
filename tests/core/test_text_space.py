"""Texts of any kind are in the space, and a clipped text fits and says what is missing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from r3env.text_space import UnicodeText, clip

TEXTS = st.text(st.characters(exclude_categories=()), max_size=400)


@given(TEXTS, st.integers(60, 300))
def test_a_clipped_text_fits_and_keeps_both_ends(text, length):
    clipped = clip(text, length)
    assert clipped in UnicodeText(length)
    if len(text) <= length:
        assert clipped == text
    else:
        omitted = int(clipped.split(" … [")[1].split(" ")[0])
        head, tail = clipped.split(f" … [{omitted} characters omitted] … ", 1)
        assert text.startswith(head)
        assert text.endswith(tail)
        assert len(head) + len(tail) + omitted == len(text)


@given(TEXTS)
def test_the_space_takes_any_text_that_is_short_enough(text):
    assert text in UnicodeText(400)
    assert (text in UnicodeText(3)) == (len(text) <= 3)
    assert 7 not in UnicodeText(400)


def test_samples_are_members_and_follow_the_seed():
    space, same = UnicodeText(50, seed=1), UnicodeText(50, seed=1)
    drawn = [space.sample() for _ in range(50)]
    assert drawn == [same.sample() for _ in range(50)]
    assert all(text in space for text in drawn)
    assert space == UnicodeText(50) != UnicodeText(51)
