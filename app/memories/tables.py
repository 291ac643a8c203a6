"""Memories, their earlier values, their vectors and their search terms."""

from pgvector.sqlalchemy import HALFVEC
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import REAL

from app.infra.columns import document, moment, num, texts, txt, uid, uids
from app.infra.postgres import metadata

memories = Table(
    "memories",
    metadata,
    uid("tenant_id"),
    uid("memory_id"),
    uid("user_pk", null=True),
    txt("namespace"),
    txt("agent_id", null=True),
    txt("project_id", null=True),
    txt("session_id", null=True),
    txt("type"),
    txt("kind"),
    txt("key", null=True),
    txt("value", null=True),
    txt("content"),
    txt("content_hash"),
    txt("scene", null=True),
    texts("tags"),
    texts("entities"),
    document("metadata"),
    Column("importance", SmallInteger, nullable=False),
    Column("confidence", REAL, nullable=False),
    txt("trust"),
    txt("source"),
    uids("source_turn_ids"),
    txt("evidence", null=True),
    txt("extractor", null=True),
    txt("status"),
    num("support", "1"),
    moment("occurred_at", null=True),
    moment("valid_from", null=True),
    moment("valid_to", null=True),
    moment("expires_at", null=True),
    moment("created_at", now=True),
    moment("updated_at", now=True),
    moment("last_recalled_at", null=True),
    num("recalls", "0"),
    Column("feedback", REAL, nullable=False, server_default=text("0")),
    uids("supersedes"),
    num("version", "1"),
    num("term_count", "0"),
    num("terms_version", "0"),
    PrimaryKeyConstraint("tenant_id", "memory_id"),
    ForeignKeyConstraint(["tenant_id", "user_pk"], ["users.tenant_id", "users.user_pk"], ondelete="CASCADE"),
    CheckConstraint("type IN ('semantic', 'episodic', 'procedural')", name="type"),
    CheckConstraint("kind IN ('fact', 'preference', 'entity', 'event', 'procedure', 'task', 'insight')", name="kind"),
    CheckConstraint("status IN ('active', 'pending', 'disabled', 'superseded', 'expired', 'rejected')", name="status"),
    CheckConstraint("importance BETWEEN 1 AND 5", name="importance"),
    Index(None, "tenant_id", "user_pk", "created_at", "memory_id"),
    Index(None, "tenant_id", "user_pk", "content_hash"),
    Index(
        "uq_memories_active_key",
        *("tenant_id", "user_pk", "namespace", "agent_id", "project_id", "scene", "key"),
        unique=True,
        postgresql_where=text("status = 'active' AND key IS NOT NULL"),
        postgresql_nulls_not_distinct=True,
    ),
    Index(
        "ix_memories_merged",
        *("tenant_id", "user_pk"),
        postgresql_where=text("source = 'consolidation' AND status = 'active'"),
    ),
)

_of_memory = ["tenant_id", "memory_id"], ["memories.tenant_id", "memories.memory_id"]

memory_versions = Table(
    "memory_versions",
    metadata,
    uid("tenant_id"),
    uid("memory_id"),
    Column("version", Integer, nullable=False),
    document("snapshot", default=None),
    moment("valid_from", null=True),
    moment("valid_to", null=True),
    txt("actor"),
    txt("reason"),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "memory_id", "version"),
    ForeignKeyConstraint(*_of_memory, ondelete="CASCADE"),
)

memory_vectors = Table(
    "memory_vectors",
    metadata,
    uid("tenant_id"),
    uid("memory_id"),
    txt("model"),
    uid("owner_pk"),
    Column("dimensions", Integer, nullable=False),
    Column("vector", HALFVEC, nullable=False),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "memory_id", "model"),
    ForeignKeyConstraint(*_of_memory, ondelete="CASCADE"),
    Index(None, "tenant_id", "owner_pk", "model"),
)

memory_terms = Table(
    "memory_terms",
    metadata,
    uid("tenant_id"),
    uid("owner_pk"),
    Column("term", Text(collation="C"), nullable=False),
    uid("memory_id"),
    Column("count", SmallInteger, nullable=False),
    PrimaryKeyConstraint("tenant_id", "owner_pk", "term", "memory_id", postgresql_include=["count"]),
    ForeignKeyConstraint(*_of_memory, ondelete="CASCADE"),
    Index(None, "tenant_id", "memory_id"),
)

# What was forgotten on request, as hashes of its sentences: a turn that is run again does not bring it back.
forgotten_sentences = Table(
    "forgotten_sentences",
    metadata,
    uid("tenant_id"),
    uid("user_pk"),
    txt("sentence_hash"),
    Column("key", Text, nullable=False, server_default=text("''")),
    Column("words", Text, nullable=False, server_default=text("''")),  # hash and key, where those are hidden
    moment("forgotten_at"),
    PrimaryKeyConstraint("tenant_id", "user_pk", "sentence_hash", "key"),
    ForeignKeyConstraint(["tenant_id", "user_pk"], ["users.tenant_id", "users.user_pk"], ondelete="CASCADE"),
)

episodes = Table(
    "episodes",
    metadata,
    uid("tenant_id"),
    uid("episode_id"),
    uid("user_pk"),
    uid("session_pk"),
    uid("turn_id"),
    txt("namespace"),
    txt("agent_id", null=True),
    txt("project_id", null=True),
    Column("seq", BigInteger, nullable=False),
    Column("part", Integer, nullable=False),
    txt("role"),
    txt("name", null=True),
    txt("content"),
    Column("asking", REAL, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("terms", LargeBinary, nullable=False),  # 32-bit codes of its search terms, each as often as it occurs
    num("terms_version", "0"),
    Column("status", Text, nullable=False, server_default=text("'active'")),
    moment("occurred_at"),
    moment("over_at", null=True),
    moment("created_at", now=True),
    moment("last_recalled_at", null=True),
    num("recalls", "0"),
    Column("feedback", REAL, nullable=False, server_default=text("0")),
    moment("archived_at", null=True),  # since then it is not found; deleted after a grace
    PrimaryKeyConstraint("tenant_id", "episode_id"),
    ForeignKeyConstraint(
        ["tenant_id", "session_pk"], ["sessions.tenant_id", "sessions.session_pk"], ondelete="CASCADE"
    ),
    CheckConstraint("role IN ('user', 'assistant')", name="role"),
    CheckConstraint("status IN ('active', 'amended', 'superseded')", name="status"),
    UniqueConstraint("tenant_id", "session_pk", "seq", "part", name="uq_episodes_tenant_id_session_pk_seq_part"),
    Index(None, "tenant_id", "user_pk"),
)

episode_vectors = Table(
    "episode_vectors",
    metadata,
    uid("tenant_id"),
    uid("episode_id"),
    txt("model"),
    uid("owner_pk"),
    Column("dimensions", Integer, nullable=False),
    Column("vector", HALFVEC, nullable=False),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "episode_id", "model"),
    ForeignKeyConstraint(
        ["tenant_id", "episode_id"], ["episodes.tenant_id", "episodes.episode_id"], ondelete="CASCADE"
    ),
    Index(None, "tenant_id", "owner_pk", "model"),
)
