"""Registries: a name leads to a lazy ``module:attribute``. Looking at a registry imports nothing.

Third parties add to one through entry points (``r3env.domains``, ``r3env.policies``, ``r3env.schedulers``,
``r3env.sandboxes``), with `Registry.add`, or by path on the command line: ``./mine.py:Greedy``.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from r3env.errors import ConfigError, InfrastructureError, R3Error, UnknownNameError, told


@dataclass(frozen=True, slots=True)
class Entry:
    """One registered name, readable without importing the thing.

    Attributes:
        name: the name.
        target: ``module:attribute``.
        summary: one line.
        version: version of the distribution that brings it; empty for a local addition.
        needs: extras or programs it needs, for instance ``("chat",)``.
    """

    name: str
    target: str
    summary: str = ""
    version: str = ""
    needs: tuple[str, ...] = ()


def nearest(name: str, names: list[str]) -> str:
    """A hint such as `` (did you mean 'coverage'?)``, or an empty string."""
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f" (did you mean {close[0]!r}?)" if close else ""


def load_attribute(target: str) -> Any:
    """Import ``module:attribute`` or ``path/to/file.py:attribute``.

    Raises:
        ConfigError: the reference is malformed, the file is missing, or it has no such attribute.
    """
    place, colon, attribute = target.rpartition(":")
    if not colon or not place or not attribute:
        raise ConfigError(f"expected module:attribute or ./file.py:attribute, got {target!r}")
    if place.endswith(".py"):
        path = Path(place).resolve()
        if not path.is_file():
            raise ConfigError(f"no such file: {place} (from {target!r})")
        spec = importlib.util.spec_from_file_location(f"r3env_user_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise ConfigError(f"{place} cannot be imported as a Python module")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    else:
        module = importlib.import_module(place)
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise ConfigError(f"{place} has no attribute {attribute!r} (from {target!r})") from None


class Registry:
    """Names of one kind of thing.

    Args:
        kind: singular noun for messages, for instance ``policy``.
        group: entry-point group that third parties use.
        builtin: the entries that ship with r3env.
    """

    def __init__(self, kind: str, group: str, builtin: tuple[Entry, ...] = ()) -> None:
        self.kind = kind
        self.group = group
        self._entries: dict[str, Entry] = {}
        self._scanned = False
        for entry in builtin:
            self._insert(entry)

    def _insert(self, entry: Entry) -> None:
        present = self._entries.get(entry.name)
        if present is not None and present.target != entry.target:
            raise ConfigError(
                f"{self.kind} {entry.name!r} is registered twice: {present.target} and {entry.target}"
            )
        self._entries[entry.name] = entry

    def add(self, name: str, target: str, *, summary: str = "", needs: tuple[str, ...] = ()) -> None:
        """Register ``name``; a second registration with another target is refused."""
        self._insert(Entry(name, target, summary, "", needs))

    def entries(self) -> Mapping[str, Entry]:
        """All entries by name, those of installed plug-ins included; nothing is imported."""
        if not self._scanned:
            self._scanned = True
            for point in entry_points(group=self.group):
                dist = point.dist
                self._insert(
                    Entry(point.name, point.value, "", dist.version if dist else "", tuple(point.extras))
                )
        return dict(sorted(self._entries.items()))

    def entry(self, name: str) -> Entry:
        """The entry of ``name``.

        Raises:
            UnknownNameError: no such name; the message suggests the nearest one.
        """
        found = self._entries.get(name) or self.entries().get(name)
        if found is None:
            names = list(self.entries())
            raise UnknownNameError(
                f"unknown {self.kind} {name!r}{nearest(name, names)}: known are {', '.join(names) or 'none'}"
            )
        return found

    def load(self, reference: str) -> Any:
        """Import what a name or a ``module:attribute`` / ``./file.py:attribute`` reference stands for."""
        if ":" in reference and reference not in self.entries():
            return self._load_extension(reference, reference)
        entry = self.entry(reference)
        if entry.version:
            return self._load_extension(reference, entry.target)
        try:
            return load_attribute(entry.target)
        except ModuleNotFoundError as error:
            if not entry.needs:
                raise
            extras = ",".join(entry.needs)
            raise ConfigError(
                f"{self.kind} {entry.name!r} needs {error.name!r}: pip install 'r3env[{extras}]'"
            ) from error

    def make(self, name: str, factory: Callable[..., Any], /, *arguments: Any, **options: Any) -> Any:
        """Call what `load` gave for ``name``: others wrote it too, and anything may happen in it.

        Raises:
            ConfigError: it raised an exception of its own; the message says which, and where.
        """
        try:
            return factory(*arguments, **options)
        except (R3Error, InfrastructureError):
            raise
        except Exception as error:
            raise ConfigError(f"{self.kind} {name!r} cannot be made: {told(error)}") from error

    def _load_extension(self, name: str, target: str) -> Any:
        """Import what others wrote: anything may happen in their files."""
        try:
            return load_attribute(target)
        except ConfigError:
            raise
        except Exception as error:
            raise ConfigError(
                f"{self.kind} {name!r} cannot be imported: {type(error).__name__}: {error}"
            ) from error
