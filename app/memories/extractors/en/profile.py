"""`My X is Y` and forms: attributes of the user that are named by their noun."""

import re

from app.memories.extractors.en.clauses import ME, Clause
from app.memories.extractors.en.draft import draft, name_like, number, org, place, unfilled
from app.memories.extractors.en.identity import dated, pronouns
from app.memories.extractors.en.lexicon import either
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.tools import categorised
from app.memories.extractors.en.work import title
from app.memories.model import Candidate

_NOUNS = {
    "name": "name",
    "full name": "name",
    "first name": "name",
    "real name": "name",
    "given name": "name",
    "last name": "surname",
    "surname": "surname",
    "family name": "surname",
    "maiden name": "maiden_name",
    "nickname": "form_of_address",
    "preferred name": "form_of_address",
    "pronouns": "pronouns",
    "age": "age",
    "birthday": "birthday",
    "date of birth": "birthday",
    "birth date": "birthday",
    "dob": "birthday",
    "birth year": "birth_year",
    "year of birth": "birth_year",
    "email": "email",
    "e-mail": "email",
    "email address": "email",
    "mail address": "email",
    "work email": "email:work",
    "phone": "phone",
    "phone number": "phone",
    "mobile": "phone",
    "mobile number": "phone",
    "cell": "phone",
    "cell number": "phone",
    "address": "address",
    "home address": "address",
    "work address": "address:work",
    "postal address": "address",
    "shipping address": "address:shipping",
    "nationality": "nationality",
    "citizenship": "nationality",
    "job": "occupation",
    "profession": "occupation",
    "occupation": "occupation",
    "job title": "occupation",
    "role": "occupation",
    "title": "occupation",
    "position": "occupation",
    "employer": "employer",
    "company": "employer",
    "workplace": "employer",
    "hometown": "origin",
    "home town": "origin",
    "city": "residence",
    "home city": "residence",
    "location": "residence",
    "residence": "residence",
    "home": "residence",
    "country": "residence",
    "native language": "native_language",
    "mother tongue": "native_language",
    "first language": "native_language",
    "blood type": "blood_type",
    "blood group": "blood_type",
    "shoe size": "shoe_size",
    "height": "height",
    "weight": "weight",
    "major": "major",
    "degree": "degree",
    "school": "school",
    "university": "school",
    "college": "school",
    "timezone": "timezone",
    "time zone": "timezone",
    "marital status": "marital_status",
    "relationship status": "marital_status",
    "diet": "diet",
    "star sign": "star_sign",
    "zodiac sign": "star_sign",
    "github": "account:github",
    "github username": "account:github",
    "github handle": "account:github",
    "twitter handle": "account:twitter",
    "username": "account",
    "handle": "account",
    "website": "website",
    "hobby": "hobby",
    "hobbies": "hobby",
    "clothing size": "clothing_size",
    "ring size": "ring_size",
    "t-shirt size": "clothing_size",
    "shirt size": "clothing_size",
    "budget": "budget",
    "religion": "religion",
    "wedding anniversary": "wedding_anniversary",
    "anniversary": "wedding_anniversary",
    "employee number": "employee_number",
    "commute": "commute",
}
_FORM = re.compile(
    rf"^(?:so[:,]?\s)?(?:my\s)?(?P<noun>{either(_NOUNS)}|(?:main |preferred |"
    rf"favou?rite )?[\w ]{{2,25}}?)\s*(?P<sign>[:=])\s*(?P<value>\S.{{0,80}})$",
    re.IGNORECASE,
)
_SPECIFIC = re.compile(r"\d|[A-Z]")


