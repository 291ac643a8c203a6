"""The line of a user: who writes for one lets an erase of the user go first.

Row locks alone do not do that. A turn in a new session only shares the row of its user, by a foreign key, and sharers
are let in beside each other while an erase waits for the row: beside a steady stream of them it would wait for ever. A
lock of the lock manager is fair: nobody gets in who comes after an erase. It is the first that a transaction takes, so
nobody who waits for it holds another.
"""

from uuid import UUID

# Who does not get in at once gives the connection back and comes again: a crowd that waited would take the whole pool.
_ENTER = """
SET LOCAL lock_timeout = 1; SELECT pg_advisory_xact_lock_shared({place}); SET LOCAL lock_timeout TO DEFAULT
"""
ALONE = "SELECT pg_advisory_xact_lock($1)"  # with `place`; waits for those who got in before


def beside(user_pk: UUID) -> str:
    """Statements that stand in the line of the user beside other writers."""
    return _ENTER.format(place=place(user_pk))


def place(user_pk: UUID) -> int:
    """The number of the lock; users who share one by chance wait for each other's erase, no more."""
    return int.from_bytes(user_pk.bytes[:8], "big", signed=True)
