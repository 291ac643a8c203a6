"""The words of finding episodes. Plain data."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.text.codes import Codes

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """All episodes of a reach as columns; row i of each is one episode. Rows are in order of session and seq."""

    ids: Sequence[bytes]
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

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One episode as it is kept."""

    id: UUID
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
    last_recalled_at: datetime | None
