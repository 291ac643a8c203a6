"""What the turns of a session say: read by the rules, by the model where the gate asks for it, and embedded.

No connection is held while a model or the embedder works.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from app.infra.postgres import Database, ReadSession
from app.memories import acquaintances
from app.memories.asking import NOTHING, Asking
from app.memories.extractors.known import NOBODY
from app.memories.extractors.sentences import leans
from app.memories.extractors.unsaying.reading import points_back
from app.memories.keeper import Keeper, Vectors
from app.memories.reading import Reading, understand, with_heard
from app.sessions import archive, directory, progress
from app.sessions.model import Message, Role, Turn
from app.tenants.service import Tenants

_FAR: Final = 6  # messages


def _last_of_user(words: Sequence[Message]) -> str:
    return next((one.content for one in reversed(words) if one.role is Role.USER), "")


class Listening:
    """Reads turns; nothing is written but the count of what the model was asked."""

    def __init__(self, database: Database, keeper: Keeper, tenants: Tenants, asking: Asking | None) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants
        self._asking = asking  # None: there is no model

    @property
    def asks(self) -> bool:
        """Whether there is a model."""
        return self._asking is not None

    async def pending(self, tenant_id: UUID, session_pk: UUID, epoch: int, most: int) -> list[Reading]:
        """The oldest turns of a session that are not processed yet, read."""
        async with self._database.read(tenant_id) as db:
            turns = await progress.pending_turns(db, session_pk, most)
            return await self.understood(db, turns, epoch) if turns else []

    async def understood(self, db: ReadSession, turns: Sequence[Turn], epoch: int | None) -> list[Reading]:
        """The turns of one session, read; none when it is of another epoch than the caller works for."""
        person, head = await directory.head(db, turns[0].user_pk, turns[0].session_pk)
        if epoch is not None and head.epoch != epoch:
            return []
        if not (await self._tenants.settings_in(db)).consents(person.consent):
            person = replace(person, memory_enabled=False)
        said = await archive.said(db, turns)
        calls_left = self._asking is None or await self._asking.allowed(db)
        people = await acquaintances.held(db, turns[0]) if person.memory_enabled else NOBODY
        readings: list[Reading] = []
        before, end = "", -1
        for turn in turns:
            words = said[turn.turn_id]
            if turn.first_seq != end + 1:  # one that is settled, or must not be read, lies between
                before = await self._words_before(db, turn, words)
            one = await understand(
                turn, words, person, epoch=head.epoch, calls_left=calls_left, people=people, before=before
            )
            people = acquaintances.with_(people, one.candidates)
            before, end = _last_of_user(words) or before, turn.last_seq
            readings.append(one)
        return readings

    async def _words_before(self, db: ReadSession, turn: Turn, words: Sequence[Message]) -> str:
        """What the user said last before a turn; looked up only for one that speaks of "her", or says "forget that".

        Words of which nothing may be kept tell not even who she is, and words before them would tell of somebody else.
        """
        if not any(one.role is Role.USER and (leans(one.content) or points_back(one.content)) for one in words):
            return ""
        return await archive.told_before(db, turn.session_pk, turn.first_seq, within=_FAR)

    async def with_model(self, tenant_id: UUID, readings: list[Reading]) -> list[Reading]:
        """With what the model adds where the gate asks for it."""
        asked = [reading for reading in readings if reading.asks]
        if self._asking is None or not asked:
            return readings
        answers = await self._asking(tenant_id, [(reading.turn, reading.said) for reading in asked])
        heard = {one.turn.turn_id: answer for one, answer in zip(asked, answers, strict=True)}
        return [with_heard(one, heard.get(one.turn.turn_id, NOTHING)) for one in readings]

    async def embed(self, readings: Sequence[Reading]) -> Vectors:
        """Vectors of all that the readings say."""
        return await self._keeper.embed([text for reading in readings for text in reading.texts])
