"""The answer to a recall, and the record that it leaves."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from app.context.course import Course
from app.context.model import Assembled, ContextQuery, Scored, Signals
from app.context.policies import Policy
from app.context.tracing import trace_of
from app.infra.labels import policy_label
from app.infra.metrics import CONTEXT_SHARE, CONTEXT_TOKENS, CONTEXTS, INJECTED
from app.tenants.identity import new_id
from app.traces.model import Trace
from app.traces.recorder import Recorder


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The answer to a recall. `trace_id` is None when nothing could be recorded."""

    trace_id: UUID | None
    assembled: Assembled
    signals: Signals
    degraded: tuple[str, ...]
    policy: str
    trace: Callable[[], dict[str, Any]]


def record(
    recorder: Recorder,
    course: Course,
    query: ContextQuery,
    user_pk: UUID,
    signals: Signals,
    policy: Policy,
    scored: Sequence[Scored],
    assembled: Assembled,
    now: datetime,
) -> Context:
    """The answer, counted in the metrics, with its trace on the way to Postgres."""
    INJECTED.observe(assembled.usage.memories)
    CONTEXT_SHARE.observe(assembled.usage.memory_share)
    CONTEXTS.labels(policy_label(policy.name), "some" if assembled.placed else "nothing").inc()
    for part, count in assembled.usage.by_section.items():
        CONTEXT_TOKENS.labels(part).observe(count)
    trace_id = None if "postgres" in course.degraded else new_id()
    course.timings["total"] = round((time.perf_counter() - course.started) * 1000, 2)
    document = partial(
        trace_of,
        trace_id,
        query,
        signals,
        policy,
        hits=course.hits,
        scored=scored,
        assembled=assembled,
        stats=course.stats,
        model=course.embedder.model,
        degraded=course.degraded,
        quarantined=course.quarantined,
        timings=course.timings,
        now=now,
    )
    if trace_id is not None:
        recorder.take(
            Trace(
                tenant_id=query.tenant_id,
                trace_id=trace_id,
                user_pk=user_pk,
                epoch=course.person.erase_epoch if course.person.known else None,
                session_id=query.session_id,
                injected=tuple(assembled.placed),
                candidates=tuple(hit.memory.id for hit in course.hits),
                document=document,
                created_at=now,
            )
        )
    return Context(
        trace_id=trace_id,
        assembled=assembled,
        signals=signals,
        degraded=tuple(course.degraded),
        policy=policy.name,
        trace=document,
    )
