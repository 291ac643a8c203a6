"""Which rows could say the same as a proposal, or its opposite, found without comparing each of them.

It leaves out only what `likeness` would refuse: two sentences can be one by their text, their key, their vectors, or
when all words of one stand in the other; and only the last of these can be opposites.
"""

from collections import defaultdict
from uuid import UUID

from app.memories.model import Memory
from app.memories.opposition import matter
from app.memories.proposal import Proposal
from app.text.terms import content_hash


class Alike:
    """The rows of a ledger by their hash, key and words."""

    def __init__(self) -> None:
        self._known: dict[UUID, tuple[str, str | None, frozenset[str]]] = {}
        self._by_hash: dict[str, set[UUID]] = defaultdict(set)
        self._by_key: dict[str, set[UUID]] = defaultdict(set)
        self._by_word: dict[str, set[UUID]] = defaultdict(set)
        self._by_mark: dict[str, set[UUID]] = defaultdict(set)
        self._asked: tuple[str, set[UUID]] | None = None  # what was asked last, and its answer

    def put(self, row: Memory) -> None:
        """Enter a row, or what it says now."""
        words = matter(row.content)
        entry = row.content_hash, row.key, words
        if self._known.get(row.id) == entry:
            return
        self.drop(row.id)  # and with it what was found before
        self._known[row.id] = entry
        self._by_hash[row.content_hash].add(row.id)
        if row.key is not None:
            self._by_key[row.key].add(row.id)
        for word in words:
            self._by_word[word].add(row.id)
        if words:
            self._by_mark[_mark(words)].add(row.id)

    def drop(self, row_id: UUID) -> None:
        self._asked = None
        old_hash, key, words = self._known.pop(row_id, ("", None, frozenset()))
        self._by_hash[old_hash].discard(row_id)
        if key is not None:
            self._by_key[key].discard(row_id)
        for word in words:
            self._by_word[word].discard(row_id)
        if words:
            self._by_mark[_mark(words)].discard(row_id)

    def same(self, proposal: Proposal) -> set[UUID]:
        """Rows that `same_statement` could take for the same."""
        candidate = proposal.candidate
        found = self.worded(candidate.content) | self._by_hash.get(content_hash(candidate.content), set())
        found |= proposal.similar.keys() & self._known.keys()
        return found | (self._by_key.get(candidate.key, set()) if candidate.key is not None else set())

    def worded(self, content: str) -> set[UUID]:
        """Rows all of whose words stand in the sentence, or in which all of its words stand."""
        if self._asked is None or self._asked[0] != content:
            self._asked = content, self._worded(content)
        return self._asked[1]

    def _worded(self, content: str) -> set[UUID]:
        words = matter(content)
        if not words:
            return set()
        found = {row_id for word in words for row_id in self._by_mark.get(word, ()) if self._known[row_id][2] <= words}
        wider = self._by_word.get(_mark(words), ())
        return found | {row_id for row_id in wider if words <= self._known[row_id][2]}


def _mark(words: frozenset[str]) -> str:
    """One of the words, the same each time, and rather a rare one."""
    return max(words, key=lambda word: (len(word), word))
