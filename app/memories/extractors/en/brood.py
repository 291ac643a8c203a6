"""Several people told in one list, with their ages: `two kids, Anya who is 6 and Rohan (3)`, `our boys Max and Theo`."""

from typing import Final

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.subjects import ME
from app.memories.extractors.en.values import NUMBERS, name_like, number
from app.memories.model import Candidate
from app.text import patterns as re

_ROLES: Final = {
    "kids": "child",
    "children": "child",
    "boys": "son",
    "sons": "son",
    "girls": "daughter",
    "daughters": "daughter",
    "twins": "child",
    "sisters": "sister",
    "brothers": "brother",
    "siblings": "sibling",
    "grandkids": "grandchild",
    "grandchildren": "grandchild",
    "grandsons": "grandson",
    "granddaughters": "granddaughter",
    "nephews": "nephew",
    "nieces": "niece",
}
_WHOSE: Final = re.compile(
    rf"\b(?P<whose>my|our|(?:have|got|has)(?:\s(?:got|had))?)\s(?:(?:{'|'.join(NUMBERS)}|\d|little|twin|lovely|grown-up|grown|"
    rf"older|younger|small|beautiful)\s){{0,3}}(?P<role>{'|'.join(_ROLES)})(?:,?\s(?:are\s)?(?:called|named))?"
    r"(?:\s?[,:(]\s?|\s?[-–—]\s?|\s)(?=[A-Z])",
    re.IGNORECASE,
)
_YEARS: Final = rf"(?P<age>\d{{1,2}}|{'|'.join(NUMBERS)})(?:\s?(?P<unit>years?|yrs?|months?|mo)(?:\s?-?old)?|\s?y/?o)?(?!\.?\d|[\w:/-])"
_AGE: Final = (
    r"(?:\s\(?|,\s|\s?\()(?:(?:who|he|she)\s)?(?:(?:is|has|will be|are)\s)?(?:(?:just|now|nearly|almost|about to|only|recently|"
    rf"already)\s)*(?:(?:turned|turns|turn|turning|aged|age|at)\s)?{_YEARS}\)?"
)
_ONE: Final = re.compile(rf"(?P<name>[A-Z][\w'’-]+)(?:{_AGE})?(?P<more>\s?,\s?(?:and\s|&\s)?|\s?,?\s(?:and|&|plus)\s)?")


def listed(text: str) -> list[Candidate]:
    """The names, and the ages where they are told. Nothing of a list with less than two names."""
    found: list[Candidate] = []
    for start in _WHOSE.finditer(text):
        role, people, position = _ROLES[start["role"].lower()], [], start.end()
        while (one := _ONE.match(text, position)) and name_like(one["name"]):
            people.append(one)
            position = one.end()
            if not one["more"]:
                break
        if len(people) > 1:
            found += [each for one in people for each in _told(text, role, one)]
    return found


def _told(text: str, role: str, one: re.Match[str]) -> list[Candidate]:
    clause = Clause(text, ME, "", "", "", "present")
    name, prefix = one["name"], f"relation:{role}:{one['name'].casefold()}:"
    named = draft(clause, f"{prefix}name", name, f"User has a {role} called {name}", entities=(name,))
    years = number(one["age"]) if one["age"] else None
    if not years:
        return [named]
    unit = "month" if (one["unit"] or "").startswith("mo") else "year"
    told = f"User's {role} {name} is {years} {unit}{'s' if years != 1 else ''} old"
    aged = draft(clause, f"{prefix}age", f"{years} months" if unit == "month" else str(years), told, entities=(name,))
    return [named, aged]
