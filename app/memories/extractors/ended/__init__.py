"""Changes that the grammars of the matters do not know: what ended, gave way to something else, or was moved.

A grammar reads what holds. That something holds no more is told in words that have nothing to do with its matter (sold,
放弃了, pushed back to): so they are read here once for all matters, and the judge finds what is meant (`memories/endings.py`).
What is supposed, asked, planned, denied or of somebody else ends nothing.
"""

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.memories.endings import ENDING, INTO, LEFT, OF, STANDS, WEEKLY, Ending
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.tools import kind_of
from app.memories.extractors.ended import doses, en, zh
from app.memories.extractors.ended.recurring import recurs, weekly
from app.memories.extractors.ended.told import Told
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.facts import head as zh_head
from app.memories.model import Act, Candidate, Kind, Source
from app.text import dates
from app.text.terms import normalise

_MISREAD: Final = ("project:把", "project:从", "project:将")  # 我们组把…换成了…
_RESTATED: Final = (Ending.DATE, Ending.MADE)  # said anew, not ended
_PLACES_OF_LIFE: Final = frozenset({"residence", "employer", "workplace", "school"})


def with_ends(sentence: Sentence, read: list[Candidate]) -> list[Candidate]:
    """What was read of a sentence, with the changes that it tells of."""
    told = doses.read(sentence) or (en if sentence.language == "en" else zh).read(sentence)
    for each in told:
        if each.sort in (Ending.LIKED, Ending.DISLIKED):  # 以前不吃榴莲，现在…: what was is no statement
            before = "dislike" if each.sort is Ending.LIKED else "like"
            read = [
                one
                for one in read
                if not ((one.key or "").startswith("taste:") and one.value == before and _names(one, each.what))
            ]
    read = [_left_for(one, told) for one in read if not (one.key or "").startswith(_MISREAD)]
    homes = [one for one in read if one.key in _PLACES_OF_LIFE and one.act is Act.ASSERT]
    told = [  # moved house, or left one firm for another
        one
        for one in told
        if not any(_names(home, one.into) for home in homes if one.into and LEFT not in home.metadata)
    ]
    if not told:
        return read
    read, told = _joined(read, told)
    ends = [one for each in told for one in _candidates(each, sentence, read) if not _known(one, read)]
    dated = [one for one in ends if one.act is Act.ASSERT]
    over = [each.what for each in told if each.sort is Ending.DOING and not each.key and not each.into]
    read = [
        one
        for one in read
        if not (
            (one.key or "").startswith("project:") and any(_names(one, what) for what in over) and one.act is Act.ASSERT
        )
    ]
    if any(one.key == "employer" for one in dated):
        read = [one for one in read if not one.metadata.get("status")]  # a new job is no task
    tastes = [one for one in ends if one.metadata.get(ENDING) in (Ending.LIKED, Ending.DISLIKED)]
    ends = [one for one in ends if one not in tastes]
    rest = [one for one in read if not (one.key is None and one.act is Act.ASSERT and _repeats(one, dated))]
    moved = [one for one in rest if LEFT in one.metadata]  # judged before what was left has ended
    rest = [one for one in rest if one not in moved]
    return [
        *moved,
        *(one for one in ends if one.act is Act.RETRACT),
        *rest,
        *dated,
        *tastes,
    ]  # what is liked now first: it changes what it was in place


def _joined(read: list[Candidate], told: list[Told]) -> tuple[list[Candidate], list[Told]]:
    """Ends that a grammar has read too are one end, which also names its thing."""
    rest: list[Told] = []
    for each in told:
        if each.sort in _RESTATED:
            keyed = next((one for one in read if one.act is Act.ASSERT and one.key and _names(one, each.what)), None)
            if keyed is not None:
                marked = replace(
                    keyed,
                    topic=each.what,
                    metadata={**keyed.metadata, ENDING: each.sort.value, STANDS: True, **_weekly(each)},
                )
                read = [marked if one is keyed else one for one in read]
                continue
        same = next(
            (
                place
                for place, one in enumerate(read)
                if one.act is Act.RETRACT
                and (one.key or "").partition(":")[0] not in _PLACES_OF_LIFE
                and ENDING not in one.metadata
                and normalise(each.what) in normalise(f"{one.topic or ''} {one.content}")
            ),
            None,
        )
        if same is not None and each.into and not each.key and read[same].key is None:
            read = [*read[:same], *read[same + 1 :]]  # told better as giving way to something
        if same is None or each.key or each.into or each.sort in (*_RESTATED, Ending.LIKED) or not each.what:
            rest.append(each)
            continue
        one = read[same]
        marked = replace(one, metadata={**one.metadata, ENDING: each.sort.value, OF: each.what})
        read = [*read[:same], marked, *read[same + 1 :]]
    return read, rest


def _left_for(one: Candidate, told: list[Told]) -> Candidate:
    """A home or tool with what was left for it: `from Jira to Linear` is no move from one town to another.

    Names that are no known tool may be those of firms.
    """
    tool = (one.key or "").startswith("tool:")
    left = next(
        (
            each.what
            for each in told
            if each.into
            and _names(one, each.into)
            and (one.key == "residence" or (tool and not kind_of(each.into) and not kind_of(each.what)))
        ),
        "",
    )
    return replace(one, metadata={**one.metadata, LEFT: left}) if left and one.act is Act.ASSERT else one


