"""Clauses that are no subject, verb and rest, and the statements they stand for: `this is Maya speaking`, `home is Leeds`."""

from collections.abc import Callable

from app.memories.extractors.en import favourites, projects
from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.slots import slot
from app.memories.model import Candidate, Kind, Source
from app.text import patterns as re

_UNPACKED = re.compile(
    r"(?:^|[:,]\s)(?:[Tt]he|[Oo]ur|[Mm]y|[Aa]ll (?:the|our|my)) (?:boxes|things|furniture|books) (?:are|is) (?:all |finally |now )*unpacked in "
    r"(?P<where>[A-Z][\w' -]{1,30})$"
)

_AT_HOUR = re.compile(
    r"(?P<what>(?:[A-Za-z'’]+\s){0,2}?(?:pick-?up|drop-?off|school run|lunch|lunch break|shift|practice|training|"
    r"rehearsal|stand-?up|therapy|bedtime|nap time|dinner|feeding))\s(?:is|starts)\s(?:always\s)?at\s"
    r"(?P<time>\d{1,2}(?:[:.]\d\d)?(?:\s?[ap]\.?m\.?)?)$",
    re.IGNORECASE,
)


_WEEKLY = re.compile(  # my squash night is Wednesday
    r"my\s(?P<what>[\w' -]{3,25}?)\s(?:night|evening|day|practice|training|session)\sis\s(?:on\s|every\s)?"
    r"(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?$",
    re.IGNORECASE,
)


def spoken(
    part: str, moment: Moment, read: Callable[[str, Moment], list[Candidate]]
) -> list[Candidate]:  # one reading after the other
    """Short introductions without a verb of their own: `this is Maya speaking`, `Maya here`, `Helix is my editor`."""
    if match := re.match(r"(?:[Tt]his is|[Ii]t is)\s(.+?)\s(?:speaking|here|again|writing|from\s.+)$", part):
        return [one for one in read(f"I am {match[1]}", moment) if one.key == "name"]
    if at := _AT_HOUR.match(part):
        named = slot(f"at {at['time']}")
        return [
            standing(
                f"User's {at['what'].lower()} is at {at['time']}",
                part,
                f"schedule:{head(at['what'])}",
                named,
                kind=Kind.FACT,
                source=Source.USER_STATED,
                confidence=0.85,
            )
        ]
    if lived := re.match(
        r"(?P<where>[A-Z][\w' -]{1,30}?)\sis\s(?:now\s)?where\s(?:I|we)\slive(?:\snow|\sthese days)?$", part
    ):
        return read(f"I live in {lived['where']}", moment)
    if home := re.match(
        r"[Hh]ome(?: for (?:me|us))? is (?:now |in )*(?P<where>[A-Z][\w' -]{1,30}?)(?: now| these days)?$", part
    ):
        return read(f"I live in {home['where']}", moment)
    if unpacked := _UNPACKED.search(part):
        return read(f"I live in {unpacked['where']}", moment)
    if job := re.match(r"[Mm]y job is (?:at|with) (?P<firm>[A-Z][\w&' -]{1,30}?)(?: now)?$", part):
        return read(f"I work at {job['firm']}", moment)
    if firm := re.match(
        r"(?P<firm>[A-Z][\w&' -]{1,30}?)\sis\sthe\s(?:company|firm|place)\s(?:that\s)?I\swork\s(?:for|at)(?:\snow)?$",
        part,
    ):
        return read(f"I work at {firm['firm']}", moment)
    if fond := re.match(
        r"one\sof\smy\s(?:all[- ]time\s)?favou?rite\s[a-z ]{3,20}?\sis\s(?P<what>(?!when\b|how\b|that\b|to\b)[\w' -]{2,30})$",
        part,
        re.IGNORECASE,
    ):
        return read(f"I like {fond['what']}", moment)
    if weekly := _WEEKLY.match(part):
        return read(f"I have {weekly['what']} on {weekly['day'].capitalize()}s", moment)
    if disliked := favourites.turned(part):
        return disliked
    if told := projects.named(part, moment):
        return told
    if given := re.match(
        r"(?:[Mm]y\s)?(?P<which>first|last|family|middle|given|sur)\s?name\s(?:is\s)?(?P<name>[A-Z][\w'’-]+)$", part
    ):
        which = {"given": "first", "family": "last", "sur": "last"}.get(given["which"], given["which"])
        said = f"User's {which} name is {given['name']}"
        return [
            standing(
                said,
                part,
                f"{which}_name",
                given["name"].casefold(),
                kind=Kind.FACT,
                source=Source.USER_STATED,
                confidence=0.85,
            )
        ]
    if alone := re.match(
        r"(?:just|plain|simply)\s(?P<name>[A-Z][a-z]+)\s(?:is|will be|would be|works|will do|does)\s?(?:just\s)?(?:fine|enough|ok|okay|good|great|perfect|plenty|me|it)?$",
        part,
    ):
        name = alone["name"]
        return [standing(f"User wants to be called {name}", part, "form_of_address", name.casefold(), entities=(name,))]
    if match := re.match(r"(?:(?:the|my)\s)?[Nn]ame\sis\s(.+)$", part):
        return [] if part.lower().startswith("my") else read(f"my name is {match[1]}", moment)
    if match := re.match(
        r"(?!(?:Looky?|Listen|Hear|See|Up|Down|Out|In|Good|Great|Glad|Same|Right|Over|Still|Me|Nothing|Everyone|All|"
        r"Back|Not|Welcome|Look|Nobody)\b)([A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)\shere$",
        part,
    ):
        return [one for one in read(f"I am {match[1]}", moment) if one.key == "name"]
    if match := re.match(
        r"(?P<value>(?!(?i:my|our)\b)[A-Z\w][\w'’.+#& -]{1,60}?)\s(?P<be>is|are)\s(?P<what>(?:my|our)\s[\w' -]{3,50})$",
        part,
    ):
        be = match["be"] if match["what"].endswith("s") else "is"
        return read(f"{match['what']} {be} {match['value']}", moment)
    return []
