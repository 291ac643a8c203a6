"""Memories in Postgres. With `search.py` and its kin the only SQL of memories.

`lookup` reads what is held, `writing` changes it, `finding` keeps the terms and vectors by which it is searched.
"""

from app.memories.store.finding import add_vector, fill_vector, lacking_vectors, owner
from app.memories.store.lookup import (
    added_since,
    get,
    held,
    histories,
    history,
    holders,
    holds_any,
    latest_versions,
    locked,
    mark,
    newest,
    oldest,
    over_since,
    recently_changed,
    size,
    standing,
)
from app.memories.store.writing import (
    add_version,
    delete,
    insert,
    insert_all,
    keep_again,
    keep_versions_again,
    recalled,
    rewrite,
    tally,
    update,
)

__all__ = [
    "add_vector",
    "add_version",
    "added_since",
    "delete",
    "fill_vector",
    "get",
    "held",
    "histories",
    "history",
    "holders",
    "holds_any",
    "insert",
    "insert_all",
    "keep_again",
    "keep_versions_again",
    "lacking_vectors",
    "latest_versions",
    "locked",
    "mark",
    "newest",
    "oldest",
    "over_since",
    "owner",
    "recalled",
    "recently_changed",
    "rewrite",
    "size",
    "standing",
    "tally",
    "update",
]