def _candidates(told: Told, sentence: Sentence, read: list[Candidate]) -> list[Candidate]:
    if told.sort is Ending.LIKED and not any((one.key or "").startswith("taste:") for one in read):
        return [_liked(told, sentence), _candidate(told, sentence, read)]
    if told.key == "employer" and told.into and not told.what:
        new = _new_employer(told, sentence)
        return [] if any(one.key == new.key and one.act is Act.ASSERT for one in read) else [new]
    if (
        told.key == "employer"
        and told.into
        and not any(one.key == "employer" and one.act is Act.ASSERT for one in read)
    ):
        return [_candidate(told, sentence, read), _new_employer(told, sentence)]
    return [_candidate(told, sentence, read)]


def _liked(told: Told, sentence: Sentence) -> Candidate:
    says = (
        f"User likes {told.what}" if sentence.language == "en" else f"用户喜欢{told.verb.replace('碰', '')}{told.what}"
    )
    return Candidate(
        content=says,
        evidence=sentence.text,
        kind=Kind.PREFERENCE,
        key=f"taste:{zh_head(told.what) if sentence.language != 'en' else head(told.what)}",
        value="like",
        source=Source.USER_STATED,
    )


def _new_employer(told: Told, sentence: Sentence) -> Candidate:
    says = f"User works at {told.into}" if sentence.language == "en" else f"用户在{told.into}工作"
    return Candidate(
        content=says,
        evidence=sentence.text,
        key="employer",
        value=normalise(told.into),
        importance=4,
        entities=(told.into,),
        source=Source.USER_STATED,
    )


def _candidate(told: Told, sentence: Sentence, read: list[Candidate]) -> Candidate:
    says = en.says(told, sentence) if sentence.language == "en" else zh.says(told, sentence)
    if told.key:
        return Candidate(
            content=says,
            evidence=sentence.text,
            act=Act.RETRACT,
            key=told.key,
            value=told.value,
            topic=told.what,
            source=Source.USER_STATED,
            confidence=0.9,
        )
    if told.sort in (Ending.LIKED, Ending.DISLIKED):
        likes = "likes" if sentence.language == "en" else "喜欢"
        if told.sort is Ending.DISLIKED:
            verb = told.verb.replace("碰", "")
            says = (
                f"User no longer likes {told.what}"
                if sentence.language == "en"
                else f"用户不再{likes}{verb}{told.what}"
            )
        return Candidate(
            content=says,
            evidence=sentence.text,
            act=Act.RETRACT,
            kind=Kind.PREFERENCE,
            topic=told.what,
            source=Source.USER_STATED,
            metadata={ENDING: told.sort.value},
        )
    alone = told.sort in _RESTATED or (
        not any(one.act is Act.ASSERT and one.key for one in read) and _of_oneself(told.clause)
    )
    held = told.into and any(
        one.act is Act.ASSERT and one.key and LEFT not in one.metadata and _names(one, told.into) for one in read
    )
    gives_way = told.sort in _RESTATED or (told.into and not held)
    return Candidate(
        content=says,
        evidence=sentence.text,
        act=Act.ASSERT if gives_way else Act.RETRACT,
        topic=told.what,
        source=Source.USER_STATED,
        expires_at=_end_of(says, sentence) if told.sort is Ending.DATE and not recurs(told.what, told.clause) else None,
        metadata={ENDING: told.sort.value}
        | ({INTO: told.into} if told.into else {})
        | ({STANDS: True} if gives_way and alone else {})
        | _weekly(told),
    )


def _weekly(told: Told) -> dict[str, str]:
    """The mark of what may be moved for good: to a day of the week and no one day."""
    again = weekly(told.clause) if told.sort is Ending.DATE else ""
    return {WEEKLY: again} if again else {}


def _end_of(says: str, sentence: Sentence) -> datetime | None:
    """When the new day is over."""
    days = (one.until for one in dates.find(says, sentence.at, sentence.zone))
    return next((until for until in days if until and until > sentence.at), None)


def _of_oneself(clause: str) -> bool:
    return re.search(r"\b(?:I|we|my|our)\b|[我俺咱]", clause, re.IGNORECASE) is not None


def _known(one: Candidate, read: list[Candidate]) -> bool:
    """Whether a grammar has read the same end."""
    return one.act is Act.RETRACT and any(
        other.act is Act.RETRACT
        and (one.key or other.key is None or ENDING in other.metadata)  # a grammar may take a sport for a tool
        and (other.key == one.key if one.key else normalise(other.topic or "") == normalise(one.topic or ""))
        for other in read
    )


def _names(one: Candidate, thing: str) -> bool:
    return normalise(thing) in normalise(f"{one.value or ''} {one.content}")


def _repeats(one: Candidate, told: list[Candidate]) -> bool:
    """Whether it keeps the words of a clause that is told as a change."""
    return any(_names(one, each.topic or "") for each in told)
