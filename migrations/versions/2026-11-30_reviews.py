"""People say of dropped lines whether they should have been kept.

Revision: reviews
"""

from alembic import context, op
from sqlalchemy import text

revision = "reviews"
down_revision = "episode_feedback"
branch_labels = None
depends_on = None

TABLE = """
CREATE TABLE turn_reviews (
    tenant_id uuid NOT NULL,
    turn_id uuid NOT NULL,
    line integer NOT NULL,
    verdict text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_turn_reviews PRIMARY KEY (tenant_id, turn_id, line),
    CONSTRAINT fk_turn_reviews_turns FOREIGN KEY (tenant_id, turn_id)
        REFERENCES turns (tenant_id, turn_id) ON DELETE CASCADE,
    CONSTRAINT ck_turn_reviews_verdict CHECK (verdict IN ('missed', 'right'))
);
"""
POLICY = """
ALTER TABLE turn_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE turn_reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON turn_reviews
    USING (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid)
    WITH CHECK (tenant_id = nullif(current_setting('app.tenant', true), '')::uuid);
"""


def upgrade() -> None:
    connection = op.get_bind()
    raw = connection.connection.driver_connection
    raw.execute(TABLE)
    raw.execute(POLICY)
    role = context.config.attributes["app_role"]
    if role != connection.execute(text("SELECT current_user")).scalar_one():
        raw.execute('GRANT SELECT, INSERT, UPDATE, DELETE ON turn_reviews TO "{}"'.format(role.replace('"', '""')))


def downgrade() -> None:
    op.get_bind().connection.driver_connection.execute("DROP TABLE turn_reviews")
