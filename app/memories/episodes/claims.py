"""Statements that give a matter a value (the budget of the fair is 6,000), and what a later one does to them. Pure.

Most of them are no memories, for no grammar knows budgets and fairs; but the words of a conversation are found again,
and what has changed since must not be found as if it still held.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.memories.slots import slots_of
from app.sessions import lexicon, matters
from app.sessions.matters import Matter
from app.sessions.replacing import replaces
from app.text.chunks import sentences
from app.text.terms import terms

_MOST: Final = 40  # sentences of one text
_TELLING: Final = 2  # terms from which a subject is known in other conversations too

# What may have many values at once: what somebody uses.
_USES: Final = re.compile(r"(?<![a-z])(?:uses?|using|runs? on|built (?:with|on)|written in)(?![a-z])|用|采用|使用|基于")
_NAMED: Final = re.compile(r"[A-Z][\w.+#-]*|[A-Za-z]+[\d+#]\w*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement of a sentence."""

    sentence: str
    text: str
    alone: bool  # the sentence says nothing else
    matter: Matter

    @property
    def value(self) -> frozenset[str]:
        """The search terms of its value."""
        return frozenset(terms(self.matter.value))

    @property
    def news(self) -> bool:
        """Whether it may be another value of what has one value at a time."""
        matter = self.matter
        return matter.resets or matter.attribute or (bool(matter.old) and matter.old <= matter.subject)

    @property
    def named(self) -> bool:
        """Whether its value is a name."""
        at = self.text.lower().rfind(self.matter.value.strip(" .。"))
        return at >= 0 and _NAMED.search(self.text, at) is not None

    @property
    def uses(self) -> bool:
        return not self.matter.attribute and not matters.figure(self.matter) and _USES.search(self.text) is not None


def claims(text: str) -> list[Claim]:
    """What a text claims to be so, in order; questions and suppositions claim nothing."""
    return [claim for start, end in sentences(text)[:_MOST] for claim in _of_sentence(text[start:end])]


def _of_sentence(sentence: str) -> Iterable[Claim]:
    lower = sentence.lower()
    if lexicon.QUESTION.search(lower) or lexicon.SUPPOSED.search(lower):
        return
    lead = lexicon.RETAKE.match(lower) or lexicon.LEAD.match(lower)
    said = sentence[lead.end() :] if lead and lead.end() < len(sentence) else sentence
    parts = matters.statements(said)
    for part in parts:
        if part.matter.subject and (terms(part.matter.value) or part.matter.resets) and not part.matter.forget:
            yield Claim(sentence=sentence, text=part.text, alone=len(parts) == 1, matter=part.matter)


def overtakes(later: Claim, earlier: Claim, *, near: bool) -> bool:
    """Whether the later claim gives the matter of the earlier one another value. `near`: in the same conversation."""
    new, old = later.matter, earlier.matter
    alike = bool(new.subject & old.subject) and new.whose == old.whose
    if not alike or later.value == earlier.value or not (later.news or old.attribute):
        return False
    if not replaces(new, old):
        return False
    if not near and (new.pointing or old.pointing):
        return False
    if not near and (new.subject != old.subject or not (new.resets or len(new.subject) >= _TELLING)):
        return False
    if not new.resets and (earlier.uses or len(later.value) > len(earlier.value)):  # beside it; when, for whom, where
        return False
    theirs = slots_of(earlier.text)
    of_person = any(one.startswith("relation:") for one in theirs)
    mine = slots_of(later.text, earlier.text) if of_person else slots_of(later.text)
    others = bool(theirs and (mine or of_person)) and mine.isdisjoint(theirs)  # a person has many matters
    return not others and (not earlier.uses or (earlier.named and later.named))
