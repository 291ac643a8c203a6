"""What a failed try of a turn means: whether another can go better, when to make it, and what to tell of it. Pure."""

import hashlib
import traceback
from datetime import timedelta
from uuid import UUID

from app.errors import StepTooLong, Unavailable
from app.providers.embeddings.protocol import EmbeddingFailed

LONGEST = 300  # seconds between two tries
_PASSING = (Unavailable, EmbeddingFailed, OSError, TimeoutError)


def can_pass(error: BaseException) -> bool:
    """Whether it lay at something outside of us: a store, a provider, the network. An error in our code stays one."""
    return isinstance(error, _PASSING)


def will_not_pass(error: BaseException) -> bool:
    """Whether every further try would end in the same way, and hold up all others for as long again."""
    return isinstance(error, StepTooLong)


def pause(turn_id: UUID, attempt: int) -> timedelta:
    """Twice as long after each try, less a share that differs from turn to turn: many do not come back at once."""
    share = hashlib.sha256(turn_id.bytes + bytes([attempt % 256])).digest()[0] / 512
    return timedelta(seconds=min(LONGEST, 2 ** min(attempt, 16)) * (1 - share))


def told(error: BaseException) -> str:
    """What went wrong and where in our code, without its message: that may quote what a user said."""
    cause = error.__cause__ if isinstance(error, Unavailable) and error.__cause__ else error
    if isinstance(cause, StepTooLong):
        return f"reading took too long at {cause.at}"
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if "/app/" in frame.filename]
    if not frames:
        return type(cause).__name__
    return f"{type(cause).__name__} at {frames[-1].filename.rpartition('/app/')[2]}:{frames[-1].lineno}"
