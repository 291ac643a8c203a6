"""What a changed or forgotten memory was read from must not speak on: its episodes are marked or go with it.

When the memory holds again they speak again, as far as nothing else that they say is over.
"""

from uuid import UUID

from app.infra.postgres import WriteSession
from app.memories import store as memories
from app.memories.episodes import namesakes, store
from app.memories.model import Event, Memory, Status
from app.memories.quotes import also_said, holds_value
from app.text.normal import normalise
from app.text.terms import terms

_SAME = 0.6  # share of the terms of one text from which another says all of it


async def follow(db: WriteSession, before: Memory, after: Memory | None, event: Event) -> None:
    """Bring the episodes that quote a memory into line with what became of it.

    A deleted memory takes them along; one that ended or has another value leaves them marked as of earlier.
    """
    if before.user_pk is None or not before.source_turn_ids:
        return
    if after is not None and _holds_again(before, after):
        await _speak_again(db, before.user_pk, after)
        return
    if after is not None and not _speaks_otherwise(before, after):
        return
    told = await store.of_turns(db, before.user_pk, before.source_turn_ids)
    over = after is None or after.value != before.value or after.status is not Status.ACTIVE
    quoting = [
        (one, content) for one, content in told if quotes(content, before) or (over and holds_value(content, before))
    ]
    if after is None:
        await store.delete(db, [episode_id for episode_id, _ in quoting])
    elif event in (Event.UPDATE, Event.FORGET):
        for whole in (True, False):
            marked = [episode_id for episode_id, content in quoting if says_all(before.content, content) is whole]
            await store.outdate(db, marked, whole=whole)
        if after.status not in (Status.DISABLED, Status.REJECTED):
            await namesakes.mark(db, before)


def quotes(content: str, memory: Memory) -> bool:
    """Whether a text holds words in which a memory was said, then or later, or says nearly the same."""
    plain = normalise(content)
    said = (normalise(text) for text in (memory.evidence or "", *also_said(memory)))
    return any(text and text in plain for text in said) or says_all(content, memory.content)


def says_all(text: str, of: str) -> bool:
    """Whether a text has nearly all the terms of another."""
    wanted = terms(of)
    return bool(wanted) and sum((terms(text) & wanted).values()) >= _SAME * sum(wanted.values())


async def _speak_again(db: WriteSession, user_pk: UUID, memory: Memory) -> None:
    """Take the mark from the episodes that quote the memory, but for those that quote something else that is over."""
    told = await store.of_turns(db, user_pk, memory.source_turn_ids, marked=True)
    quoting = [(episode_id, content) for episode_id, content in told if quotes(content, memory)]
    if not quoting:
        return
    over = await memories.over_since(db, user_pk, memory.source_turn_ids, but=memory.id)
    free = [episode_id for episode_id, content in quoting if not any(quotes(content, other) for other in over)]
    await store.speak_again(db, free)


def _holds_again(before: Memory, after: Memory) -> bool:
    """Brought back as it was, by a person or by upkeep."""
    asleep = (Status.DISABLED, Status.REJECTED, Status.PENDING)
    same = after.content == before.content and after.value == before.value
    return before.status in asleep and after.status is Status.ACTIVE and same


def _speaks_otherwise(before: Memory, after: Memory) -> bool:
    ended = after.valid_to is not None and after.valid_to != before.valid_to
    refused = after.status in (Status.DISABLED, Status.REJECTED) and after.status is not before.status
    return ended or refused or (before.key is not None and after.value != before.value)
