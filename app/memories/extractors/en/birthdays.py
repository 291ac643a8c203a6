"""Age, birthday, birth."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import entries
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.values import number, place
from app.memories.model import Candidate
from app.text import patterns as re

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
    r"\s(?:and|now|this|today|in|so|but|next|last|yesterday|on|a\s(?:few|couple)|two|three)\b)",
    re.IGNORECASE,
)


def age(clause: Clause, moment: Moment) -> list[Candidate]:
    if (
        clause.verb == "turn"
        and clause.tense in ("past", "perfect", "present")
        and clause.subject.kind in ("me", "person")
    ) or (
        clause.verb == "be"
        and clause.subject.kind in ("me", "person")
        and clause.tense == "present"
        and not clause.negated
    ):
        text = clause.rest
    else:
        return []
    if clause.verb == "turn" and clause.tense == "present":
        return _turning(clause, moment)
    match = _AGE.match(text)
    years = number(match["age"]) if match else None
    if (
        not match
        or years is None
        or not 0 < years < 116
        or (match["age"].lower() in ("a", "an", "one", "both", "single") and not match["unit"])
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


_TURNS = re.compile(r"(?P<age>\d{1,3}|[a-z]+(?:-[a-z]+)?)\s(?:(?:this|next|on|in)\s)?(?P<when>\S.*)$")


def _turning(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my daughter turns seven on Saturday`: the day is her birthday."""
    turns = _TURNS.match(clause.rest)
    years = number(turns["age"]) if turns else None
    if turns is None or years is None or (found := moment.coming(clause.rest)) is None or found.grain != "day":
        return []
    day = dated(turns["when"], moment)
    if day is None:
        return []
    label = clause.subject.label
    return [
        draft(
            clause,
            "birthday",
            day[0],
            f"{label}'s birthday is {day[1]} ({moment.absolute(clause.telling())})",
            importance=4,
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
    elif only := re.search(r"\bin\s(?:\w+\s)?((?:19|20)\d\d)\b", text):
        year = only[1]
    if year:
        found.append(draft(clause, "birth_year", year, f"{label} was born in {year}"))
    at = re.search(r"(?:^|\s)(?:in|at|near|and raised in)\s(?!(?:19|20)\d\d)(?P<place>.+)$", text)
    if at and not re.match(rf"(?:{'|'.join(_MONTHS)})\b", at["place"], re.IGNORECASE) and (where := place(at["place"])):
        found.append(draft(clause, "origin", where, f"{label} was born in {where}"))
    return found
