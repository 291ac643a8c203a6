"""Memories that were read from the same words as one that changed, and say its old value too: they end with it.

"I am an editor at Mossgate" tells an employer and a trade; whoever leaves Mossgate is no editor there any more.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.infra.postgres import WriteSession
from app.memories import store
from app.memories.model import Candidate, Event, Memory, Status, Type, Verdict
from app.memories.quotes import holds_value
from app.memories.reasons import Reason
from app.memories.scope import Reach
from app.text.terms import normalise

_CHANGES: Final = frozenset({Reason.NEW_VALUE, Reason.RETRACTED, Reason.ENDED, Reason.NO_LONGER, "edited"})


async def ending(db: WriteSession, verdicts: Sequence[Verdict], *, now: datetime) -> list[Verdict]:
    """A verdict for each of them, not yet written."""
    found: dict[object, Verdict] = {}
    changed = {one.before.id for one in verdicts if one.before is not None}
    for verdict in verdicts:
        before = verdict.before
        if before is None or before.user_pk is None or not _has_changed(verdict):
            continue
        reach = Reach(
            user_pk=before.user_pk,
            namespace=before.namespace,
            agent_id=before.agent_id,
            project_id=before.project_id,
            shared=False,
        )
        turns = list(before.source_turn_ids)
        held = await store.held(db, reach, keys=[], hashes=[], near=[], turns=turns, families=[], words=[], limit=50)
        for memory in held:
            if memory.id not in changed and _says_the_old_value(memory, before):
                found[memory.id] = ended(memory, now)
    return list(found.values())


def ended(memory: Memory, now: datetime) -> Verdict:
    """The memory is over, for what was said since gives its matter another value."""
    told = Candidate(content=memory.content, evidence=memory.evidence or "", kind=memory.kind, type=memory.type)
    after = replace(memory, status=Status.EXPIRED, valid_to=now, updated_at=now, version=memory.version + 1)
    return Verdict(event=Event.FORGET, reason=Reason.OVERTAKEN, candidate=told, memory=after, before=memory)


def _has_changed(verdict: Verdict) -> bool:
    before, after = verdict.before, verdict.memory
    if verdict.past or verdict.delete or before is None or after is None or verdict.reason not in _CHANGES:
        return False
    return bool(before.source_turn_ids) and (after.status is not Status.ACTIVE or after.value != before.value)


def _says_the_old_value(memory: Memory, before: Memory) -> bool:
    same_words = normalise(memory.evidence or "") == normalise(before.evidence or "") != ""
    standing = memory.status is Status.ACTIVE and memory.type is not Type.EPISODIC
    return standing and same_words and holds_value(memory.content, before)
