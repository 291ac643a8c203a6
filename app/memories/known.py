"""Rows that this process read before: the same memories come up again, and making them costs more than finding them.

A look at all rows brings the mark of each row's version (`xmin`, which every write changes), so what is known is taken
only where it is what stands there now. Nothing has to be told of a write, and a row that is gone is never asked for.

Each recall writes, though: that a memory was recalled. Whoever counts that tells which version became which, so that
the memories that come up most are not the very ones that have to be read again.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from operator import attrgetter
from typing import Any, Generic, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from app.memories.model import Memory
from app.plain import record
from app.text.language import Language

T = TypeVar("T")
Vector = NDArray[np.float32]

MARK = 4  # bytes of a mark
_LANGUAGES: tuple[Language, ...] = get_args(Language)
_ROWS = 8_000  # memories, and as many episodes; some two kilobytes each
_VECTORS = 8_000


def mark(marks: bytes, row: int) -> bytes:
    """That of one row, out of those of all."""
    return marks[MARK * row : MARK * row + MARK]


class Known(Generic[T]):
    """The last `most` rows used, each in one version."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[bytes, tuple[bytes, T]] = OrderedDict()

    def get(self, name: bytes, mark: bytes) -> T | None:
        """The row of this name, if it was read with this mark."""
        held = self._held.get(name)
        if held is None or held[0] != mark:
            return None
        self._held.move_to_end(name)
        return held[1]

    def put(self, name: bytes, mark: bytes, row: T) -> None:
        self._held[name] = (mark, row)
        self._held.move_to_end(name)
        if len(self._held) > self._most:
            self._held.popitem(last=False)

    def follow(self, name: bytes, before: bytes, after: bytes, change: Callable[[T], T]) -> None:
        """A write made the version `after` out of `before`, and nothing else than this change."""
        held = self._held.get(name)
        if held is not None and held[0] == before:
            self._held[name] = (after, change(held[1]))


@record(eq=False)
class Counted:
    """What counting a recall made of a row."""

    name: bytes
    before: bytes
    after: bytes
    recalls: int
    last_recalled_at: datetime

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Counted":
        return cls(
            name=row["id"].bytes,
            before=row["before"],
            after=row["after"],
            recalls=row["recalls"],
            last_recalled_at=row["last_recalled_at"],
        )

    def __call__(self, memory: Memory) -> Memory:
        """The memory as it is after it; its own constructor would take several times as long."""
        held = object.__new__(Memory)
        for put, value in zip(_PUT, (*_KEPT(memory), self.recalls, self.last_recalled_at), strict=True):
            put(held, value)
        return held


_CHANGED = ("recalls", "last_recalled_at")
_UNCHANGED = tuple(one.name for one in fields(Memory) if one.name not in _CHANGED)
_KEPT = attrgetter(*_UNCHANGED)
_PUT: tuple[Callable[[Memory, Any], None], ...] = tuple(
    getattr(Memory, name).__set__ for name in (*_UNCHANGED, *_CHANGED)
)


@dataclass(frozen=True, slots=True)
class KnownRows:
    """What one reader of one database knows; episodes by their id and the language that they are told in."""

    memories: Known[Memory] = field(default_factory=lambda: Known(_ROWS))
    episodes: Known[Memory] = field(default_factory=lambda: Known(_ROWS))
    vectors: Known[Vector] = field(default_factory=lambda: Known(_VECTORS))

    def counted(self, rows: Iterable[Counted]) -> None:
        """Recalls of these rows were counted; memories and episodes have no name in common."""
        for one in rows:
            self.memories.follow(one.name, one.before, one.after, one)
            for language in _LANGUAGES:
                self.episodes.follow(told_in(one.name, language), one.before, one.after, one)


def told_in(episode: bytes, language: Language) -> bytes:
    """The name of an episode as it is told in a language."""
    return episode + language.encode()
