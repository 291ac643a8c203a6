"""Several wishes in one sentence: `short answers, metric units, and never ask me back` is three, each under its key."""

from collections.abc import Callable

from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.matters import matter
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.wishes import as_wish
from app.memories.model import Candidate, Source
from app.text import patterns as re

_BREAK = re.compile(r"(?P<mark>\s*[,;]\s+(?:and\s|but\s|plus\s)?|\s+(?:and|but|plus)\s+|\s*[.]{2,3}\s*)", re.IGNORECASE)
_LEAD = re.compile(
    r"(?P<lead>I\s(?:(?:really|generally|usually|always|would|also|just|much)\s)*(?:like|want|prefer|love|need|hate|"
    r"do\snot\s(?:like|want|need))|"
    r"(?:please\s)?(?:use|keep|prefer|give me|no|always use|never use|always give me))\s",
    re.IGNORECASE,
)
_OWN = re.compile(  # begins a wish of its own
    r"(?:please\s)?(?:never|always|do not|avoid|skip|no|stop|use|keep|be|answer|reply|respond|prefer|put|start|begin|"
    r"end|format|write (?:in|with)|stick to|call me|I (?:like|want|prefer|hate|need|do not))\b",
    re.IGNORECASE,
)
_PROHIBITS = re.compile(r"(?:please\s)?(?:never|always|do not|stop|avoid|no)\b", re.IGNORECASE)
_HATED = re.compile(
    r"I\s(?:(?:really|just|also|absolutely)\s)*(?:hate|dislike|do not (?:like|want|need)|can not stand)\s(?P<what>.+)",
    re.IGNORECASE,
)
_REASON = re.compile(r",\s(?:yes|yeah|because|since|I am|I have)\s")
_ONE_TEXT = re.compile(r"\b(?:this|that|these|those|it|below|above|attached|here)\b", re.IGNORECASE)
_LEAST = 2  # wishes of a list


def listed(plain: str, marked: str, read: Callable[[str], list[Candidate]], *, asks: bool = False) -> list[Candidate]:
    """Each wish of a list of wishes about different matters; nothing when the sentence is one wish or none.

    `marked` is the word for "always" that holds for all of them. Without it the list is meant for good when one of its
    wishes would be kept alone, or when it says no more than what is wished for and `asks` for it.
    """
    if not (asks or marked or _OWN.match(plain) or _LEAD.match(plain)) or _ONE_TEXT.search(plain):
        return []
    plain = _REASON.split(plain)[0]
    parts = _wishes(plain)
    if len(parts) < _LEAST:
        return []
    alone = [read(f"{part} {marked}".strip()) for part in parts]
    bare = asks and not any(_OWN.match(part) for part in parts)  # short answers and metric units, please
    if not (bare or any(alone)) or any(
        not found and matter(part) is None for part, found in zip(parts, alone, strict=True)
    ):
        return []
    return [
        one for part, found in zip(parts, alone, strict=True) for one in (found or [_known(part, plain)]) if one.key
    ]


def _known(part: str, plain: str) -> Candidate:
    if hated := _HATED.match(part):
        key, value = matter(f"not {hated['what']}") or matter(part) or ("", "")
        return standing(third(part), plain, key, value, source=Source.USER_STATED, confidence=0.85)
    known = matter(part)
    assert known, "only parts about a known matter come here"
    return standing(as_wish(part), plain, *known, source=Source.USER_STATED, confidence=0.85)


def _wishes(plain: str) -> list[str]:
    """The parts that are about different matters, what belongs to one of them left together."""
    leads = _LEAD.match(plain)
    found: list[str] = []
    keys: set[str] = set()
    joint, start = "", 0
    for mark in [*_BREAK.finditer(plain), None]:
        part = plain[start : mark.start() if mark else len(plain)]
        said = f"{leads['lead']} {part}" if leads and found and not _OWN.match(part) else part
        known = matter(said)
        if not found or _PROHIBITS.match(part) or (known and known[0] not in keys):
            found.append(said)
        else:
            found[-1] += joint + part
        keys.update(known[:1] if known else ())
        joint, start = (mark.group(), mark.end()) if mark else ("", 0)
    return found
