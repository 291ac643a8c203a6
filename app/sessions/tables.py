"""Sessions, turns, messages and summaries."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from app.infra.columns import document, moment, num, txt, uid
from app.infra.postgres import metadata

sessions = Table(
    "sessions",
    metadata,
    uid("tenant_id"),
    uid("session_pk"),
    uid("user_pk"),
    txt("session_id"),
    txt("namespace"),
    txt("agent_id", null=True),
    txt("project_id", null=True),
    txt("title", null=True),
    document("metadata"),
    document("state"),
    document("state_schema", null=True),
    num("state_version", "0"),
    Column("last_seq", BigInteger, nullable=False, server_default=text("'-1'")),
    Column("summarized_seq", BigInteger, nullable=False, server_default=text("'-1'")),
    Column("closed_seq", BigInteger, nullable=False, server_default=text("'-1'")),  # last message when it was ended
    Column("told_seq", BigInteger, nullable=False, server_default=text("'-1'")),  # last message handed to the episodes
    Column("epoch", BigInteger, nullable=False, server_default=text("nextval('erase_epochs')")),
    moment("retry_at", null=True),  # when the model is asked again for the summary it failed to write
    Column("wake_pending", Boolean, nullable=False, server_default=text("false")),
    Column("wake_seq", BigInteger, nullable=False, server_default=text("'-1'")),  # last_seq when it was set
    moment("reread_at", null=True),  # when the model is asked again for what it failed to read
    Column("status", Text, nullable=False, server_default=text("'open'")),
    moment("created_at", now=True),
    moment("last_activity_at", now=True),
    moment("ended_at", null=True),
    PrimaryKeyConstraint("tenant_id", "session_pk"),
    ForeignKeyConstraint(["tenant_id", "user_pk"], ["users.tenant_id", "users.user_pk"], ondelete="CASCADE"),
    CheckConstraint("status IN ('open', 'ended')", name="status"),
    Index(None, "tenant_id", "user_pk", "created_at", "session_pk"),
    Index("ix_sessions_untold", "tenant_id", "last_activity_at", postgresql_where=text("told_seq < last_seq")),
    Index("ix_sessions_retry", "tenant_id", "retry_at", postgresql_where=text("retry_at IS NOT NULL")),
)

_of_session = ["tenant_id", "session_pk"], ["sessions.tenant_id", "sessions.session_pk"]

turns = Table(
    "turns",
    metadata,
    uid("tenant_id"),
    uid("turn_id"),
    uid("session_pk"),
    uid("user_pk"),
    txt("agent_id", null=True),
    txt("project_id", null=True),
    txt("scene", null=True),
    Column("first_seq", BigInteger, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    txt("extract"),
    txt("processing"),
    document("gate", null=True),
    txt("extractor", null=True),
    document("events", default="'[]'::jsonb"),
    num("attempts", "0"),
    txt("error", null=True),
    document("metadata"),
    moment("created_at", now=True),
    moment("processed_at", null=True),
    PrimaryKeyConstraint("tenant_id", "turn_id"),
    ForeignKeyConstraint(*_of_session, ondelete="CASCADE"),
    CheckConstraint("processing IN ('pending', 'succeeded', 'failed', 'skipped')", name="processing"),
    CheckConstraint("extract IN ('auto', 'always', 'never')", name="extract"),
    Index(None, "tenant_id", "session_pk", "first_seq"),
    Index("ix_turns_failed", "tenant_id", "created_at", "turn_id", postgresql_where=text("processing = 'failed'")),
    Index("ix_turns_pending", "tenant_id", "session_pk", "first_seq", postgresql_where=text("processing = 'pending'")),
)

messages = Table(
    "messages",
    metadata,
    uid("tenant_id"),
    uid("session_pk"),
    Column("seq", BigInteger, nullable=False),
    uid("turn_id"),
    txt("role"),
    txt("content"),
    txt("name", null=True),
    txt("tool_call_id", null=True),
    Column("tokens", Integer, nullable=False),
    moment("occurred_at"),
    document("metadata"),
    PrimaryKeyConstraint("tenant_id", "session_pk", "seq"),
    ForeignKeyConstraint(*_of_session, ondelete="CASCADE"),
    CheckConstraint("role IN ('user', 'assistant', 'system', 'tool')", name="role"),
)

summaries = Table(
    "summaries",
    metadata,
    uid("tenant_id"),
    uid("session_pk"),
    Column("version", Integer, nullable=False),
    txt("content"),
    Column("from_seq", BigInteger, nullable=False),
    Column("to_seq", BigInteger, nullable=False),
    txt("model"),
    Column("tokens", Integer, nullable=False),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "session_pk", "version"),
    ForeignKeyConstraint(*_of_session, ondelete="CASCADE"),
)
