"""Candidates as the English grammar writes them, and the small readings of values that all its parts share."""

from typing import Any

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.morphology import head
from app.memories.model import Candidate, Kind, Source, Type
from app.text import patterns as re


def draft(clause: Clause, attribute: str | None, value: str | None, content: str, **fields: Any) -> Candidate:
    """A candidate about the subject of the clause; `attribute` gains the prefix of that subject."""
    if clause.hedged:
        fields = {"confidence": 0.4, "source": Source.INFERRED} | fields
    if clause.subject.kind == "person":
        fields.setdefault("entities", tuple(filter(None, (clause.subject.name,))))
    return Candidate(
        content=tidy(content),
        evidence=clause.text,
        key=None if attribute is None else clause.subject.prefix + attribute.partition(", ")[0],
        value=None if value is None else head(value, number=False),
        **fields,
    )


def preference(clause: Clause, attribute: str | None, value: str | None, content: str, **fields: Any) -> Candidate:
    return draft(clause, attribute, value, content, kind=Kind.PREFERENCE, **fields)


def standing(content: str, evidence: str, key: str | None, value: str | None, **fields: Any) -> Candidate:
    """A candidate that the user asked to keep."""
    given: dict[str, Any] = {
        "kind": Kind.PREFERENCE,
        "source": Source.USER_EXPLICIT,
        "confidence": 0.95,
        "importance": 4,
    }
    return Candidate(content=tidy(content), evidence=evidence, key=key, value=value, **(given | fields))


def procedure(content: str, evidence: str, key: str, **fields: Any) -> Candidate:
    given: dict[str, Any] = {
        "kind": Kind.PROCEDURE,
        "type": Type.PROCEDURAL,
        "project_bound": True,
        "importance": 4,
        "confidence": 0.9,
        "value": head(content, number=False),
    }
    return Candidate(content=tidy(content), evidence=evidence, key=key, **(given | fields))


def tidy(content: str) -> str:
    content = " ".join(content.split()).strip(" ,;:-–—").replace("can not ", "cannot ")
    return re.sub(r"[.!,]+$", "", content)


def topic_of(text: str) -> str:
    kept = [
        word
        for word in re.findall(r"[\w'-]+", text)
        if word.lower()
        not in (
            "the",
            "a",
            "an",
            "must",
            "be",
            "is",
            "are",
            "no",
            "not",
            "always",
            "never",
            "we",
            "all",
            "every",
            "each",
            "to",
            "do",
            "has",
            "have",
            "need",
            "needs",
            "you",
            "it",
            "first",
            "then",
        )
    ]
    return head(" ".join(kept[:4]))
