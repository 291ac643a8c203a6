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


class TurnNotFound(NotFound):
    """There is no such turn of this user."""


class SessionNotFound(NotFound):
    """There is no such session of this user."""


class UserNotFound(NotFound):
    """There is no such user."""


class TraceNotFound(NotFound):
    """There is no such trace of this user."""


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


class SessionNamespace(Conflict):
    """The session belongs to another namespace, fixed by its first turn."""


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


class MemoryRejected(Invalid):
    """The memory was not kept."""


class IdempotencyMismatch(Invalid):
    """The idempotency key was used before with another body."""


class TooManyRequests(AppError):
    """The limit of this key is reached."""

    status = 429


class Unavailable(AppError):
    """A store is not reachable at the moment; nothing was changed."""

    status = 503
    retry_after: ClassVar[int] = 2


class CannotServe(Exception):
    """The service cannot start; the message says what to do."""
