"""The names under which the grammars know what a sentence says: two with one name are values of one matter."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from app.memories.extractors import rules
from app.memories.extractors.known import NOBODY
from app.memories.extractors.sentences import Said

_SOME_DAY: Final = datetime(2000, 1, 1, tzinfo=UTC)  # relative dates do not matter here


@lru_cache(maxsize=4096)
def slots_of(text: str, after: str = "") -> frozenset[str]:
    """Keys of what the rules read in one sentence of a user; empty when they read nothing that has a key.

    Who is called by name in it may have been told of in the sentence `after` which it was said.
    """
    people = NOBODY.with_(rules.extract([Said("user", after, _SOME_DAY, UTC)])) if after else NOBODY
    found = rules.extract([Said("user", text, _SOME_DAY, UTC)], people)
    return frozenset(candidate.key for candidate in found if candidate.key)
