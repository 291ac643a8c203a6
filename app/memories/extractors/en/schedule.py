"""When a person can and cannot, and what recurs."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.slots import DAY, PART, RECURS, is_lasting, slot
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate, Kind
from app.text import patterns as re

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
    if (
        clause.verb == "be"
        and not clause.negated
        and clause.tense == "present"
        and is_lasting(whole)
        and (
            at := re.match(
                r"(?:always\s|usually\s|only\s)?(?:at|in)\s(?:the|our|my)\s(?P<where>(?!office\b|middle|"
                r"mood)[\w' -]{3,30}?)(?=$|,|\son\b|\sfrom\b|\severy\b)",
                clause.rest,
            )
        )
    ):
        return [draft(clause, f"schedule:{head(at['where'])}", named, clause.telling())]
    free = (
        clause.verb == "be"
        and not clause.negated
        and re.match(r"(?:\w+ly\s|always\s)*(?:free|available|around|reachable|in the office)\b", clause.rest)
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
        and (
            _MEETING.search(whole)
            or clause.verb == "work"
            or re.match(rf"(?:{PART}|{DAY}|early|late|anything)\b", clause.rest, re.IGNORECASE)
        )
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
    if not is_lasting(whole):
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


def recurring(clause: Clause, moment: Moment) -> list[Candidate]:
    """`our stand-up is at 9:30 every weekday`, `I have therapy every Thursday at 6`."""
    whole = f"{clause.predicate} {clause.lead}".strip()
    if clause.negated or clause.tense in ("past", "future") or clause.modal or not RECURS.search(whole):
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


_KEPT = ("reserved", "sacred", "taken", "spoken for")  # for whom stands in the words themselves


def meeting_rule(text: str, moment: Moment) -> list[tuple[str, str, str]]:
    """`no meetings on Wednesdays`, `Fridays are off for me`: content, key, value."""
    if (
        (
            match := re.match(
                r"(?:please\s)?(?:no|(?:do not|never) (?:schedule|book|put|plan|arrange)(?:\sany|\sme\sfor|\sme(?=\s(?:anything|meetings?|calls?|stuff)))?)\s"
                r"(?P<what>meetings?|calls?|appointments?|anything|me|stuff|things)\b(?P<when>[^,;]*)",
                text,
                re.IGNORECASE,
            )
        )
        and (named := slot(match["when"]))
        and is_lasting(match["when"] + " meetings")
    ):
        when = third(re.sub(r"\s?(?:please|for me)\b", "", match["when"]).strip(" ,."), named=True)
        what = "appointments" if match["what"].lower() == "me" else match["what"].lower()
        when = re.sub(r"^in for\s|^for User\s|\sin$", "", when)
        return [(f"User can not do {what} {when}", f"schedule:{named}", "unavailable")]
    if match := re.match(
        rf"(?P<days>(?:{DAY[:-2]}s)(?:\s{PART})?)\s(?:are|is)\s(?P<state>off|bad|out|blocked|busy|free|fine|good|"
        r"best|no good|off[- ]limits|family time|reserved|sacred|taken|spoken for)\b(?:.*\b(?:for me|with me|my|me))?.*$",
        text,
        re.IGNORECASE,
    ):
        free = match["state"].lower() in ("free", "fine", "good", "best")
        return [
            (
                third(text)
                if match["state"].lower() in _KEPT
                else f"{match['days']} are {match['state'].lower()} for User",
                f"schedule:{slot(match['days'])}",
                "available" if free else "unavailable",
            )
        ]
    return []
