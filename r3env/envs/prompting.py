"""What the prompts of all environments share: headings, sections, and the sentence on the target."""

from __future__ import annotations

from r3env import prompts
from r3env.domain import Statement
from r3env.problem import Contest

END = "=== End of problems ==="


def heading(label: str, title: str) -> str:
    """The line that opens a problem; policies may rely on its exact form."""
    return f"=== Problem {label}: {title} ==="


def sections(contest: Contest, statement: Statement) -> str:
    """All problems under their headings, in presented order."""
    parts = [
        f"{heading(label, problem.title)}\n{statement.problems[label].strip()}\n"
        for label, problem in contest.items()
    ]
    return "\n".join(parts)


def target_note(contest: Contest) -> str:
    """The sentence that names the target, or an empty text."""
    return prompts.text("target", target=contest.target) if contest.target else ""


def join(*parts: str) -> str:
    """Paragraphs, empty ones left out."""
    return "\n\n".join(p.strip("\n") for p in parts if p.strip())
