"""What the grammars cannot read: a sentence that no rule knows, but that sounds like something lasting.

The grammars know what a sentence says; they miss what they have no rule for. Here a linear model over the letters and
words of a sentence (`worth`, trained on sentences of our own, see `training/`) says whether it tells something worth
keeping, and the sentence is kept in its own words, in the third person, with a low confidence and no key. What is not
said for real never comes here: `en` and `zh` ask the same refusals as their grammars.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.governance.patterns import MASKS
from app.governance.topics import health_finance_law
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unread import en, zh
from app.memories.model import Act, Candidate, Kind, Source
from app.memories.opposition import hedged

_MASKED: Final = re.compile(rf"\[(?:{'|'.join(re.escape(mask) for masks in MASKS.values() for mask in masks)})\]")


def read(sentence: Sentence, beside: Sequence[Candidate] = ()) -> list[Candidate]:
    """One candidate in the words of the sentence, or none. `beside` is what the rest of it tells.

    What a secret stood in is none: without it the words say only that there was one.
    """
    if _MASKED.search(sentence.text):
        return []
    if sentence.language == "en":
        return [_doubted(one) for one in en.read(sentence)]
    return [_doubted(one) for one in zh.read(sentence, wishing=any(map(_standing, beside)))]


def _standing(one: Candidate) -> bool:
    return one.kind is Kind.PROCEDURE or (one.kind is Kind.PREFERENCE and one.source is Source.USER_EXPLICIT)


def _doubted(one: Candidate) -> Candidate:
    """With what it touches of health, finance and law; a guess is nothing that the user stated."""
    one = replace(one, sensitive=health_finance_law(one.content))
    return replace(one, source=Source.INFERRED, confidence=0.4) if hedged(one.content) else one


def _whole(one: Candidate, sentence: Sentence) -> bool:
    """Whether it is a procedure that the sentence tells from end to end; a rule of one clause is none."""
    short = sentence.language == "zh" and len(one.content) * 5 < len(sentence.text) * 4
    return one.kind is Kind.PROCEDURE and not short


def clauses(sentence: Sentence, read: list[Candidate]) -> list[str]:
    """The clauses that stand alone and of whose words nothing is in what was `read` of the sentence."""
    if not read or any(one.act in (Act.FORGET, Act.REVERT) or _whole(one, sentence) for one in read):
        return []
    parts = en.clauses(sentence, read) if sentence.language == "en" else zh.clauses_alone(sentence)
    if not parts:
        return []
    told = " ".join(f"{one.content} {one.key or ''} {one.value or ''} {one.topic or ''}" for one in read)
    return [alone for alone, words in parts if not (en if sentence.language == "en" else zh).told(words, told)]
