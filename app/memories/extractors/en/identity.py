"""Who a person is: name, age, birthday, home, origin, family status, nationality, schooling."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import NUMBERS, draft, name_like, number, org, place, trimmed, unfilled
from app.memories.extractors.en.lexicon import either, entries, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import third
from app.memories.model import Candidate

_MONTHS = entries("grammar", "months")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = re.compile(
    rf"(?:(?:the\s)?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?:\sof)?\s{_MONTH}|"
    rf"{_MONTH.replace('month', 'month2')}\s(?:the\s)?(?P<day2>\d{{1,2}})(?:st|nd|rd|"
    r"th)?\b)(?:,?\s(?:of\s)?(?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d\d)-(?P<day>\d\d)\b")
_AGE = re.compile(
    r"(?:now |already |only |about |just |over |almost |nearly )?(?P<age>\d{1,3}|"
    r"[a-z]+(?:-[a-z]+)?)(?P<unit>\s?-?(?:years?\sold|yrs?\sold|y/?o|years\sof\sage))?(?=$|[,;!]|\.(?!\d)|"
    r"\s(?:and|now|this|today|in|so|but|next)\b)",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"(?:newly |happily |recently |still |legally |not )?(single|married|divorced|widowed|engaged|separated|"
    r"in a relationship)\b",
    re.IGNORECASE,
)
_NATIONALITY = re.compile(
    r"(?:an?\s)?(?P<what>"
    + either(words("tongues", "nationalities"))
    + (
        r")(?:\s(?:citizen|national|by birth|by nationality|passport holder))?(?=$|[,.;!]|\s(?:and|but|by|living|"
        r"who)\b)"
    ),
    re.IGNORECASE,
)
_PRONOUNS = re.compile(
    r"(?P<what>(?:he|she|they|xe|ze|it)\s?/\s?(?:him|her|them|they|she|xem|hir|its)(?:\s?/\s?\w+)?)", re.IGNORECASE
)
_VOCATIVE = re.compile(
    r"(?:(?:you\s(?:can|may|could)\s|please\s|just\s|(?:everyone|everybody|(?:most\s)?people|they|"
    r"(?:all\s)?(?:my|the)\s\w+(?:\s\w+)?|friends)\s(?:(?:at|in|from|on)\s(?:the\s|my\s)?\w+\s|here\s|"
    r"else\s)?){0,3})(?:just\s)?(?:calls?|address|refers?\sto)\sme\s(?:as\s|by\s)?(?P<name>.+)$",
    re.IGNORECASE,
)
_HOME = re.compile(
    r"(?:currently |now |still |actually |right |mostly |originally )*(?:in|at|near|outside|around|to|within|"
    r"just outside|on)\s(?P<place>.+)$",
    re.IGNORECASE,
)


def name(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001  # all rules take the same
    """`I am Maya Lind`, `I go by Jo`, `my name is …` of any person."""
    if (
        clause.verb == "be"
        and clause.mine
        and clause.tense == "present"
        and not clause.negated
        and (found := name_like(clause.rest) or _typed_small(clause.rest))
    ):
        return [_named(clause, found)]
    if (
        clause.mine
        and clause.verb == "go"
        and (by := re.match(r"by\s(?:the\s(?:nick)?name\s(?:of\s)?)?(.+)", clause.rest))
        and (found := name_like(by[1], sure=True))
    ):
        return [draft(clause, "form_of_address", found, f"User goes by {found}", importance=4)]
    if clause.verb in ("call", "name") and clause.tense == "present" and clause.mine:
        return []
    if (
        clause.verb == "be"
        and (called := re.match(r"(?:called|named)\s(.+)", clause.rest))
        and clause.subject.kind in ("me", "person")
        and (found := name_like(called[1], sure=True))
    ):
        return [_named(clause, found)]
    if (
        clause.verb == "call"
        and clause.predicate.startswith(("is called", "are called"))
        and (found := name_like(clause.rest, sure=True))
    ):
        return [_named(clause, found)]
    if (
        clause.verb == "be"
        and clause.subject.kind == "person"
        and clause.subject.role
        and not clause.subject.name
        and not clause.negated
        and (found := name_like(clause.rest))
    ):
        return [_named(clause, found)]
    return []


def _typed_small(text: str) -> str:
    """`i'm nadia, 27, …`: a name in small letters shows only by the age behind it."""
    match = re.match(r"([a-z]{3,12}),\s\d{2}\b", text)
    return name_like(match[1], sure=True) if match else ""


def _named(clause: Clause, found: str) -> Candidate:
    if clause.mine:
        return draft(clause, "name", found, f"User's name is {found}", importance=5, entities=(found,))
    return draft(clause, "name", found, f"{clause.subject.label} is called {found}", entities=(found,))


def vocative(text: str) -> tuple[str, str] | None:
    """The form of address asked for by `call me …`, with the sentence that keeps it."""
    match = _VOCATIVE.match(text)
    if not match or re.match(
        r"(?:crazy|old-fashioned|when|if|back|at|on|tomorrow|later|an?|the|to|about|what|whatever|maybe|in|out|"
        r"names?|by my|any)\b",
        match["name"],
        re.IGNORECASE,
    ):
        return None
    if by := re.match(r"(?:my\s(?:nick|first\s|last\s)?name,?\s)(.+)", match["name"]):
        return by[1], f"User wants to be called {by[1]}"
    found = name_like(match["name"], sure=True)
    return (found, f"User wants to be called {found}") if found else None


def age(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    if (clause.verb == "turn" and clause.tense in ("past", "perfect") and clause.subject.kind in ("me", "person")) or (
        clause.verb == "be"
        and clause.subject.kind in ("me", "person")
        and clause.tense == "present"
        and not clause.negated
    ):
        text = clause.rest
    else:
        return []
    match = _AGE.match(text)
    years = number(match["age"]) if match else None
    if (
        not match
        or years is None
        or not 0 < years < 116
        or (match["age"].lower() in ("a", "an", "one", "both") and not match["unit"])
    ):
        return []
    return [
        draft(
            clause,
            "age",
            str(years),
            f"{clause.subject.label} {'are' if clause.subject.plural else 'is'} {years} years old",
        )
    ]


def dated(text: str, moment: Moment) -> tuple[str, str, str] | None:
    """The day of a birthday in `text`: value `MM-DD`, words `2 November`, year or ""."""
    if match := _DAY.search(text):
        month = (match["month"] or match["month2"]).lower()[:3]
        index = next(i for i, full in enumerate(_MONTHS, 1) if full.startswith(month))
        day, year = int(match["day"] or match["day2"]), match["year"] or ""
    elif match := _ISO.search(text):
        index, day, year = int(match["month"]), int(match["day"]), match["year"]
    elif found := next((m for m in moment.mentions(text) if m.grain == "day" and m.since), None):
        index, day, year = found.since.astimezone(moment.zone).month, found.since.astimezone(moment.zone).day, ""
    else:
        return None
    if not (1 <= index <= 12 and 1 <= day <= 31):
        return None
    return f"{index:02d}-{day:02d}", f"{day} {_MONTHS[index - 1].capitalize()}", year


def birth(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I was born on 3 May 1990 in Lima`; each part is one fact."""
    if not (clause.verb in ("be", "bear") and re.match(r"(?:was|were|am|is)\s(?:\w+\s)?born\b", clause.predicate)):
        return []
    text = re.sub(r"^.*?\bborn\b\s?", "", clause.predicate)
    label, found = clause.subject.label, []
    day = dated(text, moment)
    year = day[2] if day else ""
    if day:
        found.append(draft(clause, "birthday", day[0], f"{label}'s birthday is {day[1]}", importance=4))
    elif only := re.match(r"(?:back\s)?in\s(?:\w+\s)?((?:19|20)\d\d)\b", text):
        year = only[1]
    if year:
        found.append(draft(clause, "birth_year", year, f"{label} was born in {year}"))
    at = re.search(r"(?:^|\s)(?:in|at|near|and raised in)\s(?!(?:19|20)\d\d)(?P<place>.+)$", text)
    if at and not re.match(rf"(?:{'|'.join(_MONTHS)})\b", at["place"], re.IGNORECASE) and (where := place(at["place"])):
        found.append(draft(clause, "origin", where, f"{label} was born in {where}"))
    return found


