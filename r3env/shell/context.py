"""`Context`: where the episode stands; with it a counted command may be refused before it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from r3env.decision import SubClass
from r3env.paths import Paths
from r3env.shell.territory import ALL_LABELS, Territory


@dataclass(frozen=True, slots=True)
class Context:
    """What the accounting may know of the episode.

    Attributes:
        focus: label of the focused problem, None before the first focus.
        remaining: counted actions left; None means unbudgeted, 0 exhausted.
        labels: labels of the contest.
        paths: folders of the sandbox.
        artifacts: label to absolute path of its artifact; a shared answer file stands for several labels.
        target: in target-in-suite stress the only label on which counted commands run, else None.
        finalizing: the solving phase is over.
    """

    focus: str | None = None
    remaining: int | None = None
    labels: tuple[str, ...] = ALL_LABELS[:6]
    paths: Paths = field(default_factory=Paths)
    artifacts: Mapping[str, str] = field(default_factory=dict)
    target: str | None = None
    finalizing: bool = False

    @property
    def territory(self) -> Territory:
        """Layout of the sandbox as the accounting sees it."""
        return Territory(self.labels, self.paths, self.artifacts)

    def refusal(self, problems: tuple[str, ...], paths: tuple[str, ...]) -> tuple[SubClass, str] | None:
        """Why a counted command that touches ``problems`` and names ``paths`` is not run, None when it is.

        The first that holds, in this order: no budget, finalizing, no focus, distractor, several problems,
        another problem, the shared answer file. What no change of the command could mend comes first.
        """
        if self.remaining is not None and self.remaining <= 0:
            return SubClass.NO_BUDGET, "no counted actions are left: preserve what stands, then complete"
        if self.finalizing:
            return SubClass.FINALIZING, "the solving phase is over: check each artifact, then complete"
        if self.focus is None:
            return SubClass.NO_FOCUS, f"no problem is in focus: focus_problem {'|'.join(self.labels)} first"
        if self.target is not None and self.focus != self.target:
            return SubClass.DISTRACTOR, f"only problem {self.target} takes counted commands in this contest"
        if len(problems) > 1:
            return (
                SubClass.SEVERAL_PROBLEMS,
                f"it touches the files of problems {', '.join(problems)} at once",
            )
        if problems and problems[0] != self.focus:
            other = problems[0]
            return (
                SubClass.OTHER_PROBLEM,
                f"it touches files of problem {other}, but {self.focus} is in focus",
            )
        territory = self.territory
        shared = next((path for path in paths if territory.is_shared(path)), None)
        if shared is not None:
            return (
                SubClass.SHARED_ANSWER,
                f"a counted command may not name {shared}: write it with a free one",
            )
        return None
