"""Who answers for what in the work (`Lena owns the Kafka migration`), and what its things must be like."""

from typing import Final

from app.memories.extractors.en.draft import procedure, standing
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.values import name_like, unfilled
from app.memories.model import Candidate, Kind
from app.text import patterns as re

_NAMES: Final = r"[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?(?:(?:,\s|,?\sand\s)[A-Z][\w'’-]+(?:\s[A-Z][\w'’-]+)?){0,4}"
_WHO: Final = rf"(?P<who>{_NAMES})"
_ALL_NAMES: Final = re.compile(rf"^{_NAMES}$")
_BETWEEN: Final = re.compile(r",\s|,?\sand\s")
_OWNS: Final = re.compile(
    rf"^{_WHO}\s(?:(?:now|currently|also|still|will)\s)*(?:owns?|leads?|handles?|manages?|maintains?|looks? after|takes? care of|"
    r"(?:is|are|has been|have been)\s(?:now\s)?(?:in charge of|responsible for|leading|handling|running|maintaining|taking over|"
    r"(?:the|our)\s(?:\w+\s)?(?:owner|lead|contact|maintainer|point person|point of contact|go-to(?: person)?)\s(?:of|for|on))|"
    r"took over|(?:has|have) taken over|takes? over|covers?)\s(?P<what>(?:it|that|this|(?:the|our|all|all the|everything)\s?[\w' /-]{2,50}|[A-Z][\w -]{2,40}|(?<=of )[\w' /-]{3,40}|(?<=for )[\w' /-]{3,40}))$"
)
_NO_DUTY: Final = re.compile(
    r"\b(?:stress|pressure|criticism|conflict|situation|heat|cold|pain|news|way|well|badly|fine|okay|poorly|better|house|car|dog|cat)\b",
    re.IGNORECASE,
)
_PIECE: Final = re.compile(r"\s*;\s*|,\s(?:so|and|but|while|then)\s|\s(?:so|and|but|while)\s(?=[A-Z])")
_OWNED: Final = re.compile(
    rf"^(?P<what>(?:the|our)\s[\w' /-]{{3,50}}?)\s(?:is|are)\s(?:now\s)?(?:owned|led|handled|managed|maintained|run|looked after|covered)"
    rf"\sby\s{_WHO}$",
    re.IGNORECASE,
)
_ASK: Final = re.compile(
    rf"^(?i:for|about)\s(?P<about>[\w' /-]{{3,40}}?),?\s(?:ask|talk to|go to|ping|contact|it is)\s{_WHO}$|"
    rf"^(?i:ask|talk to|ping|contact)\s(?P<whom>[A-Z][\w'’-]+)\s(?:about|for|regarding)\s(?P<matter>[\w' /-]{{3,40}})$",
)
_MATTER: Final = re.compile(
    r"^(?P<what>(?:the|our)\s[\w' /-]{3,50}?)\s(?:is|are|was|were|has|have|had|will|starts?|started|runs?|needs?|moves?|goes)\b",
    re.IGNORECASE,
)
_LITTLE: Final = frozenset(
    ["the", "a", "an", "of", "to", "for", "our", "all", "and", "on", "in", "with", "everything", "it"]
)
_THINGS: Final = words("work", "things")
_NORM: Final = re.compile(
    r"^(?!(?:the|this|that|these|those|my)\s)(?P<what>(?:(?P<each>all|every|each|any|our)\s)?(?:(?:of\sour|of\sthe|new)\s)?(?:[\w/-]+\s){0,3}?(?P<thing>[\w/-]+))\s"
    r"(?P<must>must|shall|have to|has to|need to|needs to|are to|can only|may only|always|never|should|can not)\s(?P<how>(?!have\b.*\b(?:been|failed))\S.{3,})$",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"^no\s(?P<thing>[\w/-]+)\s(?P<how>(?:on\s\w+days?|after|before|without|to|in|into|during|until|unless|over|under|above)\b.{0,60})$",
    re.IGNORECASE,
)


_NOBODY: Final = re.compile(  # nobody merges on a Friday
    r"^(?P<rule>(?:nobody|no one|everyone|everybody)\s(?:(?:ever|always|here|is allowed to|gets to|must|has to|should|can)\s)*"
    r"(?P<do>merges?|deploys?|releases?|ships?|commits?|pushes|push|tests?|touches|touch|reviews?|approves?|logs?|signs?|writes?|rebases?|rotates?)\s"
    r"(?P<how>(?:on|after|before|without|to|in|into|during|their|a|the|their own|until|unless|at)\s[\w' -]{3,60}))"
    r"(?:,\s(?:that is|it is|this is)\s(?:the|our|a)\s(?:\w+\s)?(?:rule|policy|law|deal)(?:\s\w+)?)?$",
    re.IGNORECASE,
)


