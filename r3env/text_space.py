"""`UnicodeText`: a Gymnasium space of any Unicode text up to a length, blanks, accents and control codes too.

Gymnasium's own `Text` wants a charset of single characters and refuses the rest; real command output and
real completions are not like that (Gymnasium issue 1653).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gymnasium import Space
from gymnasium.vector.utils.shared_memory import create_shared_memory

from r3env.errors import ConfigError

SAMPLE_LENGTH = 80
_SAMPLE = "abcdefghij ABCDEF0123456789 .,;:-_/'\"$()<>|&\n\té漢🙂"


class UnicodeText(Space[str]):
    """All strings of at most ``max_length`` characters.

    Args:
        max_length: longest text, in characters (code points).
        seed: seed of `sample`, which draws short texts of mixed characters.

    >>> "a\\n\\tb é漢🙂" in UnicodeText(100)
    True
    """

    def __init__(self, max_length: int, seed: int | None = None) -> None:
        self.max_length = int(max_length)
        super().__init__(dtype=str, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A random text of 0 to 80 characters; masks are not supported and ignored."""
        length = int(self.np_random.integers(0, min(SAMPLE_LENGTH, self.max_length) + 1))
        picks = self.np_random.integers(0, len(_SAMPLE), size=length)
        return "".join(_SAMPLE[i] for i in picks)

    def contains(self, x: Any) -> bool:
        """True for any string that is short enough."""
        return isinstance(x, str) and len(x) <= self.max_length

    @property
    def is_np_flattenable(self) -> bool:
        """Text does not flatten to a fixed array."""
        return False

    def to_jsonable(self, sample_n: Iterable[str]) -> list[str]:
        """Texts are JSON already."""
        return list(sample_n)

    def from_jsonable(self, sample_n: list[Any]) -> list[str]:
        """Inverse of `to_jsonable`."""
        return [str(s) for s in sample_n]

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnicodeText) and other.max_length == self.max_length

    def __hash__(self) -> int:
        return hash((UnicodeText, self.max_length))


@create_shared_memory.register(UnicodeText)
def _no_shared_memory(space: UnicodeText, n: int = 1, ctx: Any = None) -> Any:
    """The plain asynchronous way cannot work; the error names the way that does.

    Gymnasium would replace its own `CustomSpaceError` by a general sentence, so it is one of ours.
    """
    raise ConfigError(
        "observations of r3env are texts, which have no shared-memory form: "
        "use r3env.make_vec(id, num_envs=…), or pass vector_kwargs={'shared_memory': False}"
    )


def clip(text: str, max_length: int) -> str:
    """Text that fits ``max_length`` characters; a cut is marked inside the text.

    >>> clip("abcdefghij" * 10, 60)
    'abcdefghijabcde … [70 characters omitted] … fghijabcdefghij'
    """
    if len(text) <= max_length:
        return text
    reserve = len(f" … [{len(text)} characters omitted] … ")
    keep = max(0, max_length - reserve)
    head = keep - keep // 2
    tail = keep // 2
    omitted = len(text) - head - tail
    cut = f"{text[:head]} … [{omitted} characters omitted] … {text[len(text) - tail :]}"
    return cut[:max_length]
