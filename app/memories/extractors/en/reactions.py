"""Allergies and intolerances told by what happens: `walnuts give me hives`, `I get bloated from dairy`."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.subjects import ME, Subject, person
from app.memories.extractors.en.values import listed, trimmed
from app.memories.model import Candidate
from app.text import patterns as re

_ALLERGIC = (
    r"(?:hives|(?:an?\s)?(?:\w+\s)?rash(?:es)?|itch(?:y|ing)?(?:\s\w+){0,2}|swell(?:s|ing)?(?:\s\w+){0,2}|"
    r"sneez(?:e|ing)|"
    r"wheez(?:e|y|ing)|break(?:s)? out(?: in hives)?|(?:go into\s)?anaphyla\w+|eczema|asthma(?: attacks?)?|"
    r"(?:a\s)?puffy \w+|"
    r"(?:a\s)?swollen \w+|hay fever|welts|(?:a\s)?reaction|(?:an?\s)?allergic reaction)"
)
_UPSET = (
    r"(?:(?:really\s|very\s|so\s|feel\s)*(?:bloated|sick|ill|nauseous|gassy|jittery|queasy|dizzy)|heartburn|"
    r"migraines?|(?:bad\s)?headaches?|"
    r"(?:an?\s)?(?:upset stomach|stomach ?aches?|headache|migraine)|cramps|stomach (?:pain|cramps|trouble)|"
    r"acid reflux|indigestion|palpitations)"
)
_WHO = r"(?P<who>I|[Mm]y\s[\w-]+(?:\s[\w-]+)?)"
_GIVES = re.compile(
    rf"^(?P<what>(?!I\b|you\b|it\b|this\b|that\b|he\b|she\b|they\b|we\b|work\b|which\b|"
    rf"what\b)[\w' -]{{2,40}}?)\s(?:always\s|usually\s|often\s|really\s|can\s|will\s|just\s)*"
    rf"(?:gives?|makes?|causes?|brings?|triggers?|sets? off)\s(?:on\s)?"
    rf"(?:me\s(?:\w+\s)?|(?P<whose>(?:my|our)\s(?:[\w'’-]+\s){{0,3}}?))(?:(?P<a>{_ALLERGIC})|(?P<u>{_UPSET}))\b",
    re.IGNORECASE,
)
_GETS = re.compile(
    rf"^{_WHO}\s(?:always\s|usually\s|often\s|tend to\s|can\s|will\s)*(?:(?:gets?|haves?|has|break(?:s)? out in|"
    rf"come(?:s)? out in|develops?|suffers?|feels?)\s)?"
    rf"(?:(?P<a>{_ALLERGIC}|swells? up|react(?:s)?(?:\s(?:badly|strongly|allergically))?)|"
    rf"(?P<u>{_UPSET}))\s(?:badly\s)?(?:from|to|with|around|near|"
    rf"(?:when|if|whenever|every time)\s(?:I|he|she|they)\s(?:eats?|drinks?|touch(?:es)?|haves?|has|smells?|"
    rf"(?:am|is|are) (?:near|around))|"
    rf"after\s(?:eating|drinking|touching))\s(?P<what>.+)$",
)
_DISAGREES = re.compile(
    r"^(?P<what>[\w' -]{2,40}?)\s(?:(?:does|do)\snot\s(?:really\s)?(?:agree|sit well)\swith\sme|(?:upsets?|"
    r"hurts?|wrecks?|ruins?)\smy\s(?:stomach|gut|tummy|digestion))$",
    re.IGNORECASE,
)
_CLOSES = re.compile(
    r"^[Mm]y\s(?:throat|lips?|face|eyes?|tongue|skin|mouth|nose)\s(?:always\s|usually\s)?(?:swells?(?: up)?|"
    r"itch(?:es)?|waters?|closes?(?: up)?|gets? (?:itchy|swollen|puffy|runny)|goes? (?:numb|red)|"
    r"burns?|tingles?)\s(?:from|around|near|(?:when|if|whenever|every time)\sI\s(?:eat|drink|touch|have|smell|"
    r"am (?:near|around))|after\s(?:eating|drinking|touching))\s(?P<what>.+)$"
)
_CANNOT = re.compile(  # said by the grammar of diets too, which knows no reason
    r"^(?P<who>I|(?:[Mm]y|[Oo]ur)\s[\w '’-]{2,30}?)\s(?:can\snot|can never|must not|should not|(?:is|are|am) not (?:allowed|able|supposed) to|"
    r"does not|do not)\s(?:have|eat|drink|touch|do|be (?:near|around))\s(?P<what>[\w' -]{2,40}?)(?:,|\s-|\s–|;)?\s"
    rf"(?:(?:it|that|they|or it|or they|because it|because they|since it|as it|which|and it)\s(?:always\s|usually\s|will\s|just\s)*"
    rf"(?:gives?|makes?|causes?|brings? on|triggers?|sets? off)\s(?:me|him|her|them)\s|"
    rf"(?:or|because|since|as|otherwise|or else|else)\s(?:I|he|she|they)\s(?:will\s|always\s|just\s)*(?:(?:gets?|has|have|develops?)\s)?)"
    rf"(?:(?P<a>{_ALLERGIC}|swells? up|react(?:s)?)|(?P<u>{_UPSET}))\b"
)
_BARRED = re.compile(  # nuts are off limits for me because of an allergy
    r"^(?P<what>[A-Za-z][\w' -]{1,30}?)\s(?:is|are)\s(?:strictly\s|totally\s)?(?:off[- ]limits|a no[- ]go|out|off the table|banned|forbidden|"
    r"not an option)(?:\s(?:for|with) me)?,?\s(?P<a>(?:because of|due to|thanks to|since I have|as I have|I have)\s(?:an?|my|bad|severe)\s(?:\w+\s)?allerg\w+)$",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:yesterday|today|tonight|last night|this (?:morning|week)|too (?:much|many)|your?|just now)\b", re.IGNORECASE
)


def whole(text: str) -> list[Candidate]:
    """The same told by two clauses: `my son can not have sesame, it makes him swell up`."""
    return reacting(text) if _CANNOT.match(text) else []


def reacting(text: str) -> list[Candidate]:
    """The allergy or intolerance in a clause that tells a reaction."""
    found = (
        _CANNOT.match(text)
        or _BARRED.match(text)
        or _GIVES.match(text)
        or _GETS.match(text)
        or _DISAGREES.match(text)
        or _CLOSES.match(text)
    )
    if not found or _ONCE.search(text):
        return []
    groups = found.groupdict()
    who: Subject | None = ME
    if (groups.get("who") or "I") != "I":
        who = person(groups["who"].split(maxsplit=1)[1])
    elif whose := (groups.get("whose") or "").split(maxsplit=1)[1:]:  # my stomach is the user's, my son is another
        who = person(whose[0].strip()) or ME
    if who is None:
        return []
    upset = bool(groups.get("u")) or found.re.pattern == _DISAGREES.pattern
    named = found["what"]
    if named[:1].isupper() and text.startswith(named) and not named[:2].isupper():
        named = named[:1].lower() + named[1:]  # the first word of a sentence, no name
    told = "does not tolerate" if upset else "is allergic to"
    clause = Clause(text, who, "", "", "", "present")
    return [
        draft(
            clause,
            f"{'intolerance' if upset else 'allergy'}:{head(thing)}",
            "yes",
            f"{who.label} {told} {third(thing, named=True)} ({capital(third(text))})",
            importance=4 if upset else 5,
        )
        for thing in listed(trimmed(named))
        if not re.match(r"(?:it|this|that|them|these|everything|anything|people|you)\b", thing)
    ]
