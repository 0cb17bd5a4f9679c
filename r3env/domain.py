"""`Domain`: how problems of one family are stated, answered, parsed and graded.

Adding a domain is one module that defines a class with these members, and one registry line (or an entry
point in ``r3env.domains``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from r3env import catalog
from r3env.errors import ConfigError
from r3env.paths import Paths
from r3env.problem import Contest, Problem
from r3env.verdict import Parsed, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from r3env.sandbox.protocol import Sandbox

Setting = Literal["tool_free", "agentic", "allocation"]
Source = Literal["completion", "artifact"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What a prompt needs from the domain.

    Attributes:
        problems: label to problem text, in presented order.
        contract: the answer format, in plain words with one example; names every label.
        files: absolute sandbox path to content, laid out before the episode starts (agentic only).
        notes: further paragraphs for the agentic prompt (tools that help, samples …); may be empty.
    """

    problems: Mapping[str, str]
    contract: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Artifact:
    """Where the answer to one problem goes: a file, and the labelled section in it (None: the whole file)."""

    path: str
    section: str | None = None


@dataclass(frozen=True, slots=True)
class DomainCommand:
    """A command that a domain adds to the agentic setting (for instance one query to an interactor).

    Attributes:
        name: first word of the command line.
        usage: one line for the prompt.
        charge: actions charged for one call.
        run: called with the argument words and the focused problem; returns the text shown to the agent.
    """

    name: str
    usage: str
    charge: int
    run: Callable[[Sequence[str], Problem], str]


@dataclass(frozen=True, slots=True)
class GradeContext:
    """What a grader may use: a stateless sandbox (made on first use), and a seeded generator."""

    rng: np.random.Generator | None = None
    sandbox: Callable[[], Sandbox] | None = None
    timeout: float = 7200.0


@runtime_checkable
class Domain(Protocol):
    """The contract of a domain. `contests.conformance.check_domain` tests an implementation against it."""

    name: str
    """Short name, also the first part of contest ids."""
    version: str
    """Changes whenever stating, parsing or grading changes: part of every fingerprint."""
    missing_marker: str
    """What a player writes instead of an answer it does not have (``No answer``, ``MISSING``)."""

    def state(
        self, contest: Contest, setting: Setting, paths: Paths | None = None, *, with_difficulty: bool = False
    ) -> Statement:
        """State the problems of a contest; ``with_difficulty`` shows each tier. Never shows a reference."""
        ...

    def artifact(self, label: str, paths: Paths) -> Artifact:
        """Where the agentic answer to the problem at ``label`` goes."""
        ...

    def parse(self, output: str, labels: Sequence[str], source: Source = "completion") -> dict[str, Parsed]:
        """Read the answer to every label (spec section 4, answer contracts). Never raises on any text.

        One label means the single-problem contract (no section needed). ``source`` is ``artifact`` for the
        content of an artifact file, where each section must hold exactly one answer.
        """
        ...

    def write_answer(self, artifact: str, label: str, answer: str, labels: Sequence[str]) -> str:
        """New content of an artifact file with ``answer`` in the section of ``label``; the rest is kept."""
        ...

    def grade(self, problem: Problem, parsed: Parsed, context: GradeContext, label: str = "A") -> Verdict:
        """Judge one parsed answer. Missing and unparsed pass through; junk is wrong, never an exception."""
        ...

    def commands(self) -> Mapping[str, DomainCommand]:
        """Extra agentic commands by name; empty for most domains."""
        ...


_MEMBERS = (
    "name",
    "version",
    "missing_marker",
    "state",
    "artifact",
    "parse",
    "write_answer",
    "grade",
    "commands",
)


def load_domain(name: str) -> Domain:
    """The registered domain ``name``, ready to use; its entry may be a class, a function or the domain itself.

    Raises:
        UnknownNameError: no such domain; the message suggests the nearest one.
        ConfigError: its own code raised, or what came is no domain of that name.
    """
    loaded: Any = catalog.domains.load(name)
    whole = not isinstance(loaded, type) and all(hasattr(loaded, member) for member in _MEMBERS)
    made: Domain = loaded if whole else catalog.domains.make(name, loaded)
    absent = [member for member in _MEMBERS if not hasattr(made, member)]
    if absent:
        raise ConfigError(f"domain {name!r} is a {type(made).__name__} that lacks {', '.join(absent)}")
    if made.name != name:
        raise ConfigError(f"domain {name!r} calls itself {made.name!r}: register it under its own name")
    return made
