"""English sentences that begin with the name of somebody known: `Clara moved` → `my sister moved`."""

from collections.abc import Sequence
from typing import Final

from app.memories.extractors.en.morphology import form_of, is_adverb
from app.memories.extractors.known.person import MONTHS, Known
from app.text import patterns as re

_BEFORE: Final = "|".join(
    rf"(?<=\b{word} )"
    for word in (
        *("and", "but", "so", "that", "because", "since", "while", "though", "actually", "now", "today", "yesterday"),
        *("well", "also", "btw", "remember", "sorry", "anyway", "no", "oh", "recently", "meanwhile", "think", "says"),
        *("turns out", "apparently", "good news", "news"),
    )
)
_AT_START: Final = rf"(?:^|(?<=[,;:.!–—-] )|(?<=[,;:—])|(?i:{_BEFORE}))"
_AUXILIARY: Final = re.compile(
    r"(?:is|was|has|had|does|did|can|could|will|would|should|must|might|may|needs|used|got|never|"
    r"isn|wasn|hasn|doesn|didn|can|won|couldn)"
    r"(?:n?['’]?t)?$",
    re.IGNORECASE,
)
_BARE_DAY: Final = re.compile(
    r"(?P<who>\b(?:my|our) (?:[\w-]+ ){0,2}?)(?P<what>[\w-]+['’]s birthday|birthday)"
    r"(?P<is> (?:is|was|falls)(?: actually| really)?(?: on)?)"
    r" the (?P<day>\d{1,2})(?:st|nd|rd|th)(?! of)",
    re.IGNORECASE,
)


def meant(text: str, people: Sequence[Known]) -> tuple[str, tuple[Known, ...]]:
    """The text with "my sister" where the name begins a clause, and who was named so."""
    found: list[Known] = []
    for one in people:
        if one.name not in text:
            continue
        begins = re.compile(rf"{_AT_START}{re.escape(one.name)}(?=['’]s\s[a-z]|['’]s$|\s(?P<next>[^,;.!?]*))")
        said = begins.sub(lambda match, one=one: _words(one) if _goes_on(match) else match.group(), text)  # type: ignore[misc]  # one is bound
        if said != text:
            text = said
            found.append(one)
    return text, tuple(found)


_SMALL_WORDS: Final = frozenset(  # that a sentence may begin with as well
    (
        *("will", "may", "mark", "hope", "joy", "grace", "faith", "april", "june", "august", "summer", "dawn", "art"),
        *("bill", "rob", "sue", "pat", "drew", "chase", "miles", "rich", "max", "guy", "ray", "dean", "penny", "eve"),
    )
)


def in_capitals(text: str, people: Sequence[Known]) -> str:
    """The text with a name typed small at the beginning of a clause in capitals: `leo moved`, `darios gone`."""
    for one in people:
        small = one.name.lower()
        if small == one.name or small in _SMALL_WORDS or " " in small or small not in text:
            continue
        begins = re.compile(rf"{_AT_START}{re.escape(small)}(?P<owns>['’]?s)?\s(?=(?P<next>[^,;.!?]*))")
        text = begins.sub(lambda match, one=one: _capital(match, one), text)  # type: ignore[misc]  # one is bound
    return text


def _capital(match: re.Match[str], one: Known) -> str:
    if match["owns"]:
        return f"{one.name}'s "
    return f"{one.name} " if _goes_on(match) else match.group()


_PLACED: Final = re.compile(
    r"(?:^|(?<=[,;.!] )|(?<=\band )|(?<=\bbut ))(?P<name>[A-Z][a-z'’-]+) (?:from|at) "
    r"(?:(?:my |the )?(?P<work>work|office|job|team|accounting|HR|IT|sales|marketing|engineering|finance|support)|"
    r"(?:my |the )?(?P<school>school|uni|university|college|class)|"
    r"(?P<next>next door|across the (?:street|hall|road)|upstairs|downstairs))(?=['’]s |,? [a-z])"
)
_NO_PERSON: Final = frozenset(
    {"Greetings", "Hello", "Hi", "Cheers", "Back", "Everyone", "Everybody", "People", "Nobody", "Someone", "News"}
)


def placed(text: str) -> str:
    """`Tom from work is …` → `my colleague Tom is …`: another one than a friend of that name."""
    return _PLACED.sub(_placed, text) if " from " in text or " at " in text else text


def _placed(match: re.Match[str]) -> str:
    if match["name"] in _NO_PERSON:
        return match.group()
    role = "colleague" if match["work"] else "classmate" if match["school"] else "neighbour"
    return f"my {role} {match['name']}"


def _words(one: Known) -> str:
    if one.animal:
        return f"my {one.role if one.role.isascii() else 'pet'} {one.name}"
    younger = "younger " if any(prefix.endswith(":younger:") for prefix in one.prefixes) else ""
    return f"my {younger}{one.role}"


def _goes_on(match: re.Match[str]) -> bool:
    """Whether a verb follows the name; `Hope you are well` is no sentence about Hope."""
    if match["next"] is None:
        return True
    words = match["next"].split()
    while words and is_adverb(words[0].lower()) and len(words) > 1:
        words = words[2:] if words[:2] == ["no", "longer"] else words[1:]
    if words[:2] == ["no", "longer"]:
        words = words[2:]
    if not words or not words[0][:1].islower():
        return False
    if _AUXILIARY.match(words[0]):
        return True
    form = form_of(words[0])
    if form is not None:
        return form.kind in ("s", "past", "participle")
    return re.fullmatch(r"[a-z]{2,}(?:[a-rt-z]s|ed)", words[0]) is not None


def dated(text: str, found: Sequence[Known], own: Known) -> str:
    """`my daughter's birthday is the 13th` with the month that is held."""
    match = _BARE_DAY.search(text)
    if not match:
        return text
    one = own if match["what"].lower() == "birthday" and not match["who"].split()[1:] else next(iter(found), None)
    if one is None or one.month is None:
        return text
    return f"{text[: match.end('is')]} {match['day']} {MONTHS[one.month - 1]}{text[match.end() :]}"
