"""Where a user and a tenant stand among the jobs that wait, found without looking at the others.

Revision: places
"""

from alembic import op

revision = "places"
down_revision = "statistics"
branch_labels = None
depends_on = None


def upgrade() -> None:
    user, tenant = "(args ->> 'user_pk'), priority", "(args ->> 'tenant_id'), priority"
    op.execute(f"CREATE INDEX memoryd_jobs_of_user ON procrastinate_jobs ({user}) WHERE status < 'doing'")
    op.execute(
        f"CREATE INDEX memoryd_jobs_of_tenant ON procrastinate_jobs ({tenant})"
        " WHERE status < 'doing' AND args ? 'first'"
    )


def downgrade() -> None:
    op.execute("DROP INDEX memoryd_jobs_of_tenant")
    op.execute("DROP INDEX memoryd_jobs_of_user")
