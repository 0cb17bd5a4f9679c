"""`History`: the conversation of a tool-calling model, kept within its context window."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from r3env.metering import TokenMeter

Record = dict[str, Any]

OVERHEAD = 8
"""Tokens added to the count of each message for what the chat format puts around it."""
SLACK = 0.75
"""Trimming goes down to this share of the window, so that it happens seldom and prompt caches stay warm."""
SHORTEST = 400
"""Characters that a shortened answer keeps at least, about half of them at each end."""
ROOM = 100
"""Characters that shortening must save to be worth its own note."""


@dataclass
class _Item:
    """One message, its tokens, and how many characters at its end must stay."""

    message: Record
    size: int
    keep: int = 0

    @property
    def spare(self) -> int:
        """Characters that may be left out."""
        return max(0, len(self.message["content"]) - self.keep - SHORTEST)


class History:
    """Head (system text and task) and turns; the head is never left out, the latest turn is never dropped.

    A turn is what the model said and the answers to its calls: they are kept or left out together.

    Args:
        head: the messages that stand first for ever.
        meter: counts messages.
        window: tokens that the whole conversation may take.
    """

    def __init__(self, head: list[Record], meter: TokenMeter, window: int) -> None:
        self.window = window
        self.dropped = 0
        self._meter = meter
        self._head = list(head)
        self._head_size = sum(map(self._size, head))
        self._turns: list[list[_Item]] = []

    def begin(self, message: Record) -> None:
        """Start a turn with the model's message."""
        self._turns.append([_Item(message, self._size(message))])

    def add(self, message: Record, keep: int = 0) -> None:
        """Add an answer to the turn at hand; its last ``keep`` characters (the reminder) are never cut."""
        self._turns[-1].append(_Item(message, self._size(message), keep))

    def messages(self) -> list[Record]:
        """The conversation, trimmed to the window: the oldest turns are left out first.

        When the latest turn alone is too large, its longest answers are shortened in the middle. What is
        larger still (the head, what the model itself said) is sent as it is: the server has the last word.
        """
        if self._total() > self.window:
            self._trim(int(self.window * SLACK))
        gap = f"[{self.dropped} earlier turns are left out here to save room.]"
        note = [{"role": "user", "content": gap}] if self.dropped else []
        return [*self._head, *note, *(item.message for turn in self._turns for item in turn)]

    def shrink(self, share: float) -> None:
        """Make the window smaller: the server counts more tokens than we do."""
        self.window = int(min(self.window, self._total()) * share)

    def _trim(self, target: int) -> None:
        while len(self._turns) > 1 and self._total() > target:
            self._turns.pop(0)
            self.dropped += 1
        answers = self._turns[0][1:] if self._turns else []
        while (over := self._total() - target) > 0:
            item = max(answers, key=lambda a: a.size if a.spare > ROOM else 0, default=None)
            if item is None or item.spare <= ROOM:
                return
            self._shorten(item, over)

    def _shorten(self, item: _Item, over: int) -> None:
        """Leave out the middle of a text: half of what can be spared, or more when much more is over."""
        text = str(item.message["content"])
        share = min(1.0, max(0.5, over / item.size))
        cut = max(ROOM, int(item.spare * share))
        end = max(SHORTEST // 2, (len(text) - item.keep - cut) // 2) + item.keep
        shorter = f"{text[: len(text) - cut - end]}\n[{cut} characters left out to save room]\n{text[-end:]}"
        item.message = {**item.message, "content": shorter}
        item.size = self._size(item.message)

    def _size(self, message: Mapping[str, Any]) -> int:
        return OVERHEAD + self._meter.count(json.dumps(message, ensure_ascii=False))

    def _total(self) -> int:
        return self._head_size + sum(item.size for turn in self._turns for item in turn)
