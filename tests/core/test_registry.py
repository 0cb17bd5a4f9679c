"""Registries: lazy, no duplicates, the nearest name on a typo, files by path."""

from __future__ import annotations

import sys

import pytest

from r3env import catalog
from r3env.domain import load_domain
from r3env.errors import ConfigError, UnknownNameError
from r3env.registry import Entry, Registry
from tests.toy import Toy


def make() -> Registry:
    return Registry("policy", "r3env.nobody", (Entry("fraction", "fractions:Fraction"),))


def test_looking_imports_nothing():
    registry = Registry("thing", "r3env.nobody", (Entry("wave", "wave:Wave_read"),))
    sys.modules.pop("wave", None)
    assert registry.entry("wave").target == "wave:Wave_read"
    assert "wave" not in sys.modules


def test_a_typo_gets_the_nearest_name():
    with pytest.raises(UnknownNameError, match="did you mean 'fraction'"):
        make().load("fractoin")


def test_duplicates_are_refused_and_repeats_are_not():
    registry = make()
    registry.add("fraction", "fractions:Fraction")
    with pytest.raises(ConfigError, match="registered twice"):
        registry.add("fraction", "decimal:Decimal")


def test_load_by_path(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("class Greedy:\n    pass\n")
    assert make().load(f"{file}:Greedy").__name__ == "Greedy"
    with pytest.raises(ConfigError, match="no attribute"):
        make().load(f"{file}:Gready")
    with pytest.raises(ConfigError, match="no such file"):
        make().load(f"{tmp_path}/other.py:X")


@pytest.mark.parametrize("code", ["class (", "import no_such_module_here", "1 / 0"])
def test_a_file_that_cannot_be_imported_is_one_error_that_names_it(tmp_path, code):
    file = tmp_path / "broken.py"
    file.write_text(code)
    with pytest.raises(ConfigError, match=r"policy .*broken\.py:X' cannot be imported: \w+Error: "):
        make().load(f"{file}:X")
    with pytest.raises(ConfigError, match="no_such_package"):
        make().load("no_such_package.module:X")


def test_a_plug_in_that_cannot_be_imported_is_named():
    registry = Registry("policy", "r3env.nobody", (Entry("plug", "no_such_module_here:X", version="0.3"),))
    with pytest.raises(ConfigError, match="policy 'plug' cannot be imported: ModuleNotFoundError"):
        registry.load("plug")


def test_what_an_entry_needs_is_named():
    registry = Registry("policy", "r3env.nobody", (Entry("x", "no_such_module_here:X", needs=("chat",)),))
    with pytest.raises(ConfigError, match=r"r3env\[chat\]"):
        registry.load("x")


@pytest.mark.parametrize(
    "registry",
    [catalog.domains, catalog.policies, catalog.schedulers, catalog.sandboxes],
    ids=lambda r: r.kind,
)
def test_everything_that_ships_loads(registry):
    for name in registry.entries():
        assert registry.load(name) is not None


class Renamed(Toy):
    name = "other"


class Short:
    name = "short"


INSTANCE = Toy()


def test_a_domain_is_a_class_a_function_or_the_domain_itself(monkeypatch):
    for target in ("Toy", "INSTANCE", "make_toy"):
        domains = Registry("domain", "none", (Entry("toy", f"tests.core.test_registry:{target}"),))
        monkeypatch.setattr(catalog, "domains", domains)
        assert load_domain("toy").name == "toy"


def make_toy():
    return Toy()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("Renamed", "'toy' calls itself 'other'"),
        ("Short", "a Short that lacks version"),
        ("make", "a Registry that lacks"),
        ("test_load_by_path", "cannot be made: TypeError"),
    ],
)
def test_what_is_no_domain_is_refused_in_one_line(monkeypatch, target, message):
    domains = Registry("domain", "none", (Entry("toy", f"tests.core.test_registry:{target}"),))
    monkeypatch.setattr(catalog, "domains", domains)
    with pytest.raises(ConfigError, match=message):
        load_domain("toy")
