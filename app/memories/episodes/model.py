"""The words of finding episodes. Plain data."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.memories.fading import ARCHIVED
from app.memories.model import Kind, Memory, Source, Status, Trust, Type
from app.text.codes import Codes
from app.text.codes import code as plain_code

CONTENT, NAME = "episodes.content", "episodes.name"

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """All episodes of a reach as columns; row i of each is one episode. Rows are in order of session and seq."""

    ids: Sequence[bytes]
    marks: bytes  # the versions of the rows, and those of their vectors
    vector_marks: bytes
    turns: Sequence[bytes]
    session: Places  # a number for each session
    seq: Places
    part: Places
    asking: Numbers
    tokens: Numbers
    at: NDArray[np.datetime64]
    roles: Sequence[str]
    names: Sequence[str | None]
    outdated: NDArray[np.bool_]
    near: Numbers  # cosine to the query; not a number where there is no vector
    lengths: Places  # terms of each row
    terms: Codes  # of all rows, one after the other
    code: Callable[[str], int] = plain_code  # the number that a term has among these

    def __len__(self) -> int:
        return len(self.ids)

    def shares(self, wanted: Collection[str]) -> Places:
        """How many of these terms each row has."""
        rows = np.repeat(np.arange(len(self)), self.lengths)
        found = np.zeros(len(self), dtype=np.int64)
        for term in set(wanted):
            found[np.unique(rows[self.terms == self.code(term)])] += 1
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One episode as it is kept."""

    id: UUID
    user_pk: UUID
    content: str
    role: str
    name: str | None
    seq: int
    part: int
    turn_id: UUID
    session_id: str
    namespace: str
    agent_id: str | None
    project_id: str | None
    occurred_at: datetime
    over_at: datetime | None  # when what it tells is past
    created_at: datetime
    status: str
    recalls: int
    feedback: float  # what callers said of it, summed up
    last_recalled_at: datetime | None
    archived_at: datetime | None
    embedding_model: str | None
    mark: bytes  # the version of the row

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> "Told":
        """The episode of a row with these columns in this order."""
        told = object.__new__(cls)
        for put, value in zip(_TOLD, row.values(), strict=True):
            put(told, value)
        return told

    def memory(self, content: str | None = None) -> Memory:
        """The episode as the memory that it is: episodic, with its place in the session."""
        metadata: dict[str, Any] = {"from_seq": self.seq, "to_seq": self.seq, "part": self.part, "role": self.role}
        if self.name is not None:
            metadata["name"] = self.name
        if self.status != "active":
            metadata["outdated"] = self.status
        if self.archived_at is not None:
            metadata[ARCHIVED] = {"at": self.archived_at, "reason": "disused"}
        if self.over_at is not None:
            metadata["over_at"] = self.over_at
        values = {
            **_COMMON,
            "id": self.id,
            "user_pk": self.user_pk,
            "namespace": self.namespace,
            "agent_id": self.agent_id,
            "project_id": self.project_id,
            "session_id": self.session_id,
            "content": content or self.content,
            "metadata": metadata,
            "trust": Trust.USER if self.role == "user" else Trust.ASSISTANT,
            "source_turn_ids": (self.turn_id,),
            "evidence": self.content,
            "occurred_at": self.occurred_at,
            "created_at": self.created_at,
            "updated_at": self.created_at,
            "last_recalled_at": self.last_recalled_at,
            "recalls": self.recalls,
            "status": Status.EXPIRED if self.archived_at is not None else Status.ACTIVE,
            "feedback": self.feedback,
            "embedding_model": self.embedding_model,
        }
        held = object.__new__(Memory)
        for put, value in zip(_MEMORY, values.values(), strict=True):
            put(held, value)
        return held


# Some eighty of both are made for each context, and their own constructors would take twice the time.
_TOLD: Sequence[Callable[[Told, Any], None]] = [getattr(Told, one.name).__set__ for one in fields(Told)]
_MEMORY: Sequence[Callable[[Memory, Any], None]] = [getattr(Memory, one.name).__set__ for one in fields(Memory)]
_NONE = datetime.min.replace(tzinfo=UTC)
_EPISODE = Memory(
    id=UUID(int=0),
    user_pk=None,
    type=Type.EPISODIC,
    kind=Kind.EVENT,
    confidence=1.0,
    source=Source.USER_STATED,
    created_at=_NONE,
    updated_at=_NONE,
)
_COMMON = {one.name: getattr(_EPISODE, one.name) for one in fields(Memory)}  # what all episodes have, in order
