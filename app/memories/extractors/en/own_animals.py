"""What is told of an animal that the user has: `my cat Miso is three`, `our dog is called Moss`."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import either
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import singular
from app.memories.extractors.en.pets import ANIMALS
from app.memories.extractors.en.values import name_like, names, number
from app.memories.model import Candidate
from app.text import patterns as re

_OWN_ANIMAL = re.compile(
    r"(?P<kind>(?:[\w'-]+\s){0,3}?(?P<noun>"
    + either(ANIMALS)
    + r"))(?:,?\s(?:called\s|named\s)?(?P<name>[A-Z][\w'-]+),?)?$"
)
_OWN_ANIMALS = re.compile(
    r"(?:[\w'-]+\s){0,2}?(?P<noun>" + either({f"{one}s" for one in ANIMALS} | {"puppies", "bunnies"}) + ")$"
)
_NAMES = re.compile(
    r"(?:(?:is|are)\s)?(?:(?:called|named)\s)?(?P<names>[A-Z][\w'-]*(?:(?:,\s|,?\s(?:and|n|&|\+)\s)[A-Z][\w'-]*)+)$"
)


def _herd(clause: Clause, plural: str) -> list[Candidate]:
    """`our dogs are Pepper, Salty and Mags`."""
    told = _NAMES.match(clause.predicate) if clause.verb in ("be", "call", "name") else None
    kind = {"puppies": "puppy", "bunnies": "bunny"}.get(plural.lower(), singular(plural.lower()))
    article = "an" if kind[0] in "aeiou" else "a"
    return [
        draft(clause, f"pet:{name.casefold()}", kind, f"User has {article} {kind} named {name}", entities=(name,))
        for name in (names(re.sub(r"\s(?:n|&|\+)\s", " and ", told["names"])) if told else ())
    ]


def pet_facts(clause: Clause, moment: Moment) -> list[Candidate]:
    if several := _OWN_ANIMALS.match(clause.subject.noun):
        return _herd(clause, several["noun"])
    match = _OWN_ANIMAL.match(clause.subject.noun)
    if not match:
        return []
    kind, given = match["kind"], match["name"] or ""
    article = "an" if kind[0].lower() in "aeiou" else "a"
    if (
        not given
        and (called := re.match(r"(?:(?:is\s)?(?:called|named)\s)?(.+)", re.sub(r"^is\s", "", clause.predicate)))
        and clause.verb in ("be", "call", "name")
        and (found := name_like(called[1]))
    ):
        return [
            draft(
                clause, f"pet:{found.casefold()}", kind, f"User has {article} {kind} named {found}", entities=(found,)
            )
        ]
    if clause.tense not in ("present", "perfect"):
        return []
    found_: list[Candidate] = []
    if given:
        found_.append(
            draft(
                clause, f"pet:{given.casefold()}", kind, f"User has {article} {kind} named {given}", entities=(given,)
            )
        )
    if (
        clause.verb == "be"
        and (aged := re.match(r"(\w+)(?:\s(year|month)s?\sold|(?=\sand\b|$|,))", clause.rest))
        and number(aged[1])
    ):
        found_.append(
            draft(
                clause,
                f"pet:{(given or kind).casefold()}:age",
                f"{number(aged[1])} {aged[2] or 'year'}s",
                moment.absolute(clause.telling()),
            )
        )
    elif clause.verb == "be" and (
        ill := re.match(r"allergic\sto\s([\w\s-]+)|(diabetic|blind|deaf|epileptic|an?\s[\w\s-]{3,30})$", clause.rest)
    ):
        found_.append(
            draft(
                clause,
                f"pet:{(given or kind).casefold()}:{'allergy' if ill[1] else 'trait'}",
                ill[1] or ill[2],
                clause.telling(),
            )
        )
    return found_
