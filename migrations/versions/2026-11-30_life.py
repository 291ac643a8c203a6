"""Episodes can be archived before they are deleted, merges are found at once, reviewed profiles are kept as ids."""

from alembic import op

revision = "life"
down_revision = "encryption"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE episodes ADD COLUMN archived_at timestamptz")
    op.execute("ALTER TABLE users ADD COLUMN profiles jsonb NOT NULL DEFAULT '{}'")
    op.execute(
        "CREATE INDEX ix_memories_merged ON memories (tenant_id, user_pk)"
        " WHERE source = 'consolidation' AND status = 'active'"
    )


def downgrade() -> None:
    op.execute("DROP INDEX ix_memories_merged")
    op.execute("ALTER TABLE users DROP COLUMN profiles")
    op.execute("ALTER TABLE episodes DROP COLUMN archived_at")
