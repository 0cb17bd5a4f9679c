"""Artifacts of an agentic episode: reading them safely, candidates for guards, and the answers to grade."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from r3env.domain import Domain
from r3env.errors import SandboxError
from r3env.grading import parse_answers
from r3env.paths import Paths
from r3env.sandbox.protocol import FileKind, FileRead, Sandbox
from r3env.verdict import Parsed, ParseStatus

CAP = 4 << 20
"""Bytes read of one artifact; a larger one is not an answer."""

_PLAYERS_DOING = frozenset({"sandbox_refused", "disk_full"})
"""Kinds of refused writes that a player brings about: a file in a folder's place, a full disk."""

_NO_FILE = {
    FileKind.ABSENT: "no artifact",
    FileKind.FOLDER: "a folder stands in the artifact's place",
    FileKind.LINK: "a symbolic link stands in the artifact's place",
    FileKind.SPECIAL: "a device, pipe or socket stands in the artifact's place",
    FileKind.TOO_LARGE: f"the artifact is larger than {CAP >> 20} MiB",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands for one problem.

    Attributes:
        parsed: the answer as it would be graded now.
        text: content of the artifact, empty when there is none.
    """

    parsed: Parsed
    text: str = ""

    @property
    def state(self) -> int:
        """0 nothing there, 1 something that is no answer, 2 an answer."""
        if self.parsed.status is ParseStatus.ANSWER:
            return 2
        return 0 if self.parsed.status is ParseStatus.MISSING else 1

    @property
    def candidate(self) -> str | None:
        """Digest of the answer; None when there is none or it is malformed (such a candidate is not stable)."""
        if self.parsed.status is not ParseStatus.ANSWER:
            return None
        return hashlib.sha256(self.parsed.answer.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class AnswerDesk:
    """Where the answers of a contest lie in a sandbox.

    Args:
        domain: says where answers go and how they are read.
        labels: labels of the contest.
        paths: places of the sandbox.
    """

    def __init__(self, domain: Domain, labels: Sequence[str], paths: Paths) -> None:
        self.domain = domain
        self.labels = tuple(labels)
        self.places = {label: domain.artifact(label, paths).path for label in self.labels}
        self._seen: dict[str, tuple[FileRead, dict[str, Standing]]] = {}

    def read(self, sandbox: Sandbox) -> dict[str, Standing]:
        """What stands for every label. Parsed again only when the file has changed."""
        found: dict[str, Standing] = {}
        for path in dict.fromkeys(self.places.values()):
            content = sandbox.read(path, CAP)
            if path not in self._seen or self._seen[path][0] != content:
                labels = [label for label in self.labels if self.places[label] == path]
                self._seen[path] = (content, self._parse(content, labels))
            found.update(self._seen[path][1])
        return {label: found[label] for label in self.labels}

    def _parse(self, content: FileRead, labels: Sequence[str]) -> dict[str, Standing]:
        if content.kind is not FileKind.FILE:
            make = Parsed.missing if content.kind is FileKind.ABSENT else Parsed.unparsed
            return {label: Standing(make(_NO_FILE[content.kind])) for label in labels}
        try:
            text = content.data.decode("utf-8")
        except UnicodeDecodeError as error:
            reason = f"the artifact is not UTF-8 (byte {error.start})"
            return {label: Standing(Parsed.unparsed(reason)) for label in labels}
        parsed = parse_answers(self.domain, text, labels, "artifact")
        return {label: Standing(parsed.get(label, Parsed.missing()), text) for label in labels}

    def write(self, sandbox: Sandbox, label: str, answer: str) -> str:
        """Put an answer into its place; returns a line for the player. Other problems' answers are kept."""
        path = self.places[label]
        content = sandbox.read(path, CAP)
        if content.kind not in (FileKind.FILE, FileKind.ABSENT):
            return f"not written: {_NO_FILE[content.kind]} ({path}); remove it first"
        old = content.data.decode("utf-8", "replace")
        labels = [x for x in self.labels if self.places[x] == path]
        data = self.domain.write_answer(old, label, answer, labels).encode("utf-8", "replace")
        try:
            sandbox.write(path, data)
        except SandboxError as error:
            if error.kind not in _PLAYERS_DOING:
                raise
            return f"not written to {path}: {error}"
        return f"the answer to {label} is written to {path}"
