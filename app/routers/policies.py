"""Policies: named sets of recall parameters, chosen by a request or by a split of the users."""

from typing import Any

from fastapi import APIRouter, Response

from app.routers.conditional import ANY, IfMatch, etag, expected_version
from app.routers.dependencies import Operator, Parts, Reader
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.policies import PolicyIn, PolicyName, PolicyOut

router = APIRouter(prefix="/v1/policies", route_class=StrictRoute, tags=["policies"], responses=problems(401, 403, 503))


@router.get("", response_model=Page[PolicyOut])
async def list_policies(caller: Reader, service: Parts, limit: Limit = 50, cursor: Cursor | None = None) -> Any:
    """Policies of the tenant by name; `default` is there before anybody put it."""
    mark = fingerprint(caller.tenant_id, "policies")
    after = decode_cursor(cursor, mark, str)[0] if cursor else ""
    found = [shown for shown in await service.policies.all(caller.tenant_id) if shown.stored.name > after]
    more = encode_cursor([found[limit - 1].stored.name], mark) if len(found) > limit else None
    return Page(data=[PolicyOut.of(shown) for shown in found[:limit]], next_cursor=more)


@router.get("/{name}", responses=problems(404))
async def get_policy(name: PolicyName, caller: Reader, service: Parts, response: Response) -> PolicyOut:
    """One policy with all of its parameters."""
    shown = await service.policies.get(caller.tenant_id, name)
    response.headers["ETag"] = etag(shown.stored.version)
    return PolicyOut.of(shown)


@router.put("/{name}", responses=problems(409, 412))
async def put_policy(
    name: PolicyName, body: PolicyIn, caller: Operator, service: Parts, response: Response, if_match: IfMatch = None
) -> PolicyOut:
    """Put a policy in the place of the one of this name; `{}` is the policy of the service itself."""
    expected = expected_version(if_match)
    shown = await service.policies.put(
        caller.tenant_id,
        name,
        body.document(),
        expected=None if expected is ANY else expected,
        present=expected is ANY,
    )
    response.headers["ETag"] = etag(shown.stored.version)
    return PolicyOut.of(shown)