def residence(clause: Clause, moment: Moment) -> list[Candidate]:
    if clause.subject.kind not in ("me", "team", "person") or clause.negated or not clause.lively:
        return []
    text = ""
    if clause.verb in ("live", "reside") and clause.tense in ("present", "perfect", "progressive"):
        text = clause.rest
    elif (
        clause.verb in ("live", "reside")
        and clause.tense == "past"
        and (past := _HOME.match(clause.rest))
        and (where := place(past["place"]))
    ):
        return [draft(clause, f"former_residence:{where.casefold()}", where, moment.absolute(clause.telling()))]
    elif clause.verb in ("move", "relocate", "settle") and clause.tense in ("past", "perfect"):
        text = (
            re.sub(r"^(?:back\s|down\s|over\s|out\s|house\s|here\s)?(?:from\s[^,]{2,40}?\s(?=to\b))?", "", clause.rest)
            if not clause.rest.startswith(("to ", "in "))
            else clause.rest
        )
        if not text.startswith(("to ", "in ", "near ")):
            return []
    elif clause.verb == "be" and (
        based := re.match(
            r"(?:now |currently )?(?:based|located|living|settled|resident)\s(?:out\sof\s(?=\w)|(?=\w))(.+)",
            clause.rest,
        )
    ):
        text = based[1] if re.match(r"(?:in|at|near|outside)\s", based[1]) else "in " + based[1]
    match = _HOME.match(text)
    if not match:
        return _household(clause) if clause.verb == "live" and clause.tense == "present" else []
    where = place(match["place"])
    if not where or re.match(
        r"(?:vim|linux|mac|macos|windows|github|gitlab|aws|gcp|azure|rust|go|python)\b", where, re.IGNORECASE
    ):
        return (
            _household(clause)
            if clause.verb == "live"
            and not match["place"].startswith(("fear", "hope", "peace", "denial", "the moment"))
            else []
        )
    verb = "live" if clause.subject.plural and clause.subject.kind == "person" else "lives"
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    return [
        draft(
            clause,
            "residence",
            where,
            f"{label} {verb} in {where}",
            importance=4,
            valid_from=moment.since(clause.predicate),
            entities=(where,),
        )
    ]


