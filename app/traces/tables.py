"""The record of each recall, and what callers said of it."""

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, PrimaryKeyConstraint, Table

from app.infra.columns import document, moment, txt, uid, uids
from app.infra.postgres import metadata

traces = Table(
    "traces",
    metadata,
    uid("tenant_id"),
    uid("trace_id"),
    uid("user_pk"),
    txt("session_id", null=True),
    uids("memory_ids"),
    document("document", default=None),
    moment("created_at"),
    PrimaryKeyConstraint("tenant_id", "trace_id"),
    Index(None, "tenant_id", "user_pk", "created_at", "trace_id"),
)

feedback = Table(
    "feedback",
    metadata,
    uid("tenant_id"),
    uid("feedback_id"),
    uid("trace_id"),
    txt("outcome"),
    uids("memory_ids"),
    txt("note", null=True),
    txt("policy"),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "feedback_id"),
    ForeignKeyConstraint(["tenant_id", "trace_id"], ["traces.tenant_id", "traces.trace_id"], ondelete="CASCADE"),
    CheckConstraint("outcome IN ('helpful', 'irrelevant', 'wrong', 'corrected')", name="outcome"),
    Index(None, "tenant_id", "trace_id"),
)
