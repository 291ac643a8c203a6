"""When a person can and cannot, and what recurs."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, unfilled
from app.memories.extractors.en.lexicon import entries
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head, third
from app.memories.model import Candidate, Kind

_DAYS = entries("grammar", "days")
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_PART = r"(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?)"
_TIME = (
    r"(?:\d{1,2}(?:[:.]\d\d)?\s?(?:a\.?m\b\.?|p\.?m\b\.?|o'clock|h\b)?|noon|midnight|lunch(?:time)?|"
    r"school hours|dinner|working hours|office hours)"
)
SLOT = re.compile(
    rf"\b(?:(?P<days>{_DAY}(?:(?:,\s|\sand\s|\sor\s|,\sand\s){_DAY})*)(?:\s(?P<part>{_PART}))?|"
    rf"(?P<group>weekends?|weekdays|weeknights|workdays)(?:\s(?P<gpart>{_PART}))?|(?:in\sthe\s|every\s|any\s|"
    rf"during\sthe\s)(?P<alone>{_PART})|(?<=only\s)(?P<only>{_PART}))\b",
    re.IGNORECASE,
)
_CLOCK = re.compile(
    rf"\b(?P<when>before|after|until|till|from|at|around|between|past|by)\s(?P<time>{_TIME})(?:\s(?:and|to|until|"
    rf"till|-)\s(?P<end>{_TIME}))?",
    re.IGNORECASE,
)
_RECURS = re.compile(
    rf"\b(?:every\s(?:other\s|second\s|two\s|three\s|first\s|last\s|single\s)?(?:{_DAY}|day|week|weeks|month|"
    rf"months|weekday|workday|morning|evening|afternoon|night|year|quarter|sprint)|{_DAY[:-2]}s\b|"
    rf"on\s(?:{_DAY[:-2]})s|on\s(?:weekdays|weekends)|weekly|bi-?weekly|fortnightly|daily|monthly|(?:once|"
    rf"twice)\sa\s(?:week|month|day)|each\s(?:{_DAY}|week|month|day|morning)|the\s(?:first|second|third|"
    rf"last)\s{_DAY}\sof\s(?:the|every|each)\smonth)\b",
    re.IGNORECASE,
)
_BLOCKED = re.compile(
    r"(?:not\s(?:available|around|free|reachable|working|in the office)|unavailable|busy|booked|off\b|"
    r"out of (?:the )?office|blocked|out\b(?!\sof)|away|offline|unreachable)(?P<rest>.*)$",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?:meetings?|meet|calls?|appointments?|work\b|available|come in|attend|take calls|talk|do\s(?:calls|"
    r"meetings)|make it|join|be reached|be disturbed|schedule|be\savailable|answer|reply|respond|check (?:email|"
    r"messages))",
    re.IGNORECASE,
)
_EVENTS = re.compile(
    r"\b(?:stand-?ups?|meeting|class(?:es)?|lessons?|practice|training|rehearsals?|therapy|session|sync|"
    r"retro(?:spective)?|planning|review|1:1s?|one-on-ones?|call|choir|course|seminar|lecture|shift|appointment|"
    r"dialysis|gym|game night|book club|demo|all-hands|town hall|sprint\s\w+|check-?in|workshop|physio|mass|"
    r"church|dinner|lunch|brunch|yoga|pilates|swim\w*|club|pick ?up|league|match|band|orchestra|service)\b",
    re.IGNORECASE,
)


def slot(text: str) -> str:
    """The key of a time of the week: `friday-afternoon`, `monday-before-10am`; "" when there is none."""
    parts: list[str] = []
    if match := SLOT.search(text):
        days = re.findall(_DAY, match["days"] or "", re.IGNORECASE)
        if days:
            parts.append("+".join(day.lower().rstrip("s") for day in days))
        elif match["group"]:
            parts.append(match["group"].lower().rstrip("s"))
        part = match["part"] or match["gpart"] or match["alone"] or match["only"]
        if part:
            parts.append(part.lower().rstrip("s"))
    if clock := _CLOCK.search(text):
        time = re.sub(r"[\s.]", "", clock["time"].lower())
        parts.append(
            f"{clock['when'].lower().replace('till', 'until')}-{time}"
            + (f"-{re.sub(r'[ .]', '', clock['end'].lower())}" if clock["end"] else "")
        )
    elif (match := re.search(r"\b(?:mornings|evenings|afternoons|nights)\b", text, re.IGNORECASE)) and not parts:
        parts.append(match.group().lower().rstrip("s"))
    return "-".join(parts)


def _lasting(text: str) -> bool:
    """A rule of the week, and not the one day that comes next."""
    return bool(
        _RECURS.search(text)
        or re.search(
            rf"\b(?:{_DAY[:-2]}s|{_DAY[:-2]}\s(?:mornings|afternoons|evenings|nights)|mornings|evenings|weekends?|"
            r"weekdays|afternoons|any|ever|generally|usually|always|never|meetings|calls)\b",
            text,
            re.IGNORECASE,
        )
    )


def availability(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I can't do meetings before 10am on Mondays`, `I'm free on Thursdays`."""
    if (
        clause.subject.kind not in ("me", "team", "person")
        or clause.tense in ("past", "perfect")
        or clause.modal in ("would", "might", "could", "may", "should")
    ):
        return []
    whole = f"{clause.predicate} {clause.lead}".strip()
    named = slot(whole)
    if not named:
        return _away(clause, moment, whole)
    free = (
        clause.verb == "be"
        and not clause.negated
        and re.match(
            r"(?:\w+ly\s|always\s|only\s|usually\s)*(?:free|available|around|reachable|in the office)\b", clause.rest
        )
    )
    blocked = (
        clause.verb == "be"
        and (
            _BLOCKED.match(clause.rest)
            or (
                clause.negated
                and re.match(r"(?:available|free|around|reachable|working|in the office|up|at my desk)\b", clause.rest)
            )
        )
    ) or (
        clause.negated
        and (
            clause.modal == "can"
            or clause.verb
            in (
                "work",
                "take",
                "do",
                "have",
                "answer",
                "reply",
                "check",
                "schedule",
                "attend",
                "meet",
                "accept",
                "read",
                "respond",
            )
        )
        and (_MEETING.search(whole) or clause.verb == "work")
    )
    able = (
        clause.modal == "can"
        and not clause.negated
        and _MEETING.search(whole)
        and re.search(r"\b(?:now|again|any)\b", whole)
    ) or (clause.verb == "work" and "only" in whole and not clause.negated)
    if not (free or blocked or able):
        return []
    content = re.sub(r"\s(?:now|again)$", "", clause.telling()) if able else unfilled(clause.telling())
    if not _lasting(whole):
        end = moment.coming(whole)
        return (
            [
                draft(
                    clause,
                    f"schedule:{named}",
                    "unavailable" if blocked else "available",
                    moment.absolute(content),
                    kind=Kind.EVENT,
                    valid_from=end.since,
                    expires_at=end.until,
                )
            ]
            if end
            else []
        )
    return [draft(clause, f"schedule:{named}", "unavailable" if blocked else "available", content, importance=4)]


