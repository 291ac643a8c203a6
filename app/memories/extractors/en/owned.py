"""What belongs to somebody around the user: their name, birthday, job."""

from app.memories.extractors.en.birthdays import dated
from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.identity import called
from app.memories.extractors.en.lexicon import either
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.own_animals import pet_facts
from app.memories.extractors.en.pets import ANIMALS
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.subjects import person
from app.memories.extractors.en.values import name_like
from app.memories.model import Candidate
from app.text import patterns as re

_OWNED = re.compile(r"(?P<who>[\w -]{2,40}?)'s?\s(?:(?:full|first|given)\s)?(?P<what>[\w -]{2,30})$")

_ANIMAL = re.compile(r"(?:[\w'-]+\s){0,2}(?:" + either(ANIMALS) + ")")


def naming(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my dog is called Rex`, `our cat Moss is 3`, `my sister's name is Ada`, `my boss's birthday is 3 May`."""
    subject = clause.subject
    if subject.kind not in ("thing", "person") or clause.negated:
        return []
    if subject.kind == "person":
        # "his name is Rex" of the person of the clause before
        match = re.match(r"name\sis\s(.+)", clause.predicate)
        found = name_like(match[1], sure=True) if match else ""
        return called(clause, subject, found) if found else []
    if not subject.label.startswith("User's"):
        return []
    if (owned := _OWNED.match(subject.noun)) and clause.verb == "be" and clause.tense == "present":
        return _owned(clause, owned, moment)
    return pet_facts(clause, moment)


def _owned(clause: Clause, owned: re.Match[str], moment: Moment) -> list[Candidate]:
    who, what, value = owned["who"], owned["what"].lower(), clause.rest
    someone = person(who)
    if someone is None:
        animal = _ANIMAL.fullmatch(who)
        found = name_like(value, sure=True) if what in ("name", "names") else ""
        return (
            [draft(clause, f"pet:{found.casefold()}", who, f"User has a {who} named {found}", entities=(found,))]
            if animal and found
            else []
        )
    aside = Clause(
        **{field: getattr(clause, field) for field in ("text", "verb", "rest", "predicate", "tense")}, subject=someone
    )
    if what in ("name", "names"):
        found = name_like(value, sure=True)
        return called(aside, someone, found) if found else []
    if what == "birthday":
        day = dated(value, moment)
        return [draft(aside, "birthday", day[0], f"{someone.label}'s birthday is {day[1]}")] if day else []
    if (
        what
        in (
            "phone number",
            "number",
            "email",
            "e-mail",
            "address",
            "job",
            "occupation",
            "company",
            "employer",
            "school",
            "teacher",
            "age",
            "nickname",
            "surname",
            "last name",
            "middle name",
            "native language",
            "dentist",
            "favourite food",
            "favorite food",
        )
        or what.startswith(("favourite ", "favorite "))
        or re.search(r"\d|@", value)
    ):
        attribute = {"number": "phone", "phone number": "phone", "job": "occupation", "company": "employer"}.get(
            what, what.replace("favorite", "favourite")
        )
        attribute = re.sub(r"^favourite ", "favourite:", attribute)
        return [draft(aside, attribute, value, f"{someone.label}'s {what} is {third(value, named=True)}")]
    return []
