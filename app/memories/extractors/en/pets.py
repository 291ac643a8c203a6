"""Animals of the user."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import either, pairs, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head, singular
from app.memories.extractors.en.values import names, number
from app.memories.model import Candidate
from app.text import patterns as re

ANIMALS = words("animals", "words")

_AFTER = (  # what may follow an animal; another noun would make it that noun's: a cat tree
    r"(?=\s*(?:$|[,;:(.!]|[-–—]\s|(?:called|named|and|who|which|that|with|from|in|at|for|of|last|this|on|whose|"
    r"yesterday|since|years?|ago|living|now|together|but|so|too|as|to|by|back|"
    r"when|because|recently|also|is|are|was|lives?|-)\b|(?-i:[A-Z])))"
)
_ANIMAL = re.compile(
    r"(?P<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,2}|some|several|my|our|another|"
    r"new)\s(?P<kind>(?:[\w'-]+\s){0,4}?(?P<noun>"
    + either(
        ANIMALS
        | {f"{animal}s" for animal in ANIMALS}
        | {"puppies", "mice", "ponies", "geese", "guinea pigs", "canaries", "bunnies", "huskies", "tabbies"}
    )
    + r"))"
    + _AFTER
    + r"(?P<tail>.*)$",
    re.IGNORECASE,
)

_PLURALS = pairs("animals", "plurals")

CALLED = re.compile(
    r"^\s?(?:,|\(|:|\s?-|\s–|\s—)?\s?(?:(?:and\s)?(?:(?:who|which|that)\s)?(?:is|are|was|"
    r"were)?\s?(?:also\s)?(?:called|named|by the names? of)|(?:whose|and)\s(?:his|her|its|"
    r"their)?\s?names?\s(?:is|are)|and\s(?:his|her|its|their)\snames?\s(?:is|are))?\s?(?P<names>[A-Z].*)$"
)

_HAVING = ("have", "own", "adopt", "get", "buy", "keep", "raise", "foster", "rescue", "bring", "be", "share")


def animals(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I have two cats, Pixel and Waffle`, `we adopted a kitten named Moss`."""
    if (
        clause.verb not in _HAVING
        or clause.subject.kind not in ("me", "team")
        or clause.negated
        or not clause.lively
        or clause.modal == "will"
    ):
        return []
    found: list[Candidate] = []
    rest = re.sub(r"^(?:the\s(?:proud\s|happy\s)?(?:owner|human|parent|mum|mom|dad)\sof\s|home\s)", "", clause.rest)
    if clause.verb in ("be", "bring", "share") and rest == clause.rest:
        return []
    if paired := _paired(clause, rest := _AND.sub(" and ", rest), moment):
        return paired
    for part in re.split(r"(?:,\s|\s)(?:and|plus)\s(?=(?:an?|one|two|three|four|five|\d{1,2})\s)", rest):
        match = _ANIMAL.match(part)
        if (
            not match
            or " for " in match["kind"]
            or re.match(
                r"\s?(?:allerg|phobia|lover|person|shelter|food|hair|sitter|walker|show|question|problem|around|"
                r"in mind|nap|park|bite|fur|video|costume)|'s",
                match["tail"].strip(),
            )
        ):
            continue
        found += _animal(clause, match, moment)
    return found


_AND = re.compile(r"\s(?:n|&|'n'?|\+)\s")
_EACH = re.compile(r",\s(?:and\s)?(?=(?:an?|one)\s)|\s(?:and|plus)\s(?=(?:an?|one)\s)")


def _paired(clause: Clause, rest: str, moment: Moment) -> list[Candidate]:
    """`a cat and a dog, Biscuit and Gravy`: as many names as animals, each for its own."""
    each = [_ANIMAL.match(part) for part in _EACH.split(rest)]
    animals_ = [one for one in each if one]
    if len(each) < 2 or len(animals_) < len(each) or any(one["tail"].strip() for one in animals_[:-1]):  # a pair
        return []
    called = CALLED.match(animals_[-1]["tail"])
    given = list(names(called["names"])) if called else []
    if len(given) != len(animals_):
        return []
    found: list[Candidate] = []
    for one, name in zip(animals_, given, strict=True):
        told = _ANIMAL.match(f"{one['count']} {one['kind']}, {name}")
        found += _animal(clause, told, moment) if told else []
    return found


def _animal(clause: Clause, match: re.Match[str], moment: Moment) -> list[Candidate]:
    noun = match["noun"].lower()
    kind = re.sub(rf"{re.escape(match['noun'])}$", _PLURALS.get(noun, singular(noun)), match["kind"])
    kind = re.sub(r"^(?:new|little|old|beautiful|lovely|cute|adorable|sweet|rescue)\s", "", kind)
    called = CALLED.match(match["tail"])
    since = moment.since(clause.rest) or moment.since(clause.lead)
    article = "an" if kind[0].lower() in "aeiou" else "a"
    given = names(called["names"]) if called else []
    if given:
        return [
            draft(
                clause,
                f"pet:{name.casefold()}",
                kind,
                f"User has {article} {kind} named {name}",
                valid_from=since,
                entities=(name,),
            )
            for name in given
        ]
    count = match["count"].lower()
    many = number(count) not in (None, 1)
    if clause.verb in ("adopt", "get", "buy", "rescue"):
        content = moment.absolute(clause.telling().replace("User's team", "User"))
    else:
        content = (
            f"User has {count if many or count in ('some', 'several') else article} {match['kind'] if many else kind}"
        )
    return [draft(clause, f"pet:{head(kind)}", count if many else kind, content, valid_from=since)]
