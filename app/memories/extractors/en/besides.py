"""What else a clause tells behind what was read of it: `I'm Nadia, 27, vegan`, and whom it has brought in."""

from collections.abc import Callable
from dataclasses import replace

from app.memories.extractors.en import colloquial
from app.memories.extractors.en.clauses import Clause, parse
from app.memories.extractors.en.subjects import Subject
from app.memories.extractors.en.values import enumerated, listed
from app.memories.model import Candidate
from app.text import patterns as re

Read = Callable[[Clause], list[Candidate]]


def beside(clause: Clause, told: list[Candidate], known: set[str | None], read: Read) -> list[Candidate]:
    """What else a clause says of the user behind what was read: `I'm Nadia, 27, vegan`."""
    if told and clause.verb == "have" and clause.tense == "present" and not clause.negated:
        return _had_too(clause, told, known, read)
    if told and clause.subject.kind == "person" and clause.verb == "be":
        return _traits_too(clause, known, read)
    if not told or not clause.mine:
        return []
    if told[-1].key != "name":
        return _traits_too(clause, known, read) if clause.verb == "be" else []
    return [
        one
        for more in clause.rest.split(", ")[1:]
        if (parsed := parse(next((one for one in colloquial.plainly(more) if one != more), f"I am {more}")))
        for one in read(parsed)
    ]


def _traits_too(clause: Clause, known: set[str | None], read: Read) -> list[Candidate]:
    """The others of `I'm left handed, 6 foot 4 and always cold`, where a rule knows them."""
    found: list[Candidate] = []
    whose = clause.subject.label.replace("User's", "my", 1)
    who = "I am" if clause.mine else f"{whose} is"
    for more in (_COMMA if clause.mine else _LIST).split(clause.rest)[1:]:
        more = _JOINED.split(more)[0]
        plain = (
            f"my pronouns are {more}"
            if "/" in more
            else next(colloquial.plainly(more), f"{who} {more}")
            if clause.mine
            else f"{who} {more}"
        )
        if len(more.split()) <= _FEW and (parsed := parse(plain)):
            found += [one for one in read(parsed) if _is_trait(one, more) and one.key not in known]
    return found


def _had_too(clause: Clause, told: list[Candidate], known: set[str | None], read: Read) -> list[Candidate]:
    """The others of `I have a pollen allergy, a bad back and high cholesterol`, where a rule knows them."""
    things = listed(enumerated(clause.rest))
    whose = clause.subject.label.replace("User's", "my", 1)
    who = "I have" if clause.mine else f"{whose} has"
    found: list[Candidate] = []
    for thing in things[1:]:
        if any(thing in one.content for one in told) or (parsed := parse(f"{who} {thing}")) is None:
            continue
        found += [
            one
            for one in read(parsed)
            if one.key and one.key not in known and (_is_trait(one, thing) or ":" in one.key)
        ]
    return found


def _is_trait(one: Candidate, said: str) -> bool:
    if (one.key or "").endswith("age"):
        return said.strip().isdigit()  # not: four on, three off
    return any(part in _TRAITS for part in (one.key or "").split(":"))


_TRAITS = frozenset(
    [
        "height",
        "weight",
        "handedness",
        "diet",
        "allergy",
        "health",
        "trait",
        "pronouns",
        "children_count",
        "marital_status",
        "age",
    ]
)
_LIST = re.compile(r",\s(?:and\s)?|\sand\s")
_COMMA = re.compile(r",\s(?:and\s)?")
_JOINED = re.compile(r"\s(?:and|but|so)\s")
_FEW = 4  # words of one trait among several


def born_and_raised(found: list[Candidate]) -> list[Candidate]:
    """Two places under two keys where one tells of birth and one of youth, so that neither takes the place of the other."""
    origins = [one for one in found if (one.key or "").endswith("origin")]
    if len(origins) < 2 or not any(" was born in " in one.content for one in origins):  # born, raised
        return found
    return [
        replace(one, key=one.key.removesuffix("origin") + "upbringing")
        if one.key and " grew up in " in one.content
        else one
        for one in found
    ]


def introduced(found: list[Candidate]) -> Subject | None:
    """The person that a clause has just brought in, for the "she" of the next one."""
    for one in found:
        parts = (one.key or "").split(":")
        if len(parts) > 1 and parts[0] == "relation" and parts[-1] in (parts[1], "count") and one.value in ("yes", "1"):
            return Subject("person", f"User's {parts[1]}", f"relation:{parts[1]}:", role=parts[1])
        if len(parts) > 2 and parts[0] == "relation" and one.entities and parts[-1] == "name":
            return Subject(
                "person",
                f"User's {parts[1]} {one.entities[0]}",
                f"relation:{parts[1]}:" if len(parts) == 3 else f"relation:{parts[1]}:{parts[2]}:",
                role=parts[1],
                name=one.entities[0],
            )
    return None
