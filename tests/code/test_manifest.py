"""The bundled code suite: the manifest says how it was made, and making it again gives the same."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from contests.code.manifest import MANIFEST, build, contest_ids, contests_of, manifest, reference_length
from contests.code.package import load_packages
from contests.composing import SHAPE
from r3env.errors import ConfigError, UnknownNameError
from r3env.metering import TokenMeter

PACKAGES = load_packages()


def test_manifest_is_what_the_packages_give() -> None:
    assert build(PACKAGES) == json.loads(MANIFEST.read_text(encoding="utf-8"))


def test_six_contests_partition_the_pool_in_the_shape_of_the_paper() -> None:
    contests = contests_of(contest_ids())
    assert [contest.id for contest in contests] == [f"code/{k:03d}" for k in range(1, 7)]
    assert sorted(p.id for contest in contests for p in contest) == sorted(PACKAGES)
    assert all(Counter(p.tier for p in contest) == Counter(SHAPE) for contest in contests)


def test_tiers_follow_length_and_the_manifest_says_how() -> None:
    meter = TokenMeter()
    by_length = sorted(PACKAGES, key=lambda name: (reference_length(PACKAGES[name], meter), name))
    tiers = [manifest()["problems"][name]["tier"] for name in by_length]
    assert tiers == ["easy"] * 18 + ["medium"] * 12 + ["hard"] * 6
    assert "editorial plus its reference solution" in manifest()["tiers"].replace("\n", " ")


def test_order_is_shuffled_by_seed_and_easy_first_on_request() -> None:
    easy_first = contests_of(["code/001"], order="published")[0]
    assert [str(p.tier) for p in easy_first] == ["easy"] * 3 + ["medium"] * 2 + ["hard"]
    orders = {tuple(p.id for p in contests_of(["code/001"], seed=seed)[0]) for seed in range(6)}
    assert len(orders) > 1
    assert contests_of(["code/001"], seed=3) == contests_of(["code/001"], seed=3)


def test_other_seed_draws_other_contests_with_the_same_tiers() -> None:
    here, other = build(PACKAGES), build(PACKAGES, seed=8)
    assert here["problems"] == other["problems"] and here["contests"] != other["contests"]


def test_pool_that_fills_no_contest_is_refused() -> None:
    few = {name: PACKAGES[name] for name in list(PACKAGES)[:7]}
    with pytest.raises(ConfigError, match="expected tiers in this ratio"):
        build(few)


def test_unknown_contest_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"code/007.*code/00"):
        contests_of(["code/007"])
