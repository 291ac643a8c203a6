"""The named policies of tenants."""

from sqlalchemy import ForeignKeyConstraint, PrimaryKeyConstraint, Table

from app.infra.columns import document, moment, num, txt, uid
from app.infra.postgres import metadata

policies = Table(
    "policies",
    metadata,
    uid("tenant_id"),
    txt("name"),
    document("document", default=None),
    num("version", "1"),
    moment("created_at", now=True),
    moment("updated_at", now=True),
    PrimaryKeyConstraint("tenant_id", "name"),
    ForeignKeyConstraint(["tenant_id"], ["tenants.tenant_id"], ondelete="CASCADE"),
)