def _away(clause: Clause, moment: Moment, whole: str) -> list[Candidate]:
    """Out of office for a dated while; it ends by itself."""
    if (
        clause.verb == "be"
        and re.match(
            r"(?:out of (?:the )?office|on (?:vacation|holiday|leave|annual leave|parental leave|sick leave)|away|"
            r"off work|travell?ing)\b",
            clause.rest,
        )
        and (found := moment.coming(whole))
    ):
        return [
            draft(
                clause,
                None,
                None,
                moment.absolute(clause.telling()),
                kind=Kind.EVENT,
                valid_from=found.since,
                expires_at=found.until,
            )
        ]
    return []


def recurring(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    """`our stand-up is at 9:30 every weekday`, `I have therapy every Thursday at 6`."""
    whole = f"{clause.predicate} {clause.lead}".strip()
    if clause.negated or clause.tense in ("past", "future") or clause.modal or not _RECURS.search(whole):
        return []
    if (
        clause.subject.kind == "thing"
        and clause.subject.label.startswith("User's")
        and clause.verb in ("be", "happen", "start", "take", "meet", "run")
    ):
        if not _EVENTS.search(clause.subject.noun):
            return []
        name, content = clause.subject.noun, clause.telling()
    elif (
        clause.subject.kind in ("me", "team", "person")
        and clause.verb in ("have", "attend", "do", "go", "take", "hold", "run", "teach")
        and (event := _EVENTS.search(clause.rest))
    ):
        before = re.split(r"\s(?:every|each|on|at|once|twice|with|from|weekly|daily|for|in)\b", clause.rest)[0]
        if not _EVENTS.search(before) and not event:
            return []
        name, content = re.sub(r"^(?:an?|the|my|our|to|to\s(?:the|my|an?)|up)\s", "", before), clause.telling()
        name = re.sub(r"^(?:an?|the|my|our)\s", "", name)
    else:
        return []
    own = clause.subject.kind == "team" or clause.subject.plural
    return [
        draft(
            clause,
            f"schedule:{head(name)}",
            slot(whole) or head(third(whole)),
            content,
            project_bound=own and bool(re.search(r"stand|sprint|retro|sync|review|planning|demo", name, re.IGNORECASE)),
        )
    ]


def meeting_rule(text: str, moment: Moment) -> list[tuple[str, str, str]]:  # noqa: ARG001
    """`no meetings on Wednesdays`, `Fridays are off for me`: content, key, value."""
    if (
        (
            match := re.match(
                r"(?:please\s)?(?:no|do not (?:schedule|book|put|plan|arrange)(?:\sany|\sme\sfor)?)\s(?P<what>meetings?|"
                r"calls?|appointments?)\b(?P<when>.*)$",
                text,
                re.IGNORECASE,
            )
        )
        and (named := slot(match["when"]))
        and _lasting(match["when"] + " meetings")
    ):
        when = third(re.sub(r"\s?(?:please|for me)\b", "", match["when"]).strip(" ,."), named=True)
        return [(f"User can not do {match['what'].lower()} {when}", f"schedule:{named}", "unavailable")]
    if match := re.match(
        rf"(?P<days>(?:{_DAY[:-2]}s)(?:\s{_PART})?)\s(?:are|is)\s(?P<state>off|bad|out|blocked|busy|free|fine|good|"
        r"best|no good|off[- ]limits|family time)\b(?:.*\b(?:for me|with me|my|me))?.*$",
        text,
        re.IGNORECASE,
    ):
        free = match["state"].lower() in ("free", "fine", "good", "best")
        return [
            (
                f"{match['days']} are {match['state'].lower()} for User",
                f"schedule:{slot(match['days'])}",
                "available" if free else "unavailable",
            )
        ]
    return []


RULES = (recurring, availability)
