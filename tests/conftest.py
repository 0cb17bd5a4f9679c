"""Shared fixtures: the toy domain is registered for the whole session."""

from __future__ import annotations

from r3env import catalog

catalog.domains.add("toy", "tests.toy:Toy")
