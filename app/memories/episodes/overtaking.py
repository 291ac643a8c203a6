"""What a turn says anew makes what was said before a thing of earlier: its episodes are marked, wherever they stand."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.infra.postgres import ReadSession, WriteSession
from app.memories.episodes import search, store
from app.memories.episodes.claims import Claim, claims, overtakes
from app.memories.episodes.model import Scan, Told
from app.memories.episodes.pieces import Piece
from app.memories.scope import Reach
from app.sessions.model import Role, Turn

_READ = 60  # episodes read for one claim, the latest of those that speak of its subject
_SHARED = 0.5  # of the terms of a subject, in a text that speaks of it

Rows = NDArray[np.bool_]


@dataclass(slots=True)
class Overtaken:
    """What lost its place: sentences of the user, those that said nothing else by turn, and their sessions."""

    sentences: set[str] = field(default_factory=set)
    turns: dict[UUID, set[str]] = field(default_factory=dict)
    sessions: set[str] = field(default_factory=set)

    def add(self, told: Told, claim: Claim) -> None:
        self.sentences.add(claim.sentence)
        self.sessions.add(told.session_id)
        if claim.alone:
            self.turns.setdefault(told.turn_id, set()).add(claim.sentence)


async def overtake(db: WriteSession, reach: Reach, turn: Turn, pieces: Sequence[Piece], *, model: str) -> Overtaken:
    """Mark the episodes that the ones of this turn, already kept, take the place of; what was overtaken.

    Those of this turn are marked themselves when they repeat what is over, or were said before what is known.
    """
    found = Overtaken()
    told = [(piece, claim) for piece in pieces for claim in claims(piece.content) if claim.news]
    if not told or reach.user_pk is None:
        return found
    scan = await search.scan(db, search.within(db.tenant_id, reach), vector=None, model=model)
    if scan is None:
        return found
    over = np.zeros(len(scan), dtype=np.bool_)
    for piece, claim in told:
        look = _Look(scan, turn, piece, claim)
        others = await search.read(db, reach.user_pk, [scan.ids[row] for row in look.speaking_of_it()])
        over |= look.by_user(others, found) if piece.role is Role.USER else look.by_assistant(others)
    await store.outdate(
        db, [UUID(bytes=scan.ids[int(row)]) for row in np.flatnonzero(over & ~scan.outdated)], whole=False
    )
    return found


async def lapsed(db: ReadSession, reach: Reach, told: Iterable[Told], *, model: str) -> set[str]:
    """Sentences of these episodes that somebody has given another value to since."""
    wanted = [(one, claim) for one in told for claim in claims(one.content)]
    scan = await search.scan(db, search.within(db.tenant_id, reach), vector=None, model=model) if wanted else None
    if scan is None or reach.user_pk is None:
        return set()
    found: set[str] = set()
    for one, claim in wanted:
        rows = _speaking_of(scan, claim)
        others = await search.read(db, reach.user_pk, [scan.ids[row] for row in rows])
        for other in others.values():
            later = other.role == Role.USER.value and _when(other) > _when(one)
            if later and any(
                overtakes(c, claim, near=other.session_id == one.session_id) for c in claims(other.content)
            ):
                found.add(claim.sentence)
    return found


@dataclass(frozen=True)
class _Look:
    """One claim of a turn among all that was said."""

    scan: Scan
    turn: Turn
    piece: Piece
    claim: Claim

    def speaking_of_it(self) -> Sequence[int]:
        """The rows to be read."""
        return [row for row in _speaking_of(self.scan, self.claim) if row != self.own]

    def by_user(self, others: dict[bytes, Told], found: Overtaken) -> Rows:
        """The rows that are of earlier, now that the user said this."""
        over: list[tuple[Told, Claim]] = []
        for one in others.values():
            for claim in claims(one.content):
                near = one.session_id == self.turn.session_id
                if self._is_before(one) and self._may_speak(one) and overtakes(self.claim, claim, near=near):
                    over.append((one, claim))
                elif self._is_known_since(one) and overtakes(claim, self.claim, near=near):
                    return self._alone()
        if len({claim.value for _, claim in over if claim.uses}) > 1:  # which one of the many, nobody said
            over = [(one, claim) for one, claim in over if not claim.uses]
        rows = np.zeros(len(self.scan), dtype=np.bool_)
        for one, claim in over:
            rows[self._row[one.id.bytes]] = True
            rows |= self._repeating(one, claim)
            if one.role == Role.USER.value:
                found.add(one, claim)
        return rows

    def by_assistant(self, others: dict[bytes, Told]) -> Rows:
        """The row of the claim itself, when it repeats what the user has given another value to."""
        said = [
            (one, claim)
            for one in others.values()
            if one.role == Role.USER.value and self._is_before(one)
            for claim in claims(one.content)
            if claim.matter.subject == self.claim.matter.subject and claim.value == self.claim.value
        ]
        last = max(said, key=lambda pair: _when(pair[0]), default=None)
        over = last is not None and last[0].status != "active"
        return self._alone() if over else np.zeros(len(self.scan), dtype=np.bool_)

    @cached_property
    def own(self) -> int:
        """The row of the claim; -1 when it was kept before."""
        same = [
            row
            for row in range(len(self.scan) - 1, -1, -1)
            if self.scan.turns[row] == self.turn.turn_id.bytes
            and (self.scan.seq[row], self.scan.part[row]) == (self.piece.seq, self.piece.part)
        ]
        return same[0] if same else -1

    @cached_property
    def _row(self) -> dict[bytes, int]:
        return {found: row for row, found in enumerate(self.scan.ids)}

    def _alone(self) -> Rows:
        rows = np.zeros(len(self.scan), dtype=np.bool_)
        if self.own >= 0:
            rows[self.own] = True
        return rows

    def _repeating(self, told: Told, claim: Claim) -> Rows:
        """The rows before the claim that give the old value too: as an answer, or with the subject."""
        holding = self.scan.shares(claim.value) == len(claim.value)
        if claim.value <= self.claim.value:
            holding[:] = False  # the new value repeats it
        subject = claim.matter.subject
        answers = np.array([turn == told.turn_id.bytes for turn in self.scan.turns])
        about = self.scan.shares(subject) >= _SHARED * len(subject)
        at = np.datetime64(self.piece.occurred_at.replace(tzinfo=None), "us")
        own_turn = np.array([turn == self.turn.turn_id.bytes for turn in self.scan.turns])
        return np.asarray(holding & (answers | about) & (self.scan.at <= at) & ~own_turn)

    def _is_before(self, one: Told) -> bool:
        if one.session_id == self.turn.session_id:
            return (one.occurred_at, one.seq, one.part) < (self.piece.occurred_at, self.piece.seq, self.piece.part)
        return one.occurred_at <= self.piece.occurred_at

    def _is_known_since(self, one: Told) -> bool:
        return one.role == Role.USER.value and one.occurred_at > self.piece.occurred_at and self._may_speak(one)

    def _may_speak(self, one: Told) -> bool:
        return one.role != Role.USER.value or one.name == self.piece.name


def _speaking_of(scan: Scan, claim: Claim) -> list[int]:
    subject = claim.matter.subject
    rows = np.flatnonzero(scan.shares(subject) >= _SHARED * len(subject))
    latest = rows[np.argsort(scan.at[rows], kind="stable")][-_READ:]
    return [int(row) for row in latest]


def _when(told: Told) -> tuple[object, ...]:
    return (told.occurred_at, told.seq, told.part)
