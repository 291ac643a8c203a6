"""Encryption of words: the keys under which rows are kept, and the words of forgotten sentences.

Revision: encryption
"""

from alembic import context, op
from sqlalchemy import text

revision = "encryption"
down_revision = "reviews"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE encryption_keys (
    key_id text NOT NULL,
    wrapped bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_encryption_keys PRIMARY KEY (key_id)
);

ALTER TABLE forgotten_sentences ADD COLUMN words text NOT NULL DEFAULT '';
"""


def upgrade() -> None:
    connection = op.get_bind()
    raw = connection.connection.driver_connection
    raw.execute(TABLES)
    role = context.config.attributes["app_role"]
    if role != connection.execute(text("SELECT current_user")).scalar_one():
        quoted = role.replace('"', '""')
        raw.execute(f'GRANT SELECT, INSERT, DELETE ON encryption_keys TO "{quoted}"')


def downgrade() -> None:
    raw = op.get_bind().connection.driver_connection
    raw.execute("ALTER TABLE forgotten_sentences DROP COLUMN words")
    raw.execute("DROP TABLE encryption_keys")
