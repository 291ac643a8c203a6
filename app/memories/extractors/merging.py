"""What a model adds to what the rules found in the same turn. The rules come first: they are tested, it is not."""

from collections.abc import Sequence
from typing import Final

from app.memories.model import Act, Candidate
from app.memories.opposition import matter, overlap

_SAME: Final = 0.6  # overlap with one find of the rules
_COVERED: Final = 0.6  # share of its matter that the finds of the same sentence hold together


def additions(found: Sequence[Candidate], proposed: Sequence[Candidate]) -> list[Candidate]:
    """Those of `proposed` that say something which `found` does not, each once.

    A sentence in which the rules saw a wish to forget, an end or a wish for this once is theirs alone.
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
    wanted = matter(one.content)
    told = {term for other in beside for term in matter(other.content)}
    return len(wanted & told) >= _COVERED * len(wanted) if beside else False


def _same_key(other: Candidate, one: Candidate) -> bool:
    return one.key is not None and other.key == one.key


def _repeated(added: Sequence[Candidate], one: Candidate) -> bool:
    return any(_same_key(other, one) or overlap(other.content, one.content) >= _SAME for other in added)
