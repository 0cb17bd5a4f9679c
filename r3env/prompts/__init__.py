"""Prompt texts, kept as Markdown files beside this module; `$name` marks a value."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Template

from r3env.fingerprint import fingerprint

FOLDER = Path(__file__).parent


@cache
def _template(name: str, folder: Path) -> Template:
    return Template((folder / f"{name}.md").read_text(encoding="utf-8").strip("\n"))


def text(name: str, folder: Path = FOLDER, **values: object) -> str:
    """The text of ``name``.md with every ``$value`` filled in.

    Raises:
        KeyError: a value that the text needs is missing.
    """
    return _template(name, folder).substitute({k: str(v) for k, v in values.items()})


@cache
def digest() -> str:
    """Fingerprint of all prompt files: part of every episode's spec."""
    return fingerprint({p.name: p.read_text(encoding="utf-8") for p in sorted(FOLDER.glob("*.md"))})
