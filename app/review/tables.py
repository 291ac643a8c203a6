"""What people said of dropped lines; gone with the turn, and so with its user."""

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Integer, PrimaryKeyConstraint, Table

from app.infra.columns import moment, txt, uid
from app.infra.postgres import metadata

turn_reviews = Table(
    "turn_reviews",
    metadata,
    uid("tenant_id"),
    uid("turn_id"),
    Column("line", Integer, nullable=False),
    txt("verdict"),
    moment("created_at", now=True),
    PrimaryKeyConstraint("tenant_id", "turn_id", "line"),
    ForeignKeyConstraint(["tenant_id", "turn_id"], ["turns.tenant_id", "turns.turn_id"], ondelete="CASCADE"),
    CheckConstraint("verdict IN ('missed', 'right')", name="verdict"),
)
