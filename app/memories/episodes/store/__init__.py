"""Episodes in Postgres: rows and vectors. With `search.py` the only SQL of episodes.

`said` keeps the rows, `marks` tells what has changed since, `usage` counts and lets go, `finding` keeps terms and
vectors.
"""

from app.memories.episodes.store.finding import fill_vector, lacking_vectors
from app.memories.episodes.store.marks import of_turns, outdate, outdated, speak_again
from app.memories.episodes.store.said import (
    add,
    all_told,
    count,
    delete,
    delete_answers,
    judge_again,
    keep_again,
    told_since,
)
from app.memories.episodes.store.usage import archive, past_grace, purge, recalled, restore, tallies, tally, unused

__all__ = [
    "add",
    "all_told",
    "archive",
    "count",
    "delete",
    "delete_answers",
    "fill_vector",
    "judge_again",
    "keep_again",
    "lacking_vectors",
    "of_turns",
    "outdate",
    "outdated",
    "past_grace",
    "purge",
    "recalled",
    "restore",
    "speak_again",
    "tallies",
    "tally",
    "told_since",
    "unused",
]
