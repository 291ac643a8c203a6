"""Turns: the write path's door, and the log of what became of each."""

from datetime import UTC, datetime
from uuid import UUID

from fastapi import APIRouter, Response

from app.routers.conditional import IdempotencyKey
from app.routers.dependencies import Parts, Reader, Writer, of_user
from app.routers.preference import Wait
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.text import Identifier
from app.schemas.turns import Reprocessing, TurnAccepted, TurnIn, TurnOut
from app.sessions.model import Processing
from app.tenants.idempotency import Idempotent

router = APIRouter(prefix="/v1", route_class=StrictRoute, tags=["turns"], responses=problems(401, 403, 503))


@router.post("/turns", status_code=201, responses=problems(409))
async def add_turn(
    body: TurnIn, caller: Writer, service: Parts, response: Response, wait: Wait, key: IdempotencyKey = None
) -> TurnAccepted:
    """Add what one exchange said. When this answers, it is committed; memory is formed afterwards."""
    of_user(caller, body.user_id)
    added = await service.conversations.add_turn(
        body.scope(caller.tenant_id),
        body.session_id,
        body.utterances(),
        scene=body.scene,
        extract=body.extract,
        metadata=body.metadata,
        idempotent=Idempotent.of(
            key, "POST /v1/turns", body.model_dump(mode="json") if key else None, bound=caller.user_id
        ),
        now=datetime.now(UTC),
    )
    accepted = TurnAccepted.model_validate(added.answer)
    response.headers["Location"] = f"/v1/turns/{accepted.turn_id}"
    if added.replayed:
        response.headers["Idempotent-Replay"] = "true"
    if wait is not None and accepted.processing is Processing.PENDING:
        state = await service.conversations.processed(caller.tenant_id, body.user_id, accepted.turn_id, wait)
        accepted = accepted.model_copy(update={"processing": state})
        response.headers["Preference-Applied"] = f"wait={wait:g}"
    return accepted


@router.get("/turns/{turn_id:uuid}", responses=problems(404))
async def get_turn(turn_id: UUID, user_id: Identifier, caller: Reader, service: Parts) -> TurnOut:
    """One turn with the log of its extraction: what was seen, kept, dropped, and why."""
    of_user(caller, user_id)
    return TurnOut.of(await service.conversations.turn(caller.tenant_id, user_id, turn_id))


@router.post("/turns/{turn_id:uuid}/reprocess", responses={202: {"model": Reprocessing}, **problems(404)})
async def reprocess_turn(
    turn_id: UUID,
    user_id: Identifier,
    caller: Writer,
    service: Parts,
    response: Response,
    wait: Wait,
    key: IdempotencyKey = None,
) -> Reprocessing:
    """Process a turn again, also one that failed. What is known from it already changes nothing.

    202 while that goes on, 200 when it is done; `Prefer: wait=10` waits for it.
    """
    of_user(caller, user_id)
    state, replayed = await service.conversations.reprocess(
        caller.tenant_id,
        user_id,
        turn_id,
        idempotent=Idempotent.of(key, f"POST /v1/turns/{turn_id}/reprocess", user_id, bound=caller.user_id),
    )
    response.headers["Location"] = f"/v1/turns/{turn_id}"
    if replayed:
        response.headers["Idempotent-Replay"] = "true"
    if wait is not None and state is Processing.PENDING:
        state = await service.conversations.processed(caller.tenant_id, user_id, turn_id, wait)
        response.headers["Preference-Applied"] = f"wait={wait:g}"
    response.status_code = 202 if state is Processing.PENDING else 200
    return Reprocessing(turn_id=turn_id, processing=state)