def attributes(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my name is …`, `my birthday is on …`, `my locker number is 17`."""
    if (
        clause.subject.kind != "thing"
        or not clause.subject.label.startswith("User's")
        or clause.verb != "be"
        or clause.negated
        or clause.tense != "present"
        or clause.modal
    ):
        return []
    noun = clause.subject.noun.lower()
    rest = re.sub(r"^(?:actually|now|really|still|just|currently|probably)\s", "", clause.rest)
    if noun in _NOUNS and not (
        noun
        in (
            "company",
            "home",
            "position",
            "role",
            "school",
            "city",
            "phone",
            "location",
            "country",
            "title",
            "job",
            "cell",
            "mobile",
            "budget",
            "commute",
            "website",
        )
        and clause.text.strip().lower().startswith("our")
    ):
        return _attribute(clause, _NOUNS[noun], noun, rest, moment)
    if re.search(r"(?:hours|breaks?|bedtime|shifts?|working days|days off|day off|lunch)$", noun) and re.search(
        r"\d|\w+days?\b|noon", rest
    ):
        return [draft(clause, f"schedule:{head(noun, number=False)}", rest, clause.telling())]
    if (
        re.search(
            r"(?:number|code|id|size|anniversary|locker|seat|room|plate|badge|extension|username|handle|alias|size|"
            r"floor|desk|schedule|shift|wifi name|registration|licen[cs]e|ticket|account|membership|plan)$",
            noun,
        )
        and re.search(r"\d|\b[A-Z][\w-]+", rest)
        and len(rest.split()) < 12
        and len(noun.split()) < 6
    ):
        return [draft(clause, f"fact:{head(noun)}", rest, moment.absolute(clause.telling()))]
    return []


def _attribute(clause: Clause, key: str, noun: str, rest: str, moment: Moment) -> list[Candidate]:  # noqa: C901, PLR0911  # one branch for each kind of value
    value = unfilled(rest)
    if key == "name":
        found = name_like(value, sure=True)
        return (
            [draft(clause, "name", found, f"User's name is {found}", importance=5, entities=(found,))] if found else []
        )
    if key == "form_of_address":
        found = name_like(value, sure=True)
        return (
            [draft(clause, key, found, f"User's {noun} is {found}", importance=5, entities=(found,))] if found else []
        )
    if key == "birthday":
        day = dated(rest, moment)
        if not day:
            month = re.match(
                r"(?:is\s)?in\s(?:late\s|early\s|mid-?)?(January|February|March|April|May|June|July|August|September|"
                r"October|November|December)",
                rest,
                re.IGNORECASE,
            )
            return [draft(clause, key, month[1], f"User's birthday is in {month[1].capitalize()}")] if month else []
        made = [draft(clause, key, day[0], f"User's birthday is {day[1]}", importance=4)]
        return made + ([draft(clause, "birth_year", day[2], f"User was born in {day[2]}")] if day[2] else [])
    if key == "age":
        years = number(re.split(r"\s", value)[0])
        return [draft(clause, key, str(years), f"User is {years} years old")] if years else []
    if key == "pronouns":
        return [pronouns(clause, value)] if "/" in value else []
    if key == "occupation":
        said = re.sub(r"^(?:an?|the)\s", "", value)
        job = title(value) or title(f"a {said}")
        return [draft(clause, key, job[0], f"User's {noun} is {said}", importance=4)] if job else []
    if key in ("residence", "origin"):
        where = place(re.sub(r"^in\s", "", value))
        return (
            [
                draft(
                    clause,
                    key,
                    where,
                    f"User lives in {where}" if key == "residence" else f"User is from {where}",
                    importance=4,
                )
            ]
            if where
            else []
        )
    if key in ("employer", "school"):
        where = org(re.sub(r"^(?:called|named)\s", "", value))
        return (
            [draft(clause, key, where, f"User's {noun} is {where}", entities=(where,))]
            if where and not where[0].islower()
            else []
        )
    if key == "native_language":
        language = value.split()[0].capitalize()
        return [draft(clause, f"speaks:{language.lower()}", "native", f"User's {noun} is {language}")]
    if key == "hobby":
        return [
            draft(clause, f"taste:{head(one)}", "like", f"User's hobby is {one}")
            for one in re.split(r",\s(?:and\s)?|\sand\s", value)
        ]
    if key in ("marital_status", "diet", "nationality", "religion", "star_sign", "major", "degree"):
        return [draft(clause, key, value, f"User's {noun} is {value}")] if len(value.split()) < 7 else []
    if (not _SPECIFIC.search(value) and "@" not in value) or len(value.split()) > 14:
        return []
    return [draft(clause, key, value, moment.absolute(clause.telling()))]


def form(text: str, moment: Moment) -> list[Candidate]:
    """A line of a form: `City: Bergen`, `editor = Helix`."""
    match = _FORM.match(text.strip(" .!"))
    if not match:
        return []
    noun, value = " ".join(match["noun"].lower().split()), match["value"].strip()
    if noun in _NOUNS:
        sentence = Clause(
            text, ME.__class__("thing", f"User's {noun}", noun=noun), "be", value, f"is {value}", "present"
        )
        return _attribute(sentence, _NOUNS[noun], noun, value, moment)
    sentence = Clause(text, ME.__class__("thing", f"User's {noun}", noun=noun), "be", value, f"is {value}", "present")
    return categorised(sentence, moment) if match["sign"] == "=" or noun.startswith(("main", "preferred", "my")) else []


RULES = (attributes,)
