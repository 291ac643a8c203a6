"""The audit log and the seals that chain it, and the keys under which words are encrypted."""

from sqlalchemy import BigInteger, Column, Index, LargeBinary, PrimaryKeyConstraint, Table, UniqueConstraint

from app.infra.columns import document, moment, txt, uid
from app.infra.postgres import metadata

audit_log = Table(
    "audit_log",
    metadata,
    uid("tenant_id"),
    uid("audit_id"),
    txt("actor"),
    txt("action"),
    txt("object_type"),
    txt("object_id", null=True),
    txt("user_hash", null=True),
    document("details"),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "audit_id"),
    Index(None, "tenant_id", "created_at"),
)

audit_seals = Table(
    "audit_seals",
    metadata,
    uid("tenant_id"),
    Column("seal", BigInteger, nullable=False),
    uid("audit_id"),
    Column("hash", LargeBinary, nullable=False),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "seal"),
    UniqueConstraint("tenant_id", "audit_id"),
)

# Of no tenant. A row says that words may be kept under this key; the one without a name, that words may be kept plain.
encryption_keys = Table(
    "encryption_keys",
    metadata,
    txt("key_id"),
    Column("wrapped", LargeBinary),  # the key of the marks under this key
    moment("created_at", now=True),
    PrimaryKeyConstraint("key_id"),
)
