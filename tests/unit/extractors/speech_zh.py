"""Shorthand for the tests of the Chinese grammar."""

from datetime import datetime, timedelta, timezone

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Candidate

CST = timezone(timedelta(hours=8))
AT = datetime(2026, 4, 8, 10, 0, tzinfo=CST)  # a Wednesday


def told(content: str, *, at: datetime = AT, role: str = "user", scene: str | None = None) -> list[Candidate]:
    return extract([Said(role, content, at, CST, scene)])


def keyed(content: str) -> dict[str | None, Candidate]:
    return {candidate.key: candidate for candidate in told(content)}


def values(content: str) -> dict[str | None, str | None]:
    return {candidate.key: candidate.value for candidate in told(content)}


def contents(content: str) -> list[str]:
    return [candidate.content for candidate in told(content)]