def _household(clause: Clause) -> list[Candidate]:
    if re.match(
        r"(?:alone|by myself|with|in an?|near|next to|on an?|on the|in the|close to|above)\b", clause.rest
    ) and not re.search(r"\b(?:moment|past|now\b)", clause.rest):
        return [draft(clause, "household", unfilled(clause.rest), clause.telling())]
    return []


def origin(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    if clause.subject.kind not in ("me", "team", "person") or clause.negated:
        return []
    text = clause.rest
    if (
        clause.verb == "be"
        and clause.tense == "present"
        and (match := re.match(r"(?:originally |actually |also )*from\s(?P<place>.+)", text))
    ) or (
        clause.verb in ("come", "hail", "originate")
        and clause.tense == "present"
        and (match := re.match(r"(?:originally )?from\s(?P<place>.+)", text))
    ):
        verb = "are" if clause.subject.plural and clause.subject.kind == "person" else "is"
        said = f"{verb} from"
    elif (
        clause.verb == "grow"
        and clause.tense in ("past", "perfect")
        and (match := re.match(r"up\s(?:in|near|on|outside)\s(?P<place>.+)", text))
    ):
        said = "grew up in"
    else:
        return []
    where = place(match["place"])
    if not where or re.match(r"(?:the\s)?(?:future|past|Mars|Venus|team|HR|IT|QA)\b", where):
        return []
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    return [draft(clause, "origin", where, f"{label} {said} {where}", entities=(where,))]


def status(clause: Clause, moment: Moment) -> list[Candidate]:
    """Married or not, how many children, which nationality, which pronouns."""
    if clause.subject.kind not in ("me", "person", "team") or clause.negated:
        return []
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    if (
        clause.verb in ("be", "get")
        and (match := _STATUS.match(clause.rest))
        and not (clause.verb == "be" and clause.tense == "past")
    ):
        if clause.verb == "get" and clause.tense not in ("past", "perfect"):
            return []
        state = match[1].lower()
        if state == "engaged" and re.match(r"engaged\s(?:in|with)\b", clause.rest):
            return []
        found = [draft(clause, "marital_status", state, f"{label} is {state}", valid_from=moment.since(clause.rest))]
        if (to := re.match(r"married\sto\s(.+)", clause.rest)) and (spouse := name_like(to[1])):
            found.append(
                draft(
                    clause, "relation:spouse:name", spouse, f"{label}'s spouse is called {spouse}", entities=(spouse,)
                )
            )
        if kids := re.search(r"\bwith\s(\w+)\s(?:kids|children)\b", clause.rest):
            found += _children(clause, kids[1])
        return found
    if clause.verb == "be" and clause.tense == "present":
        if kids := re.match(r"(?:an?\s|the\s)?(?:\w+\s)?(?:mother|father|mum|mom|dad|parent)\sof\s(\w+)", clause.rest):
            return _children(clause, kids[1])
        if match := _NATIONALITY.match(clause.rest):
            return [
                draft(
                    clause, "nationality", match["what"], f"{label} is {match['what'][0].upper() + match['what'][1:]}"
                )
            ]
        if handed := re.match(r"(left|right)[- ]handed|ambidextrous", clause.rest):
            return [draft(clause, "handedness", handed.group(), f"{label} is {handed.group()}")]
        if tall := re.match(
            r"\d[\d.,'′]*\s?(?:cm|m|ft|feet|foot|metres|meters|'|\")[\s\d\"'inches]*(?:\stall)?$", clause.rest
        ):
            return [draft(clause, "height", tall.group(), f"{label} is {tall.group()}")]
    if clause.mine and clause.verb in ("use", "go", "prefer") and (match := _PRONOUNS.search(clause.rest)):
        return [pronouns(clause, match["what"])]
    return []


def pronouns(clause: Clause, what: str) -> Candidate:
    return draft(
        clause, "pronouns", what.replace(" ", ""), f"User's pronouns are {what.replace(' ', '').lower()}", importance=4
    )


def _children(clause: Clause, count: str) -> list[Candidate]:
    value = number(count)
    if value is None:
        return []
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    return [draft(clause, "children_count", str(value), f"{label} has {value} {'child' if value == 1 else 'children'}")]


def schooling(clause: Clause, moment: Moment) -> list[Candidate]:
    """Study, school and degree."""
    if clause.subject.kind not in ("me", "person") or clause.negated or not clause.lively:
        return []
    label, found = clause.subject.label, []
    was = clause.tense == "past"
    text = clause.rest
    if clause.verb in ("study", "major", "specialise", "specialize", "read") and not (
        clause.verb == "read" and " at " not in text
    ):
        subject = re.split(
            r"\s(?:at|in|since|for|with|on|there|right)\b|[,;]", re.sub(r"^(?:in|for an?|for|towards)\s", "", text)
        )[0].strip()
        if re.match(r"(?:at|in)\s[A-Z]", text) and clause.verb == "study":
            subject = ""
        if subject and not re.match(
            r"(?:hard|tonight|the|this|a lot|my|every|late|abroad|it|these|your|how|what)\b", subject
        ):
            found.append(draft(clause, "major", subject, f"{label} {'studied' if was else 'studies'} {subject}"))
        if (where := re.search(r"(?:^|\s)at\s(.+)$", text)) and (school := org(where[1])):
            found.append(
                draft(
                    clause,
                    "school",
                    school,
                    f"{label} {'studied' if was else 'studies'} at {school}",
                    entities=(school,),
                )
            )
        return found
    if clause.verb in ("attend", "graduate") or (
        clause.verb == "go"
        and re.match(
            r"to\s(?:the\s)?(?:\w+\s){0,3}(?:University|College|School|Academy|university|college|school)\b", text
        )
    ):
        where = re.sub(r"^(?:from|at|to)\s", "", text)
        school = org(where)
        if school and (
            clause.verb != "attend"
            or re.search(
                r"university|college|school|academy|institute|primary|kindergarten|polytechnic", text, re.IGNORECASE
            )
        ):
            verb = {
                "attend": "attended" if was else "attends",
                "graduate": "graduated from",
                "go": "went to" if was else "goes to",
            }[clause.verb]
            return [draft(clause, "school", school, f"{label} {verb} {school}", valid_from=None, entities=(school,))]
        return []
    if clause.verb in ("have", "hold", "get", "finish", "do") and (
        degree := re.match(
            r"(?:an?|my)\s((?:[\w']+\s)?(?:degree|PhD|phd|doctorate|master's|masters|bachelor's|bachelors|MBA|BSc|MSc|"
            r"BA|MA|diploma|doctorate)\b(?:\sdegree)?)(?:\s(?:in|of|from)\s(.+))?",
            text,
        )
    ):
        if clause.verb == "do" and clause.tense != "progressive":
            return []
        what = trimmed(f"{degree[1]} in {degree[2]}" if degree[2] else degree[1])
        verb = "is doing" if clause.verb == "do" else "has"
        return [draft(clause, "degree", what, f"{label} {verb} a {third(what)}")]
    if clause.verb == "be" and (
        year := re.match(
            r"in\s(?:the\s)?((?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|1st|"
            r"2nd|3rd|\d+th|final)\s(?:grade|year|form)|kindergarten|year \d+|high school|primary school|middle school|"
            r"preschool|nursery)\b",
            text,
        )
    ):
        return [draft(clause, "grade", year[1], f"{label} is in {year[0][3:]}")]
    return []


RULES = (birth, age, status, origin, residence, schooling)
__all__ = ["NUMBERS", "RULES", "dated", "name", "pronouns", "vocative"]
