"""`ShellState`: what earlier commands have done to the shell in which the next one runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from r3env.decision import Decision

MAX_NAMES = 10_000  # more redefined names or links than this: nothing is known any more


@dataclass(frozen=True, slots=True)
class ShellState:
    """Immutable knowledge of the session's shell.

    Attributes:
        cwd: working directory, None when it is not known.
        oldpwd: the one before it, None when it is not known.
        names: names that no longer mean what the tables say (aliases, functions, programs put on PATH).
        attributed: variables with attributes, whose assignment or reference may compute.
        references: those that stand for another variable (``declare -n``).
        links: symbolic links made by plain commands, from absolute path to absolute target.
        programs: variables known to hold a program that is no builtin (`r3env.shell.values`); ``!name`` for one
            that a function or an alias may set.
        opaque: empty, or why nothing is known about what later commands mean (then all are counted).
    """

    cwd: str | None = "/app"
    oldpwd: str | None = None
    names: frozenset[str] = frozenset()
    attributed: frozenset[str] = frozenset()
    references: frozenset[str] = frozenset()
    links: tuple[tuple[str, str], ...] = field(default=())
    programs: frozenset[str] = frozenset()
    opaque: str = ""

    @classmethod
    def fresh(cls, cwd: str = "/app") -> ShellState:
        """State of a shell that has just been started."""
        return cls(cwd=cwd)

    def renewed(self, cwd: str = "/app") -> ShellState:
        """State of a shell that replaces this one: links are files, and stay."""
        return ShellState(cwd=cwd, links=self.links)

    def follow(self, path: str) -> str:
        """An absolute path with the known links in it replaced by their targets.

        >>> ShellState(links=(("/app/b", "/logs/problem_B"),)).follow("/app/b/x")
        '/logs/problem_B/x'
        """
        for link, target in reversed(self.links):
            if path == link:
                return target
            if path.startswith(f"{link}/"):
                return target + path[len(link) :]
        return path

    def moved(self, cwd: str | None) -> ShellState:
        """After a change of directory."""
        return replace(self, cwd=cwd, oldpwd=self.cwd)

    def redefined(self, *names: str) -> ShellState:
        """After names were given another meaning."""
        if len(self.names) + len(names) > MAX_NAMES:
            return self.lost("too many names were redefined")
        return replace(self, names=self.names | set(names))

    def attribute(self, *names: str) -> ShellState:
        """After variables were given attributes."""
        if len(self.attributed) + len(names) > MAX_NAMES:
            return self.lost("too many variables were declared")
        return replace(self, attributed=self.attributed | set(names))

    def linked(self, link: str, target: str) -> ShellState:
        """After a symbolic link was made."""
        if len(self.links) >= MAX_NAMES:
            return self.lost("too many links were made")
        return replace(self, links=(*self.links, (link, target)))

    def tame(self, name: str) -> ShellState:
        """After a variable was given the name of a program."""
        held = name in self.attributed or f"!{name}" in self.programs or self.references
        if held or len(self.programs) >= MAX_NAMES:
            return self
        return replace(self, programs=self.programs | {name})

    def refer(self, name: str) -> ShellState:
        """After a variable was made to stand for another: any name may now be set through it."""
        return replace(self, references=self.references | {name}, programs=frozenset())

    def wild(self, names: set[str], for_good: bool = False) -> ShellState:
        """After variables were given, or may later be given, values that are not known."""
        left = self.programs - names
        left |= {f"!{name}" for name in names} if for_good else set()
        return self if left == self.programs else replace(self, programs=left)

    def lost(self, why: str) -> ShellState:
        """After something whose effect on later commands cannot be known."""
        return self if self.opaque else replace(self, opaque=why)

    def after(self, command: str, decision: Decision, exit_code: int | None = 0) -> ShellState:
        """State after ``command``, judged as ``decision``, has been run.

        Args:
            command: the command line.
            decision: what `r3env.shell.classify` said of it; a command that was not run changes nothing.
            exit_code: its exit status; after a failure (or None: it was cut off) the working directory is
                no longer known when the line could have changed it.
        """
        from r3env.shell.effects import after

        return after(self, command, decision, exit_code)
