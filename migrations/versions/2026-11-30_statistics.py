"""What Postgres believes of tables that are still empty: that all rows are of one tenant.

Without any statistics all indexes of a table that begin with the tenant seem equally good for a single row, and the
look at the row that a foreign key names may take one that reads all rows of the tenant. That plan is kept by the
connection while the table grows, until the first analysis: an import into a new database spent most of its time so.
Postgres replaces these numbers by its own. Before Postgres 18 they cannot be given.
"""

from alembic import op

revision = "statistics"
down_revision = "finite_times"
branch_labels = None
depends_on = None

BELIEVED = """
DO $$
DECLARE
    empty record;
BEGIN
    IF current_setting('server_version_num')::int < 180000 THEN
        RETURN;
    END IF;
    FOR empty IN
        SELECT c.relname FROM pg_class AS c
        JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.reltuples < 0
    LOOP
        EXECUTE format(
            'SELECT pg_restore_attribute_stats(''schemaname'', %L, ''relname'', %L, ''attname'', ''tenant_id'','
            ' ''inherited'', false, ''version'', %L::int, ''null_frac'', 0::real, ''avg_width'', 16,'
            ' ''n_distinct'', 1::real)',
            current_schema(), empty.relname, current_setting('server_version_num'));
    END LOOP;
END $$
"""


def upgrade() -> None:
    op.execute(BELIEVED)


def downgrade() -> None:
    """Nothing to take back: Postgres renews what it believes by itself."""
