"""How the words of users are kept in rows: as they are, unless something hides them.

Stores call this at the edge of a row and nowhere else, so that everything above sees plain words. `hidden` says whether
there is anything to do at all; a store that reads many rows asks it first.
"""

# ruff: noqa: ARG002  # the plain form has no use for where a word stands

from collections.abc import Iterable
from typing import Any, Protocol
from uuid import UUID

import orjson

Place = UUID | str | int


def dump(value: Any) -> str:
    """JSON text for a jsonb parameter."""
    return orjson.dumps(value, default=str).decode()  # asyncpg's own UUID is none that orjson knows


class Words:
    """The words of one tenant. `column` and the ids of the row say where they stand; `use` what a mark is for."""

    hidden = False

    def hide(self, text: Any, column: str, *row: Place) -> Any:
        """A text as it is kept; None stays None."""
        return text

    def show(self, kept: Any, column: str, *row: Place) -> Any:
        """The text that was hidden at this place."""
        return kept

    def hide_document(self, value: Any, column: str, *row: Place) -> str:
        """A document as JSON text for its column."""
        return dump(value)

    def hide_json(self, text: str, column: str, *row: Place) -> str:
        """The same for JSON text."""
        return text

    def show_document(self, kept: Any, column: str, *row: Place) -> Any:
        """The document that was hidden at this place."""
        return kept

    def hide_name(self, name: Any, column: str) -> Any:
        """A text that many rows share and that many rows are read with: equal names are kept as equal texts."""
        return name

    def show_name(self, kept: Any, column: str) -> Any:
        return kept

    def mark(self, text: str, use: str) -> str:
        """What stands in a column that is only compared: equal texts have equal marks."""
        return text

    def marks(self, texts: Iterable[str], use: str) -> list[str]:
        """Everything that may stand in such a column for these texts."""
        return list(texts)

    def mark_sets(self, texts: Iterable[str], use: str) -> list[list[str]]:
        """The same, each set of which is of one kind: a row that holds all the texts holds all of one of the sets."""
        return [list(texts)]

    def mark_key(self, key: str | None) -> str | None:
        """The mark of a memory's key: its parts, divided by `:`, stay parts, so `pet` still begins `pet:…`."""
        return key

    def marks_key(self, keys: Iterable[str]) -> list[str]:
        return list(keys)

    def digest(self, value: bytes, use: str) -> bytes:
        """What stands for a hash of words."""
        return value

    def digests(self, value: bytes, use: str) -> tuple[bytes, ...]:
        return (value,)


PLAIN = Words()


class Keeping(Protocol):
    """Gives the words of each tenant."""

    def of(self, tenant_id: UUID) -> Words: ...


class Plain:
    """Nothing is hidden."""

    def of(self, _tenant_id: UUID) -> Words:
        return PLAIN
