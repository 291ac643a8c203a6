"""What a turn says anew takes the place of what was said before: in episodes, memories and summaries alike.

Where a grammar knows a matter, the judge sees to it. This is for the rest: the budget of a fair has no key, and yet
the old one must not be told as the one that holds.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from app.infra.postgres import WriteSession
from app.memories import quoting, store
from app.memories.episodes import earlier
from app.memories.episodes import store as episodes
from app.memories.episodes.overtaking import overtake
from app.memories.episodes.pieces import Piece
from app.memories.keeper import Keeper
from app.memories.model import Memory, Status, Type, Verdict
from app.memories.quotes import Said
from app.memories.reasons import Reason
from app.memories.scope import Reach
from app.memories.siblings import ended
from app.sessions.model import Turn
from app.text.terms import normalise

_OF_THE_PAST: Final = frozenset({Reason.OLDER_EVIDENCE, Reason.PAST_VALUE})  # the turn tells what was before


async def follow(
    db: WriteSession,
    keeper: Keeper,
    reach: Reach,
    turn: Turn,
    pieces: Sequence[Piece],
    verdicts: Sequence[Verdict],
    *,
    model: str,
    now: datetime,
) -> list[Verdict]:
    """Mark what the turn overtook; the verdicts on memories that ended by it, already written.

    The episodes of the turn are kept, and the caller has locked the reach.
    """
    late = [one.candidate for one in verdicts if one.reason in _OF_THE_PAST]
    if late and reach.user_pk is not None:
        told = await episodes.of_turns(db, reach.user_pk, [turn.turn_id])
        words = [normalise(one.evidence) for one in late]
        over = [one for one, content in told if any(word and word in normalise(content) for word in words)]
        await episodes.outdate(db, over, whole=False)
    at = max((one.occurred_at for one in pieces), default=turn.created_at)
    past = await earlier.speaking_of(db, reach, earlier.things(verdicts), but=turn.turn_id, before=at, model=model)
    if past and reach.user_pk is not None:
        await episodes.outdate(db, sorted(past), whole=False)
        before = Said(sentences=frozenset(normalise(one) for texts in past.values() for one in texts))
        await quoting.mark(db, reach.user_pk, before, allowance=keeper.allowance)
    found = await overtake(db, reach, turn, pieces, model=model)
    if not found.sentences or reach.user_pk is None:
        return []
    said = Said(sentences=frozenset(normalise(one) for one in found.sentences))
    await quoting.mark(db, reach.user_pk, said, allowance=keeper.allowance)
    wanted = {turn_id: {normalise(one) for one in texts} for turn_id, texts in found.turns.items()}
    held = await store.held(
        db, reach, keys=[], hashes=[], near=[], turns=list(wanted), families=[], words=[], limit=100
    )
    endings = [ended(memory, now) for memory in held if _read_from(memory, wanted, turn)]
    for verdict in endings:
        await keeper.write(db, verdict, {}, actor=f"turn:{turn.turn_id}")
    await keeper.follow(db, endings, at=now, now=now, actor=f"turn:{turn.turn_id}")
    return endings


def _read_from(memory: Memory, wanted: Mapping[UUID, set[str]], turn: Turn) -> bool:
    """Whether nothing but these sentences said it, and this turn said nothing of it that the judge has seen."""
    if memory.status is not Status.ACTIVE or memory.type is Type.EPISODIC or turn.turn_id in memory.source_turn_ids:
        return False
    if memory.key and memory.key.startswith("relation:"):
        return False  # the judge sees to people; who of two of one name has moved, nobody said
    evidence = normalise(memory.evidence or "")
    return bool(evidence) and all(evidence in wanted.get(one, set()) for one in memory.source_turn_ids)
