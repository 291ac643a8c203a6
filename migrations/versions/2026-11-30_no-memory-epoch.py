"""Nothing raised or read the memory epoch of a user: what changed is seen at the memories themselves.

Revision: no_memory_epoch
"""

from alembic import op

revision = "no_memory_epoch"
down_revision = "life"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE users DROP COLUMN memory_epoch")


def downgrade() -> None:
    op.execute("ALTER TABLE users ADD COLUMN memory_epoch bigint NOT NULL DEFAULT 0")
