"""What a model adds to what the rules found in the same turn. The rules come first: they are tested, it is not."""

from collections.abc import Sequence
from typing import Final

from app.memories.model import Act, Candidate
from app.memories.opposition import matter, overlap

_SAME: Final = 0.6  # overlap with one find of the rules


def additions(found: Sequence[Candidate], proposed: Sequence[Candidate]) -> list[Candidate]:
    """Those of `proposed` that say something which `found` does not, each once.

    Out of a sentence that the rules understood only what has nothing in common with their finds is taken; one in which
    they saw a wish to forget, an end or a wish for this once is theirs alone.
    """
    added: list[Candidate] = []
    for one in proposed:
        if not _said(found, one) and not _repeated(added, one):
            added.append(one)
    return added


def _said(found: Sequence[Candidate], one: Candidate) -> bool:
    beside = [other for other in found if other.evidence == one.evidence]
    if any(other.act is not Act.ASSERT or other.temporary for other in beside):
        return True
    if any(_same_key(other, one) or overlap(other.content, one.content) >= _SAME for other in found):
        return True
    return any(matter(one.content) & matter(other.content) for other in beside)


def _same_key(other: Candidate, one: Candidate) -> bool:
    return one.key is not None and other.key == one.key


def _repeated(added: Sequence[Candidate], one: Candidate) -> bool:
    return any(_same_key(other, one) or overlap(other.content, one.content) >= _SAME for other in added)
