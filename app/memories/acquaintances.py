"""The people and animals that a user has told of by name, for the reading of what they say next."""

from collections.abc import Iterable
from typing import Final

from app.infra.postgres import ReadSession
from app.memories import store
from app.memories.extractors.known import NOBODY, People
from app.memories.model import Act, Candidate, Status
from app.memories.scope import Reach
from app.sessions.model import Turn

_MOST: Final = 300  # memories of them, the newest


async def held(db: ReadSession, turn: Turn) -> People:
    """Those that the active memories in reach of a turn name."""
    reach = Reach(
        user_pk=turn.user_pk,
        namespace=turn.namespace,
        agent_id=turn.agent_id,
        project_id=turn.project_id,
        shared=False,
    )
    found = await store.held(
        db,
        reach,
        keys=["birthday"],
        hashes=[],
        near=[],
        turns=[],
        families=["relation", "pet"],
        words=[],
        lock=False,
        limit=_MOST,
    )
    return NOBODY.with_(memory for memory in reversed(found) if memory.status is Status.ACTIVE)


def with_(people: People, told: Iterable[Candidate]) -> People:
    """With those that a turn read since then names; it is not kept yet."""
    return people.with_(one for one in told if one.act is Act.ASSERT)
