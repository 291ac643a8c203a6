"""The record of a recall as the API shows it: where each candidate came from, its score, what became of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.context.model import Assembled, ContextQuery, Hit, Scored, Signals, Stats
from app.context.policies import Policy
from app.context.quarantine import Quarantined


def trace_of(
    trace_id: UUID | None,
    query: ContextQuery,
    signals: Signals,
    policy: Policy,
    *,
    hits: Sequence[Hit],
    scored: Sequence[Scored],
    assembled: Assembled,
    stats: Stats,
    model: str,
    degraded: Sequence[str],
    quarantined: Quarantined,
    timings: Mapping[str, float],
    now: datetime,
) -> dict[str, Any]:
    """One JSON document. Scores are rounded to four places, timings are milliseconds."""
    by_id = {one.hit.memory.id: one for one in scored}
    reasons = {drop.memory_id: drop.reason.value for drop in assembled.drops}
    placed = set(assembled.placed)
    ordered = sorted(hits, key=lambda hit: -(by_id[hit.memory.id].score if hit.memory.id in by_id else -1.0))
    return {
        "trace_id": str(trace_id) if trace_id else None,
        "user_id": query.user_id,
        "session_id": query.session_id,
        "namespace": query.namespace,
        "agent_id": query.agent_id,
        "project_id": query.project_id,
        "query": query.query,
        "search_text": signals.search_text,
        "questions": [one.search_text for one in signals.questions],
        "signals": {
            **shown_signals(signals),
            "general": signals.general,
            "wishes": signals.wishes,
            "advised": signals.advised,
        },
        "policy": policy.name,
        "models": {"embedding": model},
        "counts": {
            "by_source": dict(Counter(source for hit in hits for source in hit.sources)),
            "candidates": len(hits),
            "injected": len(placed),
            "scope": stats.n,
        },
        "candidates": [_candidate(hit, by_id.get(hit.memory.id), placed, reasons) for hit in ordered],
        "usage": {
            "total_tokens": assembled.usage.total_tokens,
            "by_section": assembled.usage.by_section,
            "max_tokens": assembled.usage.max_tokens,
            "memories": assembled.usage.memories,
            "characters": len(assembled.prompt) + sum(len(m["content"]) for m in assembled.messages),
        },
        "degraded": list(degraded),
        "quarantined": quarantined.shown(),
        "timings_ms": dict(timings),
        "created_at": now.isoformat().replace("+00:00", "Z"),
    }


def shown_signals(signals: Signals) -> dict[str, Any]:
    """Signals as the answer and the trace show them."""
    return {
        "needed": signals.needed,
        "recall_requested": signals.recall_requested,
        "scene": signals.scene,
        "small_talk": signals.small_talk,
        "language": signals.language,
        "task_type": signals.task_type,
        "topics": sorted(signals.topics),
        "dates": [{"start": span.start.isoformat(), "end": span.end.isoformat()} for span in signals.dates],
    }


def _candidate(hit: Hit, scored: Scored | None, placed: set[UUID], reasons: Mapping[UUID, str]) -> dict[str, Any]:
    memory = hit.memory
    return {
        "memory_id": str(memory.id),
        "content": memory.content,
        "kind": memory.kind,
        "key": memory.key,
        "sources": hit.sources,
        "vector": _rounded(hit.vector),
        "keyword": _rounded(hit.keyword),
        "score": _rounded(scored.score) if scored else None,
        "parts": scored.parts if scored else {},
        "injected": memory.id in placed,
        "reason": None if memory.id in placed else reasons.get(memory.id, "below_threshold"),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
