"""A wish to forget reaches what was only said: episodes and summaries of which no memory was made.

The episodes that tell of the matter go whole, with what was answered to them, which may repeat it in other words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from app.infra.postgres import WriteSession
from app.memories import forgotten, quoting, wishes
from app.memories.episodes import store
from app.memories.model import Act, Candidate, Event, Verdict
from app.memories.naming import meant_by
from app.memories.reasons import Reason
from app.memories.topics import topic_of
from app.sessions.extractive import Allowance
from app.sessions.model import Role, Turn
from app.text.chunks import sentences

Tells = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Test:
    """What shows that a sentence tells of what one wish means, and which wishes found something."""

    wish: int
    tells: Tells
    heard: set[int]

    def __call__(self, text: str) -> bool:
        if not self.tells(text):
            return False
        self.heard.add(self.wish)
        return True


async def follow(
    db: WriteSession, turn: Turn, verdicts: Sequence[Verdict], *, at: datetime, allowance: Allowance
) -> list[Verdict]:
    """Let go of what the wishes of a turn mean, and of their own words; the verdicts, true of what went.

    The episodes of the turn are not kept yet.
    """
    asked = {id(v.candidate): v.candidate for v in verdicts if _followed(v)}
    if not asked:
        return list(verdicts)
    heard: set[int] = set()
    tests = [_Test(wish, test, heard) for wish, one in asked.items() for test in _tests(one, verdicts)]
    words = {one.evidence for one in asked.values()}
    words |= {part for one in asked.values() for part in _parts(wishes.pointed(one))}
    if tests:
        words |= await _episodes(db, turn, tests, at)
        await quoting.cut(db, turn.user_pk, lambda text: _any(tests, text), allowance=allowance)
    await forgotten.add_words(db, turn.user_pk, words, at)
    return [_true(one) if id(one.candidate) in heard else one for one in verdicts]


def _followed(verdict: Verdict) -> bool:
    return verdict.candidate.act is Act.FORGET and verdict.event in (Event.FORGET, Event.NOOP)


def _true(verdict: Verdict) -> Verdict:
    """Of a wish that reached no memory, but what was only said."""
    if verdict.reason != Reason.NOTHING_TO_FORGET:
        return verdict
    return replace(verdict, event=Event.FORGET, reason=Reason.FORGOTTEN)


def _tests(candidate: Candidate, verdicts: Sequence[Verdict]) -> list[Tells]:
    """What shows that a sentence tells of it."""
    if wishes.points(candidate):
        said = wishes.pointed(candidate)
        return [lambda text: wishes.quotes(text, said)] if said else []
    gone = [v.before for v in verdicts if v.delete and v.before is not None]
    meant = meant_by(topic_of(candidate)).of_people(gone)
    return [meant.tells] if meant else []


def _any(tests: Sequence[_Test], text: str) -> bool:
    return bool([one for one in tests if one(text)])  # each of them is asked: it notes what it found


async def _episodes(db: WriteSession, turn: Turn, tests: Sequence[_Test], at: datetime) -> set[str]:
    """Delete the episodes that tell of it; their sentences that did."""
    words: set[str] = set()
    gone: list[UUID] = []
    turns: set[UUID] = set()
    async for page in store.all_told(db, turn.user_pk, turn.namespace, at):
        for episode_id, turn_id, role, content in page:
            if found := [part for part in _parts(content) if _any(tests, part)]:
                words.update(found)
                gone.append(episode_id)
                if role == Role.USER:
                    turns.add(turn_id)
    await store.delete(db, gone)
    await store.delete_answers(db, turn.user_pk, turn.namespace, at, list(turns))
    return words


def _parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]
