"""Agreement: known examples, brute force, and clear outcomes where a figure is undefined."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.agreement import VALUES, agreement
from r3env.labels import Label

pytest.importorskip("krippendorff")
pytest.importorskip("statsmodels")

CODE = {"t": "true", "f": "false", "u": "unknown"}


def labels(*rows: str, item: str = "rational_update"):
    """One row an annotator, one character an episode; ``.`` is not judged."""
    for who, row in enumerate(rows):
        for unit, char in enumerate(row):
            if char != ".":
                yield Label(f"ep{unit}", f"person {who}", item, CODE[char], quotation="so", event=0)


def only(found):
    """Figures of the one item; ``all`` says the same."""
    item, whole = found["items"]
    assert whole["item"] == "all" and {**whole, "item": item["item"]} == item
    return item


def test_a_textbook_table_of_two_annotators():
    # 20 both yes, 5 and 10 split, 15 both no: observed 0.7, by chance 0.5 (Cohen's usual example).
    rows = ("t" * 25 + "f" * 25, "t" * 20 + "f" * 5 + "t" * 10 + "f" * 15)
    item = only(agreement(labels(*rows)))
    assert item["same"] == pytest.approx(0.7) and item["cohen"] == pytest.approx(0.4)
    assert item["units"] == 50 and item["pairs"][0]["units"] == 50


def test_three_annotators_who_agree_wholly_where_values_vary():
    item = only(agreement(labels("ttffu", "ttffu", "ttffu")))
    assert [item[k] for k in ("same", "cohen", "fleiss", "alpha")] == pytest.approx([1, 1, 1, 1])
    assert item["annotators"] == 3 and item["fleiss_units"] == 5 and len(item["pairs"]) == 3


def test_agreement_without_variation_is_undefined_and_says_why():
    item = only(agreement(labels("ttt", "ttt")))
    assert item["same"] == 1 and item["cohen"] is None and item["fleiss"] is None and item["alpha"] is None
    assert "all judgements are the same" in item["reasons"]["alpha"]


def test_units_judged_once_do_not_count():
    found = agreement(labels("tt..", "..ff"))
    assert found["items"] == [] and found["labels"] == 4 and len(found["annotators"]) == 2
    assert agreement([]) == {"annotators": [], "labels": 0, "items": []}


def test_fleiss_takes_the_units_that_all_judged():
    item = only(agreement(labels("ttff.", "tfff.", "ttf.t")))
    assert item["units"] == 4 and item["fleiss_units"] == 3


def test_the_newest_judgement_counts_and_items_stay_apart():
    first, later = labels("f"), labels("t", "t")
    other = labels("tf", "ft", item="overcommitment")
    found = {i["item"]: i for i in agreement([*first, *later, *other])["items"]}
    assert found["rational_update"]["same"] == 1 and found["overcommitment"]["same"] == 0
    assert found["all"]["units"] == 3 and found["all"]["same"] == pytest.approx(1 / 3)


def brute_alpha(rows) -> float | None:
    """Krippendorff's alpha from its definition: observed over expected disagreement of pairable values."""
    units = [[r[u] for r in rows if r[u] != "."] for u in range(len(rows[0]))]
    units = [u for u in units if len(u) > 1]
    pool = [v for u in units for v in u]
    if len(set(pool)) < 2:
        return None
    seen = sum(2 * sum(a != b for a, b in combinations(u, 2)) / (len(u) - 1) for u in units) / len(pool)
    chance = 2 * sum(a != b for a, b in combinations(pool, 2)) / (len(pool) * (len(pool) - 1))
    return 1 - seen / chance


def brute_fleiss(rows) -> float | None:
    """Fleiss' kappa from its definition, over the units that all judged."""
    units = [[r[u] for r in rows] for u in range(len(rows[0])) if all(r[u] != "." for r in rows)]
    if not units:
        return None
    share = [np.mean([[v == c for v in u] for u in units]) for c in CODE]
    chance = sum(p * p for p in share)
    seen = np.mean([np.mean([a == b for a, b in combinations(u, 2)]) for u in units])
    return None if np.isclose(chance, 1) else float((seen - chance) / (1 - chance))


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 8).flatmap(
        lambda n: st.lists(st.text("tfu.", min_size=n, max_size=n), min_size=2, max_size=4)
    )
)
def test_libraries_and_definitions_agree(rows):
    items = agreement(labels(*rows))["items"]
    shared = [u for u in range(len(rows[0])) if sum(r[u] != "." for r in rows) > 1]
    if not shared:
        assert items == []
        return
    own = [r for r in rows if any(r[u] != "." for u in shared)]
    item = items[0]
    for name, wanted in (("alpha", brute_alpha(own)), ("fleiss", brute_fleiss(own))):
        assert item[name] == (None if wanted is None else pytest.approx(wanted, abs=1e-9)), name
    assert set(item["reasons"]) == {k for k in ("cohen", "fleiss", "alpha") if item[k] is None}
    assert len(VALUES) == 3
