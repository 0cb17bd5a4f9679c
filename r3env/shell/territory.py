"""Whose files a path belongs to, and which paths are final artifacts."""

from __future__ import annotations

import fnmatch
import functools
import posixpath
import re
import string
from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from r3env.paths import Paths
from r3env.shell.tables import (
    HARMLESS_DEVICES,
    NETWORK_DEVICES,
    SENSITIVE_FOLDERS,
    SENSITIVE_NAMES,
)

ALL_LABELS = tuple(string.ascii_uppercase)
MAX_PATH = 4096  # bytes; the kernel takes no longer one
_NOBODY: frozenset[str] = frozenset()
_GLOB = re.compile(r"[*?\[{]")


def absolute(path: str, cwd: str | None) -> str | None:
    """``path`` made absolute and normal; None when it depends on an unknown folder.

    >>> absolute("../b", "/app/a")
    '/app/b'
    """
    if path.startswith("~") or len(path) > MAX_PATH:
        return None
    if not path.startswith("/"):
        if cwd is None:
            return None
        path = f"{cwd}/{path}"
        if len(path) > MAX_PATH:
            return None
    if "/." in path or "//" in path or path.endswith("/"):
        path = posixpath.normpath(path)
        if path.startswith("//"):  # POSIX keeps two leading slashes
            path = path[1:]
    return path


def sensitive(path: str) -> bool:
    """True when writing to the absolute ``path`` could change what later commands do."""
    if path in HARMLESS_DEVICES:
        return False
    return path.startswith(SENSITIVE_PREFIXES) or path in SENSITIVE_FOLDERS or is_startup(path)


SENSITIVE_PREFIXES = tuple(f"{folder}/" for folder in SENSITIVE_FOLDERS)


def is_startup(path: str) -> bool:
    """True for a file that a shell reads when it starts, wherever it lies."""
    return path.rpartition("/")[2] in SENSITIVE_NAMES


def is_device(path: str) -> bool:
    """True for a device that is more than a plain stream (random numbers, descriptors, sockets)."""
    return path.startswith("/dev/") and path not in HARMLESS_DEVICES


def is_network(path: str) -> bool:
    """True for the paths that bash opens as sockets."""
    return path.startswith(NETWORK_DEVICES)


@functools.lru_cache(maxsize=16)
def _owned(paths: Paths) -> re.Pattern[str]:
    starts = "|".join(re.escape(own.removesuffix("A")) for own in _places(paths, "A"))
    return re.compile(rf"(?:{starts})([A-Z])(?![A-Za-z0-9_])")


def _places(paths: Paths, label: str) -> tuple[str, ...]:
    """What belongs to one problem: scratch folder, solution, statement, samples; endings left out."""
    in_app = (f"{paths.app}/{kind}_{label}" for kind in ("solution", "problem", "samples"))
    return (paths.scratch(label), *in_app)


@dataclass(frozen=True, slots=True)
class Territory:
    """Layout of the sandbox as the accounting sees it.

    Attributes:
        labels: labels of the contest.
        paths: folders of the sandbox.
        artifacts: label to artifact path; one path may stand for several labels.
    """

    labels: tuple[str, ...] = ALL_LABELS
    paths: Paths = field(default_factory=Paths)
    artifacts: Mapping[str, str] = field(default_factory=dict)
    owned: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "owned", _owned(self.paths))

    def owners(self, path: str) -> Set[str]:
        """Labels of the problems whose files ``path`` (absolute, maybe a pattern) names."""
        match = self.owned.match(path)
        if match is not None:
            return {match[1]} & set(self.labels)
        if self.artifacts:
            holders = [label for label, artifact in self.artifacts.items() if artifact == path]
            if len(holders) == 1:
                return set(holders)
        if _GLOB.search(path):
            return self._matched(path)
        return _NOBODY

    def _matched(self, pattern: str) -> set[str]:
        """Problems of which a pattern matches a place; ``{a,b}`` is read as ``*``."""
        pattern = re.sub(r"\{[^}]*\}", "*", pattern)
        parts = pattern.count("/")
        found = set()
        for label in self.labels:
            own_files = (f"{self.paths.app}/problem_{label}.md", f"{self.paths.app}/samples_{label}")
            for own in (self.paths.scratch(label), self.paths.solution(label), *own_files):
                head = "/".join(pattern.split("/")[: own.count("/") + 1])
                if parts >= own.count("/") and fnmatch.fnmatchcase(own, head):
                    found.add(label)
        return found

    def is_artifact(self, path: str) -> bool:
        """True when ``path`` is a designated artifact."""
        if self.artifacts:
            return path in self.artifacts.values()
        match = self.owned.fullmatch(path.removesuffix(".cpp"))
        return path == self.paths.answers or (match is not None and path == self.paths.solution(match[1]))

    def is_shared(self, path: str) -> bool:
        """True when ``path`` is the answer file of several problems."""
        if len(self.labels) < 2:
            return False
        if self.artifacts:
            return sum(artifact == path for artifact in self.artifacts.values()) > 1
        return path == self.paths.answers
