"""Texts that quote a sentence which no longer holds: the sentence is cut out of them, or marked as said earlier.

Episodes and summaries repeat what was said. When the memory that was read from a sentence is deleted or forgotten,
the sentence goes from them too; when its value is superseded, they say "(earlier)" before it. Sentences are compared
in their normal form, so that width, case and punctuation do not matter.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.memories.model import Event, Memory, Verdict
from app.memories.reasons import Reason
from app.sessions.lexicon import EARLIER, MARKED
from app.text.chunks import sentences
from app.text.language import detect
from app.text.terms import normalise, terms

ALSO_SAID: Final = "also_said"  # metadata: other sentences that said the same
MOST_SAID: Final = 12  # of them kept with one memory

# What may stand before the words of a sentence: a list mark, a date in brackets, a speaker.
_LEAD: Final = re.compile(r"\s{0,8}(?:[-*•]\s{0,4})?(?:\[[^\]\n]{1,40}\]\s{0,4})?(?:[^\s:：]{1,24}[:：]\s{0,4})?")
_SURE: Final = 2  # terms from which a sentence is recognised inside another one; shorter ones must be a whole sentence
_SHORTEST_VALUE: Final = {True: 4, False: 2}  # characters of a value that is looked for, by whether it is ASCII
REPLACED: Final = frozenset(
    {Reason.NEW_VALUE, Reason.OPPOSITE, Reason.NO_LONGER, Reason.REVERTED, "replaced", "regenerated"}
)
_SET_ASIDE: Final = frozenset({"rejected", "disabled", "soft_deleted"})
_BROUGHT_BACK: Final = frozenset({"confirmed", "enabled", Reason.HOLDS_AGAIN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Sentences in their normal form, and bare values ("nanjing"), which only count in texts of the same source."""

    sentences: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.sentences or self.values)

    def __or__(self, other: "Said") -> "Said":
        return Said(sentences=self.sentences | other.sentences, values=self.values | other.values)

    def __sub__(self, other: "Said") -> "Said":
        return Said(sentences=self.sentences - other.sentences, values=self.values - other.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotes:
    """What a change of memory means for texts that quote it."""

    gone: Said = Said()  # to be cut
    earlier: Said = Said()  # to be marked
    current: Said = Said()  # holds (again): not to be marked

    def __bool__(self) -> bool:
        return bool(self.gone or self.earlier or self.current)


def also_said(memory: Memory) -> list[str]:
    """The sentences besides its evidence that said the same."""
    also = memory.metadata.get(ALSO_SAID)
    return [text for text in also if isinstance(text, str)] if isinstance(also, list) else []


def words_of(memory: Memory) -> list[str]:
    """Every sentence in which the memory was said, as it was said, its own content first."""
    texts = dict.fromkeys(text for text in (memory.content, memory.evidence or "", *also_said(memory)) if text)
    return [text[start:end] for text in texts for start, end in sentences(text)]


def said(memory: Memory) -> Said:
    """The sentences of a memory, and its value where that is more than a mark."""
    return Said(sentences=_worded(words_of(memory)), values=frozenset(_values(memory)))


def content_of(memory: Memory) -> Said:
    """What the memory itself says, apart from the words it was read from."""
    return Said(sentences=_worded([memory.content]), values=frozenset(_values(memory)))


def _worded(texts: Iterable[str]) -> frozenset[str]:
    """The normal forms of those that hold words: marks alone ("..") have an empty one, which stands everywhere."""
    return frozenset(plain for text in texts if (plain := normalise(text)) and terms(text))


def bare(sentence: str) -> str:
    """The sentence without a list mark, a speaker or a mark of earlier before it."""
    return MARKED.sub("", sentence[len(_lead(sentence)) :], count=1)


def holds_value(text: str, memory: Memory) -> bool:
    """Whether a text has the value of a memory in it, where that is more than a mark."""
    plain = normalise(text)
    return any(_within(value, plain) for value in _values(memory))


def quotes_of(verdict: Verdict) -> Quotes:
    """What a verdict changes about sentences that were said; empty for one that takes nothing back."""
    before, after = verdict.before, verdict.memory
    if before is None or verdict.past:
        return Quotes()
    if verdict.delete:
        return Quotes(gone=said(before))
    if after is None or after == before:
        return Quotes()
    if verdict.event is Event.FORGET or verdict.reason in _SET_ASIDE:
        return Quotes(earlier=said(before))
    if verdict.event is not Event.UPDATE:
        return Quotes()
    return _of_update(verdict.reason, before, after)


def _of_update(reason: str, before: Memory, after: Memory) -> Quotes:
    if reason in _BROUGHT_BACK:
        return Quotes(current=said(after))
    if reason == "edited":  # its evidence stays, but does not say what the memory says now
        rewritten = after.content != before.content
        return Quotes(earlier=said(before) - content_of(after), current=content_of(after)) if rewritten else Quotes()
    if reason in REPLACED:
        return Quotes(earlier=said(before) - said(after), current=said(after))
    return Quotes()


def requoted(text: str, quotes: Quotes, *, same_source: bool) -> str:
    """The text without what is gone, and with a mark before what was said earlier; "" when nothing is left.

    `same_source` says that the text tells of the same conversation: then bare values are looked for as well.
    """
    pieces: list[str] = []
    done = 0
    lead = ""  # of a sentence that was cut, for the next one on its line
    for start, end in sentences(text):
        gap, sentence = text[done:start], text[start:end]
        done = end
        if "\n" in gap:
            lead = ""
        if _holds(sentence, quotes.gone, values=same_source):
            lead = lead or _lead(sentence)
            pieces.append("\n" if "\n" in gap and pieces else "")
            continue
        if lead and not _lead(sentence):
            sentence = lead + sentence
        lead = ""
        pieces += [gap, _marked(sentence, quotes, same_source=same_source)]
    pieces.append(text[done:])
    changed = "".join(pieces)
    return changed if changed == text else re.sub(r"\n{2,}", "\n", changed).strip() if quotes.gone else changed


def _marked(sentence: str, quotes: Quotes, *, same_source: bool) -> str:
    holds = _holds(sentence, quotes.current, values=same_source)
    head = _LEAD.match(sentence)
    place = head.end() if head else 0
    mark = MARKED.match(sentence, place)
    if mark is not None:
        over = _holds(sentence, quotes.earlier, values=False)
        return sentence[:place] + sentence[mark.end() :] if holds and not over else sentence
    if holds or not _holds(sentence, quotes.earlier, values=same_source):
        return sentence
    sign = EARLIER["zh"] if detect(sentence) == "zh" else EARLIER["en"]
    return sentence[:place] + sign + sentence[place:]


def _holds(sentence: str, what: Said, *, values: bool) -> bool:
    if not what:
        return False
    plain = normalise(sentence)
    if plain in what.sentences or normalise(bare(sentence)) in what.sentences:
        return True
    if any(_within(one, plain) and len(terms(one)) >= _SURE for one in what.sentences):
        return True
    return values and any(_within(value, plain) for value in what.values)


def _within(part: str, whole: str) -> bool:
    """Whether it stands there as whole words."""
    at = whole.find(part)
    while at >= 0:
        before, after = whole[at - 1 : at], whole[at + len(part) : at + len(part) + 1]
        if not (_joined(before, part[0]) or _joined(part[-1], after)):
            return True
        at = whole.find(part, at + 1)
    return False


def _joined(left: str, right: str) -> bool:
    return left.isascii() and left.isalnum() and right.isascii() and right.isalnum()


def _lead(sentence: str) -> str:
    found = _LEAD.match(sentence)
    return found.group() if found else ""


def _values(memory: Memory) -> Iterable[str]:
    """The normal form of the value, when the words show it and it is long enough to be told from others."""
    value = normalise(memory.value or "")
    if value and len(value) >= _SHORTEST_VALUE[value.isascii()] and _within(value, normalise(memory.content)):
        yield value
