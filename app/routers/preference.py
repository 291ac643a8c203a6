"""`Prefer: wait=10` (RFC 7240): how long the caller would wait for the whole result."""

import re
from typing import Annotated

from fastapi import Depends, Header

LONGEST = 30.0  # seconds

_WAIT = re.compile(r'wait\s*=\s*"?([0-9]+)"?', re.IGNORECASE)


def wait_seconds(prefer: str | None) -> float | None:
    """Seconds to wait, 0 to 30; None where none is asked for. What cannot be read is ignored, as RFC 7240 wants."""
    for preference in (prefer or "").split(","):
        found = _WAIT.fullmatch(preference.partition(";")[0].strip())
        if found:
            digits = found[1].lstrip("0") or "0"
            return LONGEST if len(digits) > 2 else min(float(digits), LONGEST)  # noqa: PLR2004  # 100 and more
    return None


async def _wait(
    prefer: Annotated[str | None, Header(description="`wait=10`: answer when processed, or after 10 s.")] = None,
) -> float | None:
    return wait_seconds(prefer)


Wait = Annotated[float | None, Depends(_wait)]
"""Parameter of a handler: `async def add_turn(body: TurnIn, wait: Wait)`."""
