"""`Fields`: typed access to the fields of one row of data; every error names the row and the field."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from r3env.errors import DataError

E = TypeVar("E", bound=StrEnum)


class Fields:
    """The fields of one row.

    Args:
        place: where the row stands, for instance ``suite.jsonl, row 3``.
        row: the row; anything but a mapping is refused.
    """

    def __init__(self, place: str, row: Any) -> None:
        if not isinstance(row, Mapping):
            raise DataError(f"{place}: expected an object with named fields, got {_show(row)}")
        self.place = place
        self.row: Mapping[str, Any] = row

    def _refuse(self, name: str, expected: str) -> DataError:
        return DataError(f"{self.place}, field {name!r}: expected {expected}, got {_show(self.row[name])}")

    def any(self, name: str) -> Any:
        """A field of any type that must be there."""
        if name not in self.row:
            raise DataError(f"{self.place}, field {name!r}: missing")
        return self.row[name]

    def text(self, name: str, *, empty: bool = False) -> str:
        """A string, by default not empty."""
        value = self.any(name)
        if not isinstance(value, str) or (not empty and not value.strip()):
            raise self._refuse(name, "a text" if empty else "a text that is not empty")
        return value

    def integer(self, name: str, least: int) -> int:
        """A whole number of at least ``least``."""
        value = self.any(name)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self._refuse(name, f"a whole number of at least {least}")
        return value

    def mapping(self, name: str) -> dict[str, Any]:
        """An object."""
        value = self.any(name)
        if not isinstance(value, Mapping):
            raise self._refuse(name, "an object")
        return dict(value)

    def items(self, name: str) -> list[Any]:
        """A list that is not empty."""
        value = self.any(name)
        if not isinstance(value, list) or not value:
            raise self._refuse(name, "a list that is not empty")
        return value

    def choice(self, name: str, kind: type[E]) -> E:
        """One of the values of an enumeration."""
        value = self.any(name)
        if value not in tuple(kind):
            raise self._refuse(name, f"one of {', '.join(kind)}")
        return kind(value)


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"
