"""The audit log and the seals that chain it."""

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
