"""What the user said before of a thing that has ended since: the episodes that tell of it are of earlier."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

import numpy as np

from app.infra.postgres import ReadSession
from app.memories.endings import Ending, ending_of, thing_of
from app.memories.episodes import search
from app.memories.model import Event, Verdict
from app.memories.reasons import Reason
from app.memories.scope import Reach
from app.memories.subject import roles
from app.sessions import lexicon
from app.sessions.model import Role
from app.text.chunks import sentences
from app.text.terms import normalise, terms

_READ: Final = 60  # episodes for one thing, the latest
_OF_LIFE: Final = ("residence", "employer", "taste")  # one value at a time
_CHANGED: Final = frozenset({Reason.NEW_VALUE, Reason.OPPOSITE, Reason.RETRACTED, Reason.NO_LONGER})
_NOW: Final = re.compile(
    r"\b(?:now|these days|any ?more|any longer|after all|no longer)\b|现在|不再|[了啦]$", re.IGNORECASE
)
_SUPPOSED: Final = re.compile(r"(?:if|unless|suppose|imagine|what if)\b|如果|要是|假如|万一", re.IGNORECASE)
_SHORTEST: Final = 2  # characters of a thing by which it is known


def things(verdicts: Iterable[Verdict]) -> list[str]:
    """What ended or changed by these verdicts, by its name."""
    found: list[str] = []
    for verdict in verdicts:
        candidate, before = verdict.candidate, verdict.before
        if verdict.event is Event.REJECT:
            continue
        if ending_of(candidate) not in (None, Ending.DATE, Ending.BOND):
            found.append(thing_of(candidate))
        head, _, tail = (candidate.key or "").partition(":")
        if head not in _OF_LIFE:
            continue
        if head == "taste" and (verdict.reason in _CHANGED or _NOW.search(candidate.evidence.rstrip(" .!。！"))):
            found.append(tail)
        elif before is not None and before.key == head and verdict.reason in _CHANGED and before.value:
            found.append(before.value)
        elif candidate.value and verdict.reason in (Reason.NOTHING_TO_RETRACT, Reason.RETRACTED):
            found.append(candidate.value)
    return [one for one in dict.fromkeys(found) if len(normalise(one)) >= _SHORTEST]


async def speaking_of(
    db: ReadSession, reach: Reach, wanted: Sequence[str], *, but: UUID, before: datetime, model: str
) -> dict[UUID, list[str]]:
    """The episodes of other turns in which the user told of one of these things by then, with those sentences."""
    scan = await search.scan(db, search.within(db.tenant_id, reach), vector=None, model=model) if wanted else None
    if scan is None or reach.user_pk is None:
        return {}
    found: dict[UUID, list[str]] = {}
    for thing in wanted:
        words = frozenset(terms(thing))
        rows = np.flatnonzero((scan.shares(words) == len(words)) & ~scan.outdated)
        latest = rows[np.argsort(scan.at[rows], kind="stable")][-_READ:]
        for one in (await search.read(db, reach.user_pk, [scan.ids[int(row)] for row in latest])).values():
            if one.turn_id != but and one.role == Role.USER.value and one.occurred_at <= before:
                told = [one.content[start:end] for start, end in sentences(one.content)]
                found.setdefault(one.id, []).extend(text for text in told if _tells_of(text, thing))
    return {episode: told for episode, told in found.items() if told}


def _tells_of(sentence: str, thing: str) -> bool:
    """Whether it states something of it as the user's own."""
    if lexicon.QUESTION.search(sentence.lower()) or _SUPPOSED.match(sentence) or roles(sentence):
        return False
    return re.search(rf"(?<![a-z0-9]){re.escape(normalise(thing))}(?![a-z0-9])", normalise(sentence)) is not None
