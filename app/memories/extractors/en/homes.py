"""Where a person lives and comes from."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.tools import kind_of
from app.memories.extractors.en.values import place, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_HOME = re.compile(
    r"(?:currently |now |still |actually |right |mostly |originally )*(?:in|at|near|outside|around|to|within|"
    r"just outside|on)\s(?P<place>.+)$",
    re.IGNORECASE,
)

_STREET = re.compile(r"(?:currently |now |still )*(?:at|to|on)\s(?P<where>\d{1,5}\w?,?\s[A-Z].+)$")
_SERVICES = words("tools", "services")


_THESE_DAYS = re.compile(r"(in\s[A-Z][^,]+?)\s(?:these days|nowadays|for good|permanently)\b", re.IGNORECASE)
_RENTED = re.compile(  # renting in Kreuzberg, a flat in Porto that is rented
    r"(?:an?\s(?:[\w-]+\s){0,3}?(?:flat|apartment|house|room|place|studio|cottage|bedsit|loft|houseshare|flatshare)\s)?(?P<at>in\s[A-Z].*)$"
)
_IN_A_PLACE = re.compile(  # a village near Hexham
    r"(?P<what>(?:in|on)\san?\s(?:[\w-]+\s){0,2}?(?:town|village|suburb|city|flat|apartment|house|hamlet|farm|cottage|houseboat|island|"
    r"neighbou?rhood|district|bungalow)\s(?:near|outside|in|of|close to|just outside|north of|south of|east of|west of|off)\s)"
    r"(?P<place>[A-Z].*)$"
)
_WITH = re.compile(
    r"\s(?P<who>with (?:my|our|an?|two|three|four|five|some) (?:[\w-]+ ){0,2}?(?:wife|husband|partner|girlfriend|boyfriend|kids?|children|sons?|"
    r"daughters?|parents|mum|mom|dad|mother|father|sisters?|brothers?|family|flatmates?|roommates?|housemates?|friends?|cats?|dogs?|"
    r"grandmother|grandma|grandparents|in-laws|twins)(?: and (?:my|our|an?|two|three) [\w-]+(?: [\w-]+)?)?)(?=$|[,;]|\s(?:who|and|but|in|now))",
    re.IGNORECASE,
)
_MADE_THE_MOVE = re.compile(r"(?:^the move to|^sticks and (?:moved|went) to|^roots in|^down in|^in)\s([A-Z][^,]+)$")


def residence(clause: Clause, moment: Moment) -> list[Candidate]:
    if clause.subject.kind == "thing" and clause.verb == "be" and clause.tense == "present" and not clause.negated:
        return _home_is(clause, moment)
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
    elif clause.verb in ("move", "relocate", "settle", "emigrate", "immigrate") and clause.tense in (
        "past",
        "perfect",
    ):
        text = (
            re.sub(r"^(?:back\s|down\s|over\s|out\s|house\s|here\s)?(?:from\s[^,]{2,40}?\s(?=to\b))?", "", clause.rest)
            if not clause.rest.startswith(("to ", "in "))
            else clause.rest
        )
        if not text.startswith(("to ", "in ", "near ")):
            return []
    elif (
        clause.verb == "be"
        and clause.tense == "present"
        and (these := _THESE_DAYS.match(f"{clause.rest} {clause.lead}".strip()))
    ):
        text = these[1]
    elif (
        clause.verb in ("leave", "swap", "trade")
        and clause.tense in ("past", "perfect")
        and (
            gone := re.match(r"[A-Z][\w' -]{1,25}? for ([A-Z][\w' -]{1,25})(?=$|,\s[a-z])", moment.undated(clause.rest))
        )
    ):
        text = f"to {gone[1]}"
    elif (
        clause.verb in ("make", "up")
        and clause.tense in ("past", "perfect")
        and (made := _MADE_THE_MOVE.search(clause.rest))
    ):
        text = f"to {made[1]}"
    elif (
        clause.verb == "be"
        and clause.tense == "perfect"
        and (been := re.match(r"(?:living\s|based\s)?(in\s[A-Z][^,]+?)\s(?:since|for)\s", clause.rest))
    ):
        text = been[1]
    elif clause.verb == "be" and (
        based := re.match(
            r"(?:now |currently )?(?:based|located|living|settled|resident)\s(?:out\sof\s(?=\w)|(?=\w))(.+)",
            clause.rest,
        )
    ):
        text = based[1] if re.match(r"(?:in|at|near|outside)\s", based[1]) else "in " + based[1]
    elif (
        clause.verb in ("rent", "stay", "dwell", "squat", "houseshare", "settle")
        and clause.tense in ("present", "progressive")
        and not re.search(r"\b(?:until|till|for now|for the)\b", clause.rest)
        and (rented := _RENTED.match(clause.rest))
    ):
        text = rented["at"] if clause.verb != "stay" else ""
    elif (
        clause.verb == "be"
        and clause.tense == "present"
        and re.search(r"\b(?:now|these days|nowadays)$", f"{clause.rest} {clause.lead}".strip())
        and _IN_A_PLACE.match(clause.rest)
    ):
        text = unfilled(clause.rest)
    if (around := _IN_A_PLACE.match(text)) and (where := place(around["place"])):
        label = clause.subject.label if clause.subject.kind == "person" else "User"
        lives = "live" if clause.subject.plural and clause.subject.kind == "person" else "lives"
        told = f"{label} {lives} {around['what']}{where}"
        since = moment.since(clause.predicate)
        home = draft(clause, "residence", where, told, importance=4, valid_from=since, entities=(where,))
        return [home, *_with_whom(clause, f"{label} {lives}", around["place"])]
    if street := _STREET.match(text):
        label = "User" if clause.subject.kind == "team" else clause.subject.label
        verb = "live" if clause.subject.plural and clause.subject.kind == "person" else "lives"
        where = unfilled(moment.undated(street["where"]))
        since = moment.since(clause.predicate)
        return [draft(clause, "address", where, f"{label} {verb} at {where}", importance=4, valid_from=since)]
    match = _HOME.match(text)
    if not match:
        return _household(clause) if clause.verb == "live" and clause.tense in ("present", "progressive") else []
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
    if kind_of(where) is not None or where.casefold() in _SERVICES:  # we moved to Kubernetes
        return []
    verb = "live" if clause.subject.plural and clause.subject.kind == "person" else "lives"
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    return [
        *_with_whom(clause, f"{label} {verb}", match["place"]),
        draft(
            clause,
            "residence",
            where,
            f"{label} {verb} in {where}",
            importance=4,
            valid_from=moment.since(clause.predicate),
            entities=(where,),
        ),
    ]


def _with_whom(clause: Clause, lives: str, text: str) -> list[Candidate]:
    """Whom a home is shared with: `in Cork with my two kids`."""
    shared = _WITH.search(text)
    return [draft(clause, "household", shared["who"], f"{lives} {third(shared['who'], named=True)}")] if shared else []


_MY_HOME = re.compile(
    r"(?:new |current |present |actual )*(?:home|house|flat|apartment|place|address|home town|hometown)(?: now| address)?$",
    re.IGNORECASE,
)


def _home_is(clause: Clause, moment: Moment) -> list[Candidate]:
    """`My new home is Leeds`, `my flat is in Ghent`."""
    if not _MY_HOME.match(clause.subject.noun) or not clause.subject.label.startswith("User's"):
        return []
    found = re.match(r"(?:now |currently |still )*(?:in |at )?(?P<place>(?:the )?[A-Z].+)$", clause.rest)
    where = place(found["place"]) if found else ""
    if not where or re.search(r"\d", where):
        return []
    return [
        draft(
            clause,
            "residence",
            where,
            f"User lives in {where}",
            importance=4,
            valid_from=moment.since(clause.lead),
            entities=(where,),
        )
    ]


def _household(clause: Clause) -> list[Candidate]:
    if re.match(
        r"(?:alone|by myself|with|in an?|near|next to|on an?|on the|in the|close to|above)\b", clause.rest
    ) and not re.search(r"\b(?:moment|past|now\b)", clause.rest):
        there = re.search(r"^(?P<who>with .+?) (?P<at>in (?P<place>[A-Z].*))$", unfilled(clause.rest))
        where = place(there["place"]) if there else ""
        if there and where:
            told = clause.telling().replace(f" {there['at']}", "")
            home = draft(
                clause, "residence", where, f"{clause.subject.label} lives in {where}", importance=4, entities=(where,)
            )
            return [draft(clause, "household", there["who"], told), home]
        return [draft(clause, "household", unfilled(clause.rest), clause.telling())]
    return []


def origin(clause: Clause, moment: Moment) -> list[Candidate]:
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
        clause.verb in ("raise", "bring", "be")
        and (reared := re.match(r"(?:was|were|am|is)\s(?:\w+\s)?(?:raised|brought up)\s(.+)", clause.predicate))
        and (match := re.match(r"(?:in|near|on|outside)\s(?P<place>.+)", reared[1]))
    ) or (
        clause.verb == "grow"
        and clause.tense in ("past", "perfect")
        and (
            match := re.match(
                r"up\s(?:in|near|on|outside)\s(?:an?\s[a-z -]{2,30}?\s(?:in|near|outside|on|of)\s)?(?P<place>.+)", text
            )
        )
    ):
        said = "grew up in"
    else:
        return []
    where = place(match["place"])
    if not where or re.match(r"(?:the\s)?(?:future|past|Mars|Venus|team|HR|IT|QA)\b", where):
        return []
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    return [draft(clause, "origin", where, f"{label} {said} {where}", entities=(where,))]
