"""A wish to forget reaches what was only said: episodes and summaries of which no memory was made.

The episodes that tell of the matter go whole, with what was answered to them, which may repeat it in other words.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from app.infra.postgres import WriteSession
from app.memories import forgotten, quoting, wishes
from app.memories.episodes import store
from app.memories.model import Act, Candidate, Event, Verdict
from app.memories.naming import meant_by
from app.memories.topics import topic_of
from app.sessions.extractive import Allowance
from app.sessions.model import Role, Turn
from app.text.chunks import sentences

Tells = Callable[[str], bool]


async def follow(
    db: WriteSession, turn: Turn, verdicts: Sequence[Verdict], *, at: datetime, allowance: Allowance
) -> None:
    """Let go of what the wishes of a turn mean, and of their own words. The episodes of the turn are not kept yet."""
    asked = {id(v.candidate): v.candidate for v in verdicts if _followed(v)}
    if not asked:
        return
    tests = [test for one in asked.values() for test in _tests(one, verdicts)]
    words = {one.evidence for one in asked.values()}
    words |= {part for one in asked.values() for part in _parts(wishes.pointed(one))}
    if tests:
        words |= await _episodes(db, turn, tests, at)
        await quoting.cut(db, turn.user_pk, lambda text: any(test(text) for test in tests), allowance=allowance)
    await forgotten.add_words(db, turn.user_pk, words, at)


def _followed(verdict: Verdict) -> bool:
    return verdict.candidate.act is Act.FORGET and verdict.event in (Event.FORGET, Event.NOOP)


def _tests(candidate: Candidate, verdicts: Sequence[Verdict]) -> list[Tells]:
    """What shows that a sentence tells of it."""
    if wishes.points(candidate):
        said = wishes.pointed(candidate)
        return [lambda text: wishes.quotes(text, said)] if said else []
    gone = [v.before for v in verdicts if v.delete and v.before is not None]
    meant = meant_by(topic_of(candidate)).of_people(gone)
    return [meant.tells] if meant else []


async def _episodes(db: WriteSession, turn: Turn, tests: Sequence[Tells], at: datetime) -> set[str]:
    """Delete the episodes that tell of it; their sentences that did."""
    words: set[str] = set()
    gone: list[UUID] = []
    turns: set[UUID] = set()
    async for page in store.all_told(db, turn.user_pk, turn.namespace, at):
        for episode_id, turn_id, role, content in page:
            if found := [part for part in _parts(content) if any(test(part) for test in tests)]:
                words.update(found)
                gone.append(episode_id)
                if role == Role.USER:
                    turns.add(turn_id)
    await store.delete(db, gone)
    await store.delete_answers(db, turn.user_pk, turn.namespace, at, list(turns))
    return words


def _parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]