def told(text: str) -> tuple[list[Candidate], list[str]]:
    """Who answers for what in a sentence, and its clauses that tell something else."""
    if paired := in_pairs(text):
        return paired, []
    found: list[Candidate] = []
    others: list[str] = []
    pieces = _pieces(text)
    for place, piece in enumerate(pieces):
        one = owning(piece, pieces[place - 1] if place else "")
        found += one
        others += [] if one else [piece]
    return found, others


def _pieces(text: str) -> list[str]:
    """The clauses of a sentence; those who own a thing together stay together."""
    found: list[str] = []
    for piece in _PIECE.split(text):
        joined = f"{found[-1]} and {piece}" if found else ""
        if (
            joined
            and joined in text.replace(", and ", " and ")
            and (_ALL_NAMES.match(found[-1]) or _ALL_NAMES.match(piece))
        ):
            found[-1] = joined
        else:
            found.append(piece)
    return found


_BARE: Final = re.compile(
    r"^(?P<who>[A-Z][\w'’-]+)\s(?:(?:now|also|mostly)\s)*(?:owns?|leads?|handles?|manages?|maintains?|covers?|does|is on|runs?|takes?)\s"
    r"(?P<what>[a-z][\w/-]+(?:\s[a-z][\w/-]+){0,2})$"
)


def in_pairs(text: str) -> list[Candidate]:
    """`Hugo handles billing, Wanda does support`: bare matters, told of two people at least."""
    parts = [_BARE.match(part) for part in re.split(r",\s(?:and\s)?|\s(?:and|while)\s|;\s", text)]
    told = [part for part in parts if part and name_like(part["who"]) and not _NO_DUTY.search(part["what"])]
    if len(told) < 2 or len(told) != len(parts) or len({part["who"] for part in told}) < 2:  # a pair
        return []
    return [
        standing(
            f"{part['who']} is responsible for {part['what']}",
            text,
            f"owner:{_matter(part['what'])}",
            part["who"].casefold(),
            kind=Kind.FACT,
            project_bound=True,
            entities=(part["who"],),
        )
        for part in told
    ]


def owning(text: str, before: str) -> list[Candidate]:
    """The one who answers for a matter; "it" is what the clause `before` speaks of."""
    found = _OWNS.match(text) or _OWNED.match(text) or _ASK.match(text)
    if not found:
        return []
    groups = found.groupdict()
    who = groups.get("who") or groups.get("whom") or ""
    what = groups.get("what") or groups.get("about") or groups.get("matter") or ""
    if what.lower() in ("it", "that", "this"):
        spoken_of = _MATTER.match(before)
        if spoken_of is None:
            return []
        what = spoken_of["what"]
    names = _BETWEEN.split(who)
    if not all(map(name_like, names)) or _NO_DUTY.search(what):
        return []
    what = unfilled(third(what, named=True))
    are = "is" if len(names) == 1 else "are"
    return [
        standing(
            f"{who} {are} responsible for {what[0].lower() + what[1:] if what[:4] in ('The ', 'Our ') else what}",
            text,
            f"owner:{_matter(what)}",
            who.casefold(),
            kind=Kind.FACT,
            project_bound=True,
            entities=tuple(names),
        )
    ]


def _matter(what: str) -> str:
    """The same for `the migration to Kafka` and `the Kafka migration`."""
    return " ".join(sorted({word for word in re.findall(r"[\w-]+", what.lower()) if word not in _LITTLE}))


def norm(text: str) -> list[Candidate]:
    """What things of the work must always be like: `PR titles must start with the ticket id`."""
    if nobody := _NOBODY.match(text):
        return [_rule(nobody["rule"], nobody["do"].lower(), nobody["how"])]
    if (none := _NONE.match(text)) and none["thing"].lower() in _THINGS:
        return [_rule(text, none["thing"].lower(), none["how"])]
    found = _NORM.match(text)
    if not found or found["thing"].lower() not in _THINGS:
        return []
    general = found["each"] or found["thing"].endswith("s")
    if not general or (found["must"].lower() in ("should", "can not") and not found["each"]):
        return []  # one thing at hand, or no rule
    return [_rule(text, re.sub(r"^(?:all|every|each|any|our|of|the|new|\s)+", "", found["what"].lower()), found["how"])]


def _rule(text: str, what: str, how: str) -> Candidate:
    said = capital(third(unfilled(text)))
    key = f"procedure:{what} {' '.join(how.lower().split()[:2])}".strip()
    return procedure(said, text, key, tags=("rule",))
