"""Who acts in this request or job, for the audit log: set once where the request or job comes in.

A context variable, so that no signature between the edge and the log has to carry it.
"""

from contextvars import ContextVar

ACTOR: ContextVar[str] = ContextVar("actor", default="system")
"""`key:<id>`, `nobody` where no key is asked for, `turn:<id>` for what a turn led to, `upkeep`, else `system`."""
