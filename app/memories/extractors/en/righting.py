"""An allergy that is put right: `I'm allergic to walnuts, not peanuts` tells of both, each under its own key."""

from typing import Final

from app.text import patterns as re

_WHO: Final = r"(?P<who>I am|(?:he|she) is|my (?:[\w'-]+ ){1,3}?is)"
_BEGIN: Final = r"(?:^|(?<=[,;:.!–—-] )|(?<=\bmeant )|(?<=\bmean )|(?<=\bthat )|(?<=\bactually )|(?<=\bbecause ))"
_ADVERBS: Final = r"(?:\w+ly |in fact )?"
_THING: Final = r"[a-z][\w' -]{1,40}?"
_FORMS: Final = tuple(
    re.compile(_BEGIN + form + r"(?: at all| though| instead)?$", re.IGNORECASE)
    for form in (
        (
            rf"{_WHO} {_ADVERBS}allergic to (?P<right>{_THING})(?:,| and| but|, and|, but)? not (?:allergic )?(?:to )?"
            rf"(?P<wrong>{_THING})"
        ),
        (
            rf"{_WHO} {_ADVERBS}not {_ADVERBS}allergic to (?P<wrong>{_THING})(?:[,;]| but|, but)?"
            rf" (?:but |rather |(?:I am|(?:he|she) is) {_ADVERBS}(?:allergic )?|it is )(?:rather |allergic )?(?:to )?"
            rf"(?P<right>{_THING})"
        ),
        (
            r"it is (?P<right>[a-z][\w' -]{1,40}?)(?:,? that)? (?P<who>I am|(?:he|she) is|my (?:[\w'-]+ ){1,3}?is)"
            rf" {_ADVERBS}allergic to,?(?: and| but)? not (?:to )?(?P<wrong>{_THING})"
        ),
        (
            r"it is not (?P<wrong>[a-z][\w' -]{1,40}?)(?:,? that)? (?P<who>I am|(?:he|she) is|my (?:[\w'-]+ ){1,3}?is)"
            rf" {_ADVERBS}allergic to[,;]?(?: but)? (?:it is )?(?P<right>{_THING})"
        ),
    )
)
_NO_THING: Final = re.compile(  # a clause, or no allergen
    r"^(?:sure|just|only|much|as|so|too|that|really|anything|it|them|\w+ly)\b"
    r"|\b(?:is|are|am|was|do|does|has|have|can|my|our|your|his|her|I|we|not|because|since|when|if)\b",
    re.IGNORECASE,
)


def righted(text: str) -> tuple[str, str] | None:
    """What is denied and what holds, as two statements; None for what puts no allergy right."""
    for form in _FORMS:
        if (found := form.search(text)) and not any(map(_NO_THING.search, found.group("wrong", "right"))):
            who = found["who"]
            return f"{who} not allergic to {found['wrong']}", f"{who} allergic to {found['right']}"
    return None
