"""What the model costs a tenant in a day (of UTC), and whether one more call is allowed."""

from dataclasses import dataclass

from app.infra.postgres import ReadSession, WriteSession

_LEFT = """
SELECT calls < $2 AND tokens < $3 FROM model_usage WHERE tenant_id = $1 AND day = (now() AT TIME ZONE 'utc')::date
"""
_TAKE = """
INSERT INTO model_usage AS u (tenant_id, day, calls) VALUES ($1, (now() AT TIME ZONE 'utc')::date, 1)
ON CONFLICT (tenant_id, day) DO UPDATE SET calls = u.calls + 1 WHERE u.calls < $2 AND u.tokens < $3 RETURNING u.calls
"""
_SPEND = """
UPDATE model_usage SET tokens = tokens + $2 WHERE tenant_id = $1 AND day = (now() AT TIME ZONE 'utc')::date
"""


@dataclass(frozen=True, slots=True)
class Caps:
    """The most of one tenant in one day; tokens are counted as the server counts them."""

    calls: int
    tokens: int


async def left(db: ReadSession, caps: Caps) -> bool:
    """Whether one more call is allowed."""
    if caps.calls < 1 or caps.tokens < 1:
        return False
    allowed = await db.fetch_value(_LEFT, db.tenant_id, caps.calls, caps.tokens)
    return allowed is not False  # no row: no call today


async def take(db: WriteSession, caps: Caps) -> bool:
    """Count one call before it is made; False when the cap is reached."""
    if caps.calls < 1 or caps.tokens < 1:
        return False
    return await db.fetch_value(_TAKE, db.tenant_id, caps.calls, caps.tokens) is not None


async def spend(db: WriteSession, tokens: int) -> None:
    """Count the tokens of a call after it was made."""
    if tokens:
        await db.execute(_SPEND, db.tenant_id, tokens)
