"""What can go wrong, as nouns with a status. The docstring of a class is the sentence the caller reads.

`routers/problems.py` turns each into `application/problem+json`; nothing else knows about HTTP bodies.
"""

import re
from typing import Any, ClassVar


class AppError(Exception):
    """The request could not be carried out."""

    status: ClassVar[int] = 500

    def __init__(self, detail: str | None = None, *, errors: list[dict[str, Any]] | None = None) -> None:
        self.detail = detail or (type(self).__doc__ or "").strip()
        self.errors = errors or []
        super().__init__(self.detail)

    @classmethod
    def slug(cls) -> str:
        """Last segment of the stable problem type: `MemoryNotFound` → `memory-not-found`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    @classmethod
    def title(cls) -> str:
        """The name in words: `MemoryNotFound` → `Memory not found`."""
        return cls.slug().replace("-", " ").capitalize()


class Malformed(AppError):
    """The request is not well-formed."""

    status = 400


class InvalidCursor(Malformed):
    """The cursor was not given out for this list."""


class Unauthorized(AppError):
    """A valid API key is needed."""

    status = 401


class Forbidden(AppError):
    """The API key does not allow this."""

    status = 403


class NotFound(AppError):
    """There is no such thing here."""

    status = 404


class MemoryNotFound(NotFound):
    """There is no such memory of this user."""


class VersionNotFound(NotFound):
    """The memory has no such version."""


class TurnNotFound(NotFound):
    """There is no such turn of this user."""


class SessionNotFound(NotFound):
    """There is no such session of this user."""


class SummaryNotFound(NotFound):
    """The session has no summary yet."""


class UserNotFound(NotFound):
    """There is no such user."""


class TraceNotFound(NotFound):
    """There is no such trace of this user."""


class JobNotFound(NotFound):
    """There is no such waiting or failed job."""


class TenantNotFound(NotFound):
    """There is no such tenant."""


class PolicyNotFound(NotFound):
    """There is no such policy."""


class KeyNotFound(NotFound):
    """There is no such API key."""


class MethodNotAllowed(AppError):
    """The path does not know this method."""

    status = 405


class Conflict(AppError):
    """The request contradicts what is stored."""

    status = 409


class ConsentMissing(Conflict):
    """The tenant keeps nothing long-term without the consent of the user, and there is none."""


class UserErased(Conflict):
    """The user was erased while this was under way; nothing more of it is kept."""


class TenantExists(Conflict):
    """There is a tenant with this name already."""


class SessionNamespace(Conflict):
    """The session belongs to another namespace, fixed by its first turn."""


class MemoryState(Conflict):
    """The memory is in a state that does not allow this."""


class NothingToDerive(Conflict):
    """The sources of the memory say nothing from which it could be read again."""


class SessionPruned(Conflict):
    """A part of the session's messages is past the retention of the archive: it cannot be derived again."""


class TooManyPolicies(Conflict):
    """The tenant has as many policies as it may have."""


class PreconditionFailed(AppError):
    """The thing has changed since the version named in If-Match."""

    status = 412


class BodyTooLarge(AppError):
    """The body is larger than allowed."""

    status = 413


class UnsupportedMediaType(AppError):
    """The body must be declared as application/json."""

    status = 415


class Invalid(AppError):
    """A field of the request is not valid."""

    status = 422


class StepTooLong(AppError):
    """What was sent takes too long to read; sent again, it will take as long."""

    status = 422

    def __init__(self, at: str = "unknown") -> None:
        super().__init__()
        self.at = at  # where in our code it was broken off


class MemoryRejected(Invalid):
    """The memory was not kept."""


class IdempotencyMismatch(Invalid):
    """The idempotency key was used before with another body."""


class TooManyRequests(AppError):
    """The limit of this key or its tenant is reached; try again after a while."""

    status = 429

    def __init__(self, detail: str | None = None, *, retry_after: int = 1) -> None:
        super().__init__(detail)
        self.retry_after = retry_after


class TooManyMemories(TooManyRequests):
    """The tenant holds as many memories as it may; delete some, or ask the operator for more."""


class Unavailable(AppError):
    """A store is not reachable at the moment; nothing was changed."""

    status = 503
    retry_after: ClassVar[int] = 2


class Interrupted(Unavailable):
    """Another change was in the way, such as an erase of the same user; nothing was changed."""

    retry_after = 1


class RowsBusy(Unavailable):
    """Other requests are at work on the same rows, such as an erase of the user; nothing was changed, try it again."""

    retry_after = 1


IN_THE_WAY = (Interrupted, RowsBusy)
"""The store is there, and others hold what this one needs: what needs other rows may go well."""


class Crowded(Unavailable):
    """The store has more to do than it can at the moment; nothing was changed, try it again."""


class CannotServe(Exception):
    """The service cannot start; the message says what to do."""
