"""What a person owns."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import place, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_HOME = re.compile(
    r"(?:an?|my|our|the|half)\s(?:[\w'-]+\s){0,3}?(?:flat|apartment|room|house|studio|basement|condo|cottage|place|"
    r"houseboat|bedsit|loft|attic)\b",
    re.IGNORECASE,
)


_HOME_IN = re.compile(  # where one has a flat one lives; a house may be for the summer
    r"an?\s(?!holiday|second|summer|weekend|rental)(?:[\w'-]+\s){0,2}?(?:flat|apartment|bedsit|studio flat)\sin\s(?P<place>[A-Z].*)$"
)
_THING = re.compile(
    r"(?:an?|any)\s(?P<what>(?:\w+\s)?(?:car|house|home|tv|television|smartphone|phone|laptop|computer|bike|boat|dog|"
    r"cat|pets?|garden|dishwasher|printer|licen[cs]e|driving licen[cs]e|passport|oven|microwave|freezer))$",
    re.IGNORECASE,
)


def _without(clause: Clause) -> list[Candidate]:
    """`I don't own a car`."""
    found = _THING.match(unfilled(clause.rest)) if clause.verb in ("own", "have") else None
    return [draft(clause, f"owns:{head(found['what'])}", "no", clause.telling())] if found else []


def belongings(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I drive a 2015 Corolla`, `I own a sailing boat`."""
    if clause.subject.kind not in ("me", "team") or clause.tense != "present" or clause.modal:
        return []
    if clause.negated:
        return _without(clause)
    if clause.verb in ("have", "rent") and (home := _HOME_IN.match(unfilled(clause.rest))):
        where = place(home["place"])
        if where and len(where) == len(home["place"]):
            return [draft(clause, "residence", where, f"User lives in {where}", importance=4)]
    if clause.verb == "rent" and _HOME.match(clause.rest) and clause.tense == "present":
        return [draft(clause, "household", unfilled(clause.rest), third(clause.telling(), named=True))]
    if (clause.verb == "drive" and re.match(r"an?\s", clause.rest)) or (
        clause.verb in ("have", "own")
        and not clause.rest.startswith("to ")
        and re.match(
            r"(?:(?:an?|two|three|some|my own|\d)\s)?(?:[\w'-]+\s){0,3}?(?:car|van|boat|house|flat|garden|"
            r"allotment|greenhouse|"
            r"bike|bicycle|e-bike|motorcycle|motorbike|camper|campervan|piano|telescope|3d printer|workshop|kiln|loom|"
            r"sauna|pool|cabin|cottage|record player|vineyard|orchard|beehives?|server|homelab|tesla|scooter|caravan|"
            r"mortgage|tattoos?|synthesizer|balcony|wood stove|air fryer|pizza oven|espresso machine|sewing machine|"
            r"drone|solar panels|heat pump|dishwasher|ev|electric car|garage|fireplace|motorhome|tractor|"
            r"drum kit|guitars?|violin|cello|synth|camera|kayak|canoe|"
            r"surfboard|skis|treadmill|exercise bike|aquarium|pond|hot tub|holiday home|second home|pension|visa|"
            r"green card|passports?|pacemaker|prosthetic|braces|hearing aids?|"
            r"wheelchair|guide dog|chickens|hens|bees|goats|sheep|horses?|tent|rowing machine|sailboat|"
            r"allotment plot|loom|studio|shed|treehouse|trampoline|projector|turntable)\b",
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
