"""`My X is Y` and forms: attributes of the user that are named by their noun."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.birthdays import dated
from app.memories.extractors.en.categories import categorised
from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.identity import height, pronouns, weight
from app.memories.extractors.en.jobs import title
from app.memories.extractors.en.lexicon import either, pairs, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.subjects import ME
from app.memories.extractors.en.values import name_like, number, org, place, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_NOUNS = pairs("profile", "nouns")

_FORM = re.compile(
    rf"^(?:so[:,]?\s)?(?:my\s)?(?P<noun>{either(_NOUNS)}|(?:main |preferred |"
    rf"favou?rite )?[\w ]{{2,25}}?)\s*(?P<sign>[:=])\s*(?P<value>\S.{{0,80}})$",
    re.IGNORECASE,
)

_OWN = re.compile(
    r"(?:(?:comfort|go-to|usual|signature|favou?red|default|regular|standard|dream|lucky|safe|secret|biggest|"
    r"first|second|current|main|preferred|other)\s)*(?:comfort food|go-to(?: \w+){1,3}|signature \w+|"
    r"guilty pleasure|dream (?:job|car|house|holiday|destination)|special(?:i)?ty|pet peeve|usual (?:order|\w+)|"
    r"lucky number|hero|idol|motto|safe word|party trick|superpower|weakness|strength|"
    r"fear|phobia|passion|obsession|hobby horse|claim to fame|vice|ritual|mantra|instrument|sport|team|club|gym|"
    r"bank|airline|supermarket|café|cafe|pub|barber|hairdresser|dentist)"
)
_SHARED = words("profile", "shared")
_SPECIFIC = re.compile(r"\d|[A-Z]")


_VEHICLES = frozenset({"car", "van", "truck", "motorbike", "motorcycle", "scooter", "camper"})
_ROOMS = frozenset(
    {"office", "desk", "flat", "apartment", "room", "seat", "classroom", "lab", "studio", "shop", "clinic", "gym"}
)
_WHERE = re.compile(
    r"(?:on|in|at)\s(?:the\s)?(?:\w+ (?:floor|wing|building|block|tower|quarter|district)|(?:room|building|block|tower|wing|unit|suite) \w+)",
    re.IGNORECASE,
)


def attributes(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
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
    if re.match(r"(?:here|there|below|above|attached|as follows|this|that)\b", clause.rest, re.IGNORECASE):
        return []
    rest = re.sub(r"^(?:actually|now|really|still|just|currently|probably)\s", "", clause.rest)
    if noun in _NOUNS and not (noun in _SHARED and clause.text.strip().lower().startswith("our")):
        return _attribute(clause, _NOUNS[noun], noun, rest, moment)
    if (
        _OWN.fullmatch(noun)
        and 0 < len(rest.split()) < 9
        and not re.match(r"(?:to|that|not|very|so|too|really|going|gone|broken)\b", rest)
    ):  # a short answer
        return [draft(clause, f"attribute:{head(noun)}", unfilled(rest), clause.telling())]
    if noun in _VEHICLES and (vehicle := re.match(r"(?:an?|the)\s(?P<what>[\w’' -]{2,40})$", rest)):
        return [draft(clause, f"owns:{head(vehicle['what'])}", "yes", clause.telling())]
    if noun in _ROOMS and _WHERE.fullmatch(rest):
        return [draft(clause, f"fact:{head(noun)}", rest, clause.telling())]
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


def _attribute(  # read one by one
    clause: Clause, key: str, noun: str, rest: str, moment: Moment
) -> list[Candidate]:
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
    measured = (
        height(value)
        if key == "height" and value[0].isdigit()
        else weight(value)
        if key == "weight" and value[0].isdigit()
        else value
    )
    return [draft(clause, key, measured, moment.absolute(clause.telling()))]


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
