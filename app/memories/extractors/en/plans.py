"""Goals, plans and dated events. What has a date ends with it."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, unfilled
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head, third
from app.memories.model import Candidate, Kind

_OCCASION = re.compile(
    r"\b(?:exam|test|interview|appointment|flight|train|meeting|deadline|surgery|operation|wedding|concert|"
    r"conference|presentation|check-?up|party|trip|holiday|vacation|race|marathon|match|game|performance|"
    r"recital|talk|defen[cs]e|viva|move|due date|visit|dinner|lunch|reservation|booking|hearing|audition|demo|"
    r"review|shift|ceremony|graduation|release|launch|workshop|course|class|call|date|lesson|scan|procedure|"
    r"checkup|driving test|photo shoot|funeral|baptism|christening|tournament|rehearsal|delivery|inspection|"
    r"thesis|exhibition|opening|fitting|tasting|retreat|cruise|festival)s?\b",
    re.IGNORECASE,
)
_LIFE = re.compile(
    r"^(?:learn|become|run (?:an?|the|my|\d)|lose \d|lose (?:some )?weight|quit|stop (?:smoking|drinking|eating|"
    r"biting)|retire|start (?:my own|a (?:business|company|family|podcast|blog|farm))|buy (?:an?|my|"
    r"our) (?:\w+ )?(?:house|home|flat|apartment|boat|car|van)|save (?:up|\d|money|enough|\$|€|£)|publish|"
    r"write (?:a|my) (?:\w+ )?(?:novel|book|memoir|thesis)|climb|finish (?:my|a|the) (?:thesis|phd|degree|"
    r"marathon|novel|dissertation|book|house)|get (?:better at|fit|fluent|my|certified|promoted|into|"
    r"a (?:promotion|licen[cs]e|degree|dog|cat))|move (?:to|abroad|out)|emigrate|improve my|pass (?:the|my)|"
    r"qualify|complete (?:an?|my)|pay off|read \d+|swim|hike the|cycle (?:from|across|the)|travel (?:to|around|"
    r"across)|visit|open (?:an?|my)|earn|reduce my|cut down|eat (?:healthier|less|more)|sleep (?:more|better)|"
    r"exercise more|grow my|build my own|give up|adopt|study (?:for|in|at|medicine|law)|master|launch|"
    r"change careers|sail|raise|bench|deadlift)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:today|tonight|now|right now|this (?:morning|afternoon|evening|minute|code|file|function|one)|"
    r"in a (?:minute|moment|bit|sec)|later|soon|next step)\b",
    re.IGNORECASE,
)
_TELL = re.compile(
    r"^(?:to\s)?(?:know|ask|say|see|understand|talk|tell|thank|make sure|check|try|add|fix|use|be|have|do|"
    r"go over|discuss|focus|sort|write a (?:function|script|regex|query)|create a|implement|let you|show you|"
    r"share|mention|point out|hear|find out|figure out|start with|confirm|believe)\b",
    re.IGNORECASE,
)
_PURSUE = re.compile(
    r"^(?:training\sfor|preparing\sfor|studying\sfor|practi[sc]ing\sfor|saving\s(?:up\s)?(?:for|to)|"
    r"working\s(?:towards|toward|on\s(?:my|an?)\s(?:novel|book|thesis|phd|dissertation|album|memoir|pilot's|"
    r"licen[cs]e|certification))|writing\s(?:a|my)\s(?:\w+\s)?(?:novel|book|thesis|memoir|phd|dissertation)|"
    r"planning\s(?:to|on|a|our|my)|hoping\sto|aiming\s(?:to|for)|trying\sto\s(?:lose|quit|learn|get|eat|cut|"
    r"save|become|stop|run|conceive|drink|reduce)|learning(?:\sto|\show\sto)?\s|getting\smarried|expecting\sa|"
    r"building\s(?:a|my|our)\s(?:house|boat|cabin|shed|tiny house|canoe|guitar)|renovating|moving|going\sto)\b",
    re.IGNORECASE,
)


def goals(clause: Clause, moment: Moment) -> list[Candidate]:
    """What somebody is after: a lasting aim, or one with a date."""
    if clause.subject.kind not in ("me", "team", "person") or clause.negated or clause.tense == "past":
        return []
    if (
        clause.subject.kind == "person"
        and clause.verb != "plan"
        and not re.search(r"\b(?:getting married|expecting|moving|retiring)\b", clause.predicate)
    ):
        return []
    text, predicate = clause.rest, clause.predicate
    coming = moment.coming(clause.text)
    progressive = re.sub(
        r"^(?:am|are|is|have been|has been)\s(?:(?:also|currently|now|still|really|slowly|actually|just)\s)*",
        "",
        predicate,
    )
    if progressive != predicate and (match := _PURSUE.match(progressive)):
        return _pursued(clause, moment, progressive, match)
    if (
        clause.verb in ("want", "hope", "plan", "intend", "aim", "dream", "need", "like", "love")
        and (clause.tense in ("present", "perfect") and clause.modal in ("", "would"))
        and (match := re.match(r"(?:to|on|of|for)\s(.+)", text))
    ):
        aim = match[1]
        wish = clause.verb in ("want", "like", "love", "need", "hope", "dream")
        if (clause.verb in ("like", "love") and clause.modal != "would") or (clause.verb == "need" and not coming):
            return []
        if (_TELL.match(aim) and not (coming and not wish)) or (_NOW.search(aim) and not coming):
            return []
        if wish and not (_LIFE.match(aim) or (coming and coming.grain != "time" and not _NOW.search(aim))):
            return []
        if clause.verb in ("plan", "aim", "intend") and len(aim.split()) < 2 and not coming:
            return []
        return [_goal(clause, moment, aim, "plan" if clause.verb in ("plan", "intend") else "goal")]
    if (
        clause.tense == "future"
        and clause.modal in ("will", "shall")
        and coming
        and coming.grain != "time"
        and clause.subject.kind != "person"
        and not _TELL.match(clause.verb)
        and not _NOW.search(clause.text)
    ):
        return [_goal(clause, moment, f"{clause.verb} {text}", "plan")]
    return []


def _pursued(clause: Clause, moment: Moment, progressive: str, match: re.Match[str]) -> list[Candidate]:
    aim, coming = progressive, moment.coming(clause.text)
    start = match.group().lower()
    if start.startswith(("going to", "moving")):
        if (
            not coming
            or coming.grain == "time"
            or _NOW.search(progressive)
            or (_TELL.match(progressive[len("going to ") :]) and start.startswith("going"))
        ):
            return []
        aim = re.sub(r"^(?:going\sto\s)", "", progressive)
        return [_goal(clause, moment, re.sub(r"^moving", "move", aim), "plan")]
    if start.startswith(("learning", "trying to get")) and re.match(
        r"(?:learning\s(?:that|about it|a lot|from|more|it)\b|trying to get (?:this|it|my (?:code|script))\b)",
        progressive,
    ):
        return []
    kind = "plan" if start.startswith(("planning", "getting", "expecting")) else "goal"
    if (
        start.startswith("planning")
        and re.match(r"planning\s(?:to|on|a|our|my)\s\w+$", progressive)
        and not coming
        and not progressive.endswith(("wedding", "trip"))
    ):
        return []
    aim = re.sub(
        r"^(?:planning|hoping|aiming|trying)\s(?:to|on|for)\s|^learning\s(?:how\s)?(?:to\s)?",
        lambda m: "learn " if m.group().startswith("learning") else "",
        progressive,
    )
    return [_goal(clause, moment, aim, kind)]


def _goal(clause: Clause, moment: Moment, aim: str, kind: str) -> Candidate:
    coming = moment.coming(clause.text)
    key = head(moment.undated(unfilled(aim)))
    return draft(
        clause,
        f"{kind}:{key}"[:66],
        "yes",
        moment.absolute(unfilled(clause.telling())),
        importance=3,
        project_bound=clause.subject.kind == "team",
        expires_at=coming.until if coming else None,
    )


def stated(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my goal is to …`, `my dream is to …`, `my flight is on 3 May`, `our deadline is next Friday`."""
    if (
        clause.subject.kind != "thing"
        or clause.verb not in ("be", "start", "leave", "take", "depart", "happen", "begin")
        or clause.negated
        or not clause.subject.label.startswith("User's")
    ):
        return []
    if match := re.match(
        r"(?:(?:big|main|long-term|short-term|new|current|only|next|ultimate|new year's|fitness|career|financial|"
        r"personal)\s)*(?:goal|aim|dream|ambition|resolution|target|objective|plan)(?:\s(?:for|this)\s[\w ]+)?$",
        clause.subject.noun,
    ):
        aim = re.sub(r"^to\s", "", clause.rest)
        if _NOW.search(aim) or len(aim.split()) < 2:
            return []
        kind = "plan" if match.group().endswith("plan") else "goal"
        return [_goal(clause, moment, aim, kind)]
    if _OCCASION.search(clause.subject.noun) and (coming := moment.coming(clause.text)):
        return [
            draft(
                clause,
                f"plan:{head(clause.subject.noun)}",
                coming.since.astimezone(moment.zone).date().isoformat(),
                moment.absolute(clause.telling()),
                kind=Kind.EVENT,
                valid_from=None,
                expires_at=coming.until,
            )
        ]
    return []


