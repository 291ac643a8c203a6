"""Times at either end of the calendar, once stored as infinite, become those that the edge takes for them today.

An infinite time comes back without an offset and cannot be compared: every context of its user failed.

Revision: finite_times
"""

from alembic import op

revision = "finite_times"
down_revision = "no_memory_epoch"
branch_labels = None
depends_on = None

# What callers say of times is kept in these columns.
TIMES = {
    "messages": ("occurred_at",),
    "memories": ("occurred_at", "valid_from", "valid_to", "expires_at"),
    "memory_versions": ("valid_from", "valid_to"),
    "episodes": ("occurred_at", "over_at"),
    "api_keys": ("expires_at",),
}
FIRST = "0001-01-01T00:00:00.000001+00:00"
LAST = "9999-12-31T23:59:59.999998+00:00"
# As the driver gave them back, and so as they stand in the history of a memory.
WRITTEN = {"0001-01-01T00:00:00": FIRST, "9999-12-31T23:59:59.999999": LAST}


HEAL = (
    "UPDATE {table} SET {column} = CASE WHEN {column} > now() THEN {last} ELSE {first} END WHERE NOT isfinite({column})"
)
HEAL_HISTORY = """
UPDATE memory_versions SET snapshot = jsonb_set(snapshot, '{{{column}}}', '"{meant}"')
WHERE snapshot ->> '{column}' = '{written}'
"""


def upgrade() -> None:
    first, last = f"'{FIRST}'::timestamptz", f"'{LAST}'::timestamptz"
    for table, columns in TIMES.items():
        # The policies hold for the owner as well, who names no tenant here.
        op.execute(f"ALTER TABLE {table} NO FORCE ROW LEVEL SECURITY")
        for column in columns:
            op.execute(HEAL.format(table=table, column=column, first=first, last=last))
        if table == "memory_versions":
            for column in TIMES["memories"]:
                for written, meant in WRITTEN.items():
                    op.execute(HEAL_HISTORY.format(column=column, written=written, meant=meant))
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")


def downgrade() -> None:
    """A finite time is as good for what came before."""
