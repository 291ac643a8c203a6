"""Tenants, their keys, their users, the stored answers of idempotent requests, and what the model cost."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    UniqueConstraint,
    text,
)

from app.infra.columns import document, moment, texts, txt, uid
from app.infra.postgres import metadata

tenants = Table(
    "tenants",
    metadata,
    uid("tenant_id"),
    txt("name"),
    document("settings"),
    document("embedding", null=True),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id"),
    UniqueConstraint("name"),
)

api_keys = Table(
    "api_keys",
    metadata,
    uid("tenant_id"),
    txt("key_id"),
    Column("secret_hash", LargeBinary, nullable=False),
    txt("name"),
    texts("scopes"),
    txt("user_id", null=True),
    moment("created_at", now=True),
    moment("expires_at", null=True),
    moment("revoked_at", null=True),
    PrimaryKeyConstraint("tenant_id", "key_id"),
    UniqueConstraint("key_id"),
    ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], ondelete="CASCADE"),
)

users = Table(
    "users",
    metadata,
    uid("tenant_id"),
    uid("user_pk"),
    txt("user_id"),
    Column("memory_enabled", Boolean, nullable=False, server_default=text("true")),
    document("consent", null=True),
    Column("retention_days", Integer),
    txt("locale", null=True),
    txt("time_zone", null=True),
    Column("erase_epoch", BigInteger, nullable=False, server_default=text("nextval('erase_epochs')")),
    document("profiles"),  # by namespace: ids of the memories in the profile, and the mark they were chosen at
    moment("created_at", now=True),
    moment("updated_at", now=True),
    PrimaryKeyConstraint("tenant_id", "user_pk"),
    ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], ondelete="CASCADE"),
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    uid("tenant_id"),
    txt("key"),
    Column("request_hash", LargeBinary, nullable=False),
    uid("user_pk", null=True),
    Column("status", SmallInteger),
    document("response", null=True),
    moment("created_at", now=True),
    moment("expires_at"),
    PrimaryKeyConstraint("tenant_id", "key"),
    Index(None, "tenant_id", "expires_at"),
)

model_usage = Table(
    "model_usage",
    metadata,
    uid("tenant_id"),
    Column("day", Date, nullable=False),  # of UTC
    Column("calls", BigInteger, nullable=False, server_default=text("0")),
    Column("tokens", BigInteger, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("tenant_id", "day"),
    ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], ondelete="CASCADE"),
)
