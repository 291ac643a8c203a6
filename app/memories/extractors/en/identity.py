"""Who a person is: name, form of address, pronouns, family status, nationality."""

from dataclasses import replace

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.subjects import Subject
from app.memories.extractors.en.values import name_like, names, number
from app.memories.model import Candidate
from app.text import patterns as re

_STATUS = re.compile(
    r"(?:newly |happily |recently |still |legally |not )?(single|married|divorced|widowed|engaged|separated|"
    r"in a relationship|an? widow(?:er)?)\b",
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

_HEAVY = re.compile(
    r"(?:about |around |roughly |almost |just |nearly )*(\d{2,3}(?:\.\d)?\s?(?:kg|kgs|kilos?|kilograms|lbs?|pounds|"
    r"stone))\b"
)

_VOCATIVE = re.compile(
    r"(?:(?:you\s(?:can|may|could)\s|please\s|just\s|(?:everyone|everybody|(?:most\s)?people|they|"
    r"(?:all\s)?(?:my|the)\s\w+(?:\s\w+)?|friends)\s(?:(?:at|in|from|on)\s(?:the\s|my\s)?\w+\s|here\s|"
    r"else\s)?){0,3})(?:just\s)?(?:(?:calls?|address|refers?\sto)\sme\s(?:as\s|by\s)?|(?:shortens?|abbreviates?)\s(?:it|me)\s(?:down\s)?to\s)(?P<name>.+)$",
    re.IGNORECASE,
)


def name(clause: Clause, moment: Moment) -> list[Candidate]:  # read one by one
    """`I am Maya Lind`, `I go by Jo`, `my name is …` of any person."""
    if (
        clause.verb == "be"
        and clause.mine
        and clause.tense == "present"
        and not clause.negated
        and (found := name_like(clause.rest) or _typed_small(clause.rest))
    ):
        return _named(clause, found)
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
        return _named(clause, found)
    if (
        clause.verb == "call"
        and clause.predicate.startswith(("is called", "are called"))
        and (found := name_like(clause.rest, sure=True))
    ):
        return _named(clause, found)
    if (
        clause.verb == "be"
        and clause.subject.kind == "person"
        and clause.subject.role
        and not clause.subject.name
        and not clause.negated
        and (found := name_like(_NOW.sub("", clause.rest), sure=_TITLED.match(clause.rest) is not None))
    ):
        return _named(clause, found)
    return []


_NOW = re.compile(r"\s(?:now|these days|nowadays|at the moment|again)$")
_TITLED = re.compile(r"(?:Dr|Prof|Mrs?|Ms)\.?\s[A-Z]")  # what follows is more about them: Dr Moss on Elm Street


def _typed_small(text: str) -> str:
    """`i'm nadia, 27, …`: a name in small letters shows only by the age behind it."""
    match = re.match(r"([a-z]{3,12}),\s\d{2}\b", text)
    return name_like(match[1], sure=True) if match else ""


def _named(clause: Clause, found: str) -> list[Candidate]:
    if clause.mine:
        return [draft(clause, "name", found, f"User's name is {found}", importance=5, entities=(found,))]
    return called(clause, clause.subject, found)


_EACH = {"children": "child", "twins": "child", "siblings": "sibling", "grandchildren": "grandchild"}


def called(clause: Clause, who: Subject, found: str) -> list[Candidate]:
    """The name of a person, or the name of each: `my sons are called Nils and Ole` names two."""
    given = names(clause.rest[clause.rest.index(found) :]) if who.plural and found in clause.rest else [found]
    if one := _EACH.get(who.role):
        who = replace(who, role=one, prefix=f"relation:{one}:")
    aside = replace(clause, subject=who)
    if len(given) < 2 or who.role.endswith("s"):  # one, or people who are a pair
        verb, told = ("are", " and ".join(given)) if who.plural else ("is", found)
        return [draft(aside, "name", told, f"{who.label} {verb} called {told}", entities=tuple(given))]
    return [
        draft(aside, f"{one.casefold()}:name", one, f"User has a {who.role} called {one}", entities=(one,))
        for one in given
    ]


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


def status(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
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
        state = "widowed" if "widow" in match[1].lower() else match[1].lower()
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
            return [draft(clause, "height", height(tall.group()), f"{label} is {tall.group()}")]
    if clause.verb == "weigh" and clause.tense == "present" and (heavy := re.match(_HEAVY, clause.rest)):
        return [draft(clause, "weight", weight(heavy[1]), f"{label} weighs {heavy[1]}")]
    if clause.mine and clause.verb in ("use", "go", "prefer") and (match := _PRONOUNS.search(clause.rest)):
        return [pronouns(clause, match["what"])]
    return []


def height(said: str) -> str:
    """`1.78 m`, `178cm tall`, `5'10"` → 178 cm."""
    numbers = [float(one.replace(",", ".")) for one in re.findall(r"\d+(?:[.,]\d+)?", said)]
    if re.search(r"'|′|ft|feet|foot", said):
        return f"{round(numbers[0] * 30.48 + (numbers[1] if len(numbers) > 1 else 0) * 2.54)} cm"
    return f"{round(numbers[0] * (100 if numbers[0] < 3 else 1))} cm"  # metres


def weight(said: str) -> str:
    """`70 kilos`, `154 lbs` → 70 kg."""
    number_ = float(re.findall(r"\d+(?:\.\d+)?", said)[0])
    factor = 6.35 if "stone" in said else 0.4536 if re.search(r"lb|pound", said) else 1
    return f"{round(number_ * factor, 1 if factor == 1 else None):g} kg"


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
