"""What callers said of an episode counts as what they said of a memory.

Revision: episode_feedback
"""

from alembic import op

revision = "episode_feedback"
down_revision = "begin"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE episodes ADD COLUMN feedback real NOT NULL DEFAULT 0")


def downgrade() -> None:
    op.execute("ALTER TABLE episodes DROP COLUMN feedback")
