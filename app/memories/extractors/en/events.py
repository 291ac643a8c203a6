"""Dated events and turning points. What has a date ends with it."""

# small counts of words are what a grammar is made of

from datetime import timedelta

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.goals import NOW, goal_of
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.model import Candidate, Kind
from app.text import patterns as re

_THE_ONE = re.compile(
    r"the\s(?:demo|launch|release|presentation|thesis|recital|closing|viva voce|dissertation|proposal|paper|manuscript|wedding|exam|interview|surgery|operation|funeral|move|christening|hearing|graduation|viva|defen[cs]e|"
    r"scan|due date|christmas party|kickoff)\s(?:is|starts|takes)\b",
    re.IGNORECASE,
)
_SOON = timedelta(hours=3)  # what happens within them is talk of the moment
_OCCASION = re.compile(
    r"\b(?:exam|test|interview|appointment|flight|train|meeting|deadline|surgery|operation|wedding|concert|"
    r"conference|presentation|check-?up|party|trip|holiday|vacation|race|marathon|match|game|performance|"
    r"recital|talk|defen[cs]e|viva|move|due date|visit|dinner|lunch|reservation|booking|hearing|audition|demo|"
    r"review|shift|ceremony|graduation|release|launch|workshop|course|class|call|date|lesson|scan|procedure|"
    r"checkup|driving test|photo shoot|funeral|baptism|christening|tournament|rehearsal|delivery|inspection|"
    r"parents' evening|open day|sports day|school play|concert|gig|thesis|exhibition|opening|fitting|tasting|"
    r"retreat|cruise|festival)s?\b",
    re.IGNORECASE,
)


def stated(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my goal is to …`, `my dream is to …`, `my flight is on 3 May`, `our deadline is next Friday`."""
    if (
        clause.subject.kind != "thing"
        or clause.verb not in ("be", "start", "leave", "take", "depart", "happen", "begin")
        or clause.negated
        or not (clause.subject.label.startswith("User's") or _THE_ONE.match(clause.text))
    ):
        return []
    if match := re.match(
        r"(?:(?:big|main|long-term|short-term|new|current|only|next|ultimate|new year's|fitness|career|financial|"
        r"personal)\s)*(?:goal|aim|dream|ambition|resolution|target|objective|plan)(?:\s(?:for|this)\s[\w ]+)?$",
        clause.subject.noun,
    ):
        aim = re.sub(r"^to\s", "", clause.rest)
        if NOW.search(aim) or len(aim.split()) < 2 or clause.tense != "present":
            return []
        kind = "plan" if match.group().endswith("plan") else "goal"
        return [goal_of(clause, moment, aim, kind)]
    if (
        _OCCASION.search(clause.subject.noun)
        and (coming := moment.coming(clause.text))
        and coming.until - moment.at > _SOON
    ):
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
            "host",
            "babysit",
        )
        and clause.tense in ("present", "progressive")
        and clause.rest
        and not NOW.search(coming.text)
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
        if clause.verb == "sell" or (clause.verb == "win" and not clause.mine):
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


_AWAY = re.compile(
    r"(?:still |now )?(?:in [A-Z][\w -]+?|away|abroad|out of (?:the )?(?:office|town|country)|off|travelling|traveling|"
    r"on (?:leave|holiday|vacation|a (?:\w+ )?trip|parental leave|sick leave))\b.*"
    r"\b(?:until|till|through|from|for the next|this week|this weekend|next week|next weekend)\b",
)
_STAYS = re.compile(r"(?:\w+ )?(?:at|with|in|near|by|on|around|close to)\b")
_WHEN = re.compile(
    r"\b(?:until|till|this (?:week|weekend|month)|next (?:week|weekend|month)|for (?:a|two|three|the)\b.*)",
    re.IGNORECASE,
)


def away(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I'm in Porto until Friday`, `we're staying near the harbour this week`: where somebody is for a while."""
    if not clause.mine or clause.negated or clause.tense not in ("present", "progressive") or clause.hedged:
        return []
    if clause.verb == "stay":
        fits = bool(_STAYS.match(clause.rest) and _WHEN.search(clause.rest))
    else:
        fits = clause.verb == "be" and clause.tense == "present" and bool(_AWAY.match(clause.rest))
    coming = moment.coming(clause.text) if fits else None
    if coming is None or coming.until - moment.at <= _SOON:
        return []
    return [
        draft(
            clause,
            "plan:away",
            coming.until.date().isoformat(),
            moment.absolute(clause.telling()),
            kind=Kind.EVENT,
            expires_at=coming.until,
        )
    ]