def events(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I have a driving test tomorrow`, `we fly to Oslo on 3 May`: kept until the date has passed."""
    if (
        clause.subject.kind not in ("me", "team", "person")
        or clause.negated
        or clause.modal in ("would", "could", "should", "might", "may", "can")
        or clause.tense in ("past", "perfect")
    ):
        return []
    coming = moment.coming(clause.text)
    if not coming or (clause.lead and re.match(r"(?:when|as|if|after)\b", clause.lead)):
        return []
    occasion = _OCCASION.search(clause.rest)
    if (
        clause.verb
        in ("have", "get", "attend", "take", "sit", "give", "host", "do", "present", "defend", "play", "run")
        and occasion
    ):
        what = head(moment.undated(clause.rest))
    elif (
        clause.verb
        in (
            "fly",
            "leave",
            "travel",
            "go",
            "move",
            "start",
            "graduate",
            "retire",
            "visit",
            "marry",
            "drive",
            "return",
            "come",
        )
        and clause.tense in ("present", "progressive")
        and clause.rest
        and not _NOW.search(coming.text)
    ):
        what = f"{clause.verb} {head(moment.undated(clause.rest))}".strip()
    else:
        return []
    return [
        draft(
            clause,
            f"plan:{what}"[:66],
            coming.since.astimezone(moment.zone).date().isoformat(),
            moment.absolute(clause.telling()),
            kind=Kind.EVENT,
            expires_at=coming.until,
        )
    ]


def lived(clause: Clause, moment: Moment) -> list[Candidate]:
    """Turning points of a life that have happened: got married, had a baby, graduated, bought a house."""
    if (
        clause.subject.kind not in ("me", "team")
        or clause.negated
        or clause.tense not in ("past", "perfect")
        or clause.modal
    ):
        return []
    told = f"{clause.verb} {clause.rest}"
    if re.match(
        r"(?:buy (?:an?|our|my) (?:\w+ ){0,2}(?:house|flat|apartment|car|boat|bike|motorcycle|van|camper|piano|"
        r"guitar|telescope|e-bike|horse|cottage|farm|home)|have (?:a|our|my) (?:\w+ )?(?:baby|son|daughter|child|"
        r"operation|surgery|stroke|heart attack)|pass my|finish (?:my|a|the) (?:phd|thesis|degree|marathon|novel|"
        r"dissertation)|get (?:promoted|my (?:driving )?licen[cs]e|a (?:promotion|new job))|sign (?:a|the|"
        r"my) (?:lease|contract|mortgage)|publish (?:a|my)|win (?:a|the)|break my|sell (?:my|our|the))\b",
        told,
        re.IGNORECASE,
    ):
        if clause.verb == "sell":
            return []
        return [
            draft(
                clause,
                None,
                None,
                moment.absolute(clause.telling()),
                kind=Kind.EVENT,
                valid_from=moment.since(clause.text),
            )
        ]
    return []


def belongings(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    """`I drive a 2015 Corolla`, `I own a sailing boat`."""
    if clause.subject.kind not in ("me", "team") or clause.negated or clause.tense != "present" or clause.modal:
        return []
    if (clause.verb == "drive" and re.match(r"an?\s", clause.rest)) or (
        clause.verb in ("have", "own")
        and re.match(
            r"(?:an?|two|three|my own|\d)\s(?:[\w'-]+\s){0,3}?(?:car|van|boat|house|flat|garden|allotment|greenhouse|"
            r"bike|bicycle|e-bike|motorcycle|motorbike|camper|campervan|piano|telescope|3d printer|workshop|kiln|loom|"
            r"sauna|pool|cabin|cottage|record player|vineyard|orchard|beehives?|server|homelab|tesla|scooter|caravan|"
            r"mortgage|tattoos?|synthesizer|balcony|wood stove|air fryer|pizza oven|espresso machine|sewing machine|"
            r"drone)\b",
            clause.rest,
            re.IGNORECASE,
        )
    ):
        what = unfilled(clause.rest)
        return [
            draft(
                clause,
                f"owns:{head(what)}"[:66],
                "yes",
                third(clause.telling(), named=True).replace("User's team has", "User has"),
            )
        ]
    return []


RULES = (stated, goals, events, lived, belongings)
