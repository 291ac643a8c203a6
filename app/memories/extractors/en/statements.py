"""Statements: each clause goes to the rules of its matters, in their order."""

# small counts of words are what a grammar is made of

from dataclasses import replace

from app.memories.extractors.en import (
    belongings,
    birthdays,
    categories,
    colloquial,
    customs,
    decisions,
    duties,
    events,
    favourites,
    goals,
    habits,
    health,
    homes,
    identity,
    illness,
    jobs,
    lasting,
    leaning,
    owned,
    pets,
    profile,
    projects,
    pronouns,
    reactions,
    relations,
    schedule,
    schooling,
    switching,
    tastes,
    tongues,
    tools,
    work,
)
from app.memories.extractors.en.clauses import Clause, parse
from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.identity import vocative
from app.memories.extractors.en.instructions import instruction
from app.memories.extractors.en.matters import matter
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.refusal import unreal
from app.memories.extractors.en.retractions import retracting
from app.memories.extractors.en.slots import slot
from app.memories.extractors.en.splitting import split, unled
from app.memories.extractors.en.subjects import TEAM, Subject
from app.memories.model import Candidate, Kind, Source
from app.text import patterns as re

_RULES = (
    health.allergies,
    health.diet,
    illness.illness,
    illness.legal,
    relations.relatives,
    pets.animals,
    owned.naming,
    profile.attributes,
    jobs.being,
    work.working,
    work.charged,
    switching.switching,
    birthdays.birth,
    birthdays.age,
    identity.status,
    homes.origin,
    homes.residence,
    schooling.schooling,
    identity.name,
    schedule.recurring,
    schedule.availability,
    decisions.decisions,
    customs.rules,
    projects.projects,
    switching.replacing,
    switching.swapping,
    lasting.aided,
    tools.using,
    categories.categorised,
    tongues.tongues,
    events.stated,
    goals.goals,
    events.events,
    events.away,
    events.lived,
    belongings.belongings,
    lasting.taken,
    lasting.ailing,
    habits.able,
    habits.playing,
    favourites.favourite,
    tastes.liking,
    habits.habit,
    lasting.being,
    relations.others,
    lasting.habitual,
)


def clauses_of(text: str, moment: Moment) -> list[Candidate]:
    found: list[Candidate] = []
    before, left = moment.person, False
    text = _ELIDED.sub(lambda cut: f"{cut.group()}I ", text) if re.match(r"I\b", text) else text
    if instead := _INSTEAD.match(text):
        text = f"{instead['old']}, I use {instead['new']}"
    if aka := _KNOWN_AS.search(text):
        found += _address(aka["who"], aka.group())
        text = text[: aka.start()]
    answering, others = duties.told(text) if not unreal(text) else ([], [])
    if answering:
        return [*answering, *(one for other in others for one in clauses_of(other, moment))]
    if told := relations.reported(text, moment):
        return clauses_of(told[1], moment)
    if reacted := reactions.whole(text):
        return reacted
    for part in pronouns.resolved(map(unled, split(unled(text)))):
        if unreal(part):
            continue
        if part != text and re.match(r"every(?:one|body)\b|people\b|most people\b|friends\b", part, re.IGNORECASE):
            if called := _address(part, part):
                found += called
                continue
        if rule := duties.norm(part):
            found += rule
            continue
        ended = retracting(part, lambda inner: clauses_of(inner, moment), moment)
        if ended is not None:
            found += ended
            left = left or any(one.key == "employer" for one in ended)
            continue
        if left and (now := _NOW_AT.match(part)):
            part = f"I work at {now['where']}"  # what it means after a place that was left
        if part != text and (blocked := schedule.meeting_rule(part, moment)):
            found += [standing(content, part, key, value, kind=Kind.FACT) for content, key, value in blocked]
            continue
        if part != text and _leads_on(part, text) and (wishes := instruction(part)):
            found += wishes
            continue
        if part != text and found and (wish := leaning.because(found[-1], part)):
            found.append(wish)
            continue
        if reacted := reactions.reacting(part):
            found += reacted
            continue
        part = leaning.mine(part)
        clause = _parsed(part, text, before)
        if clause is None:
            found += _spoken(part, moment)
            continue
        read_ = _clause(clause, moment) or _spoken(part, moment)
        found += read_
        found += _beside(clause, read_, {one.key for one in found}, moment)
        before = clause.subject if clause.subject.kind == "person" else _introduced(read_) or before
    return found


def _parsed(part: str, text: str, before: Subject | None) -> Clause | None:
    """One clause of a text: "we" as the text means it, and what leaves out its subject as it is meant."""
    clause = parse(part, before=before)
    if clause is not None and clause.subject is TEAM and (whom := leaning.group(text)):
        return replace(clause, subject=whom)
    if clause is None and part != text and (meant := next(colloquial.plainly(part), None)):
        return parse(meant, before=before)
    return clause


def _beside(clause: Clause, read: list[Candidate], known: set[str | None], moment: Moment) -> list[Candidate]:
    """What else a clause says of the user behind what was read: `I'm Nadia, 27, vegan`."""
    if not read or not clause.mine:
        return []
    if read[-1].key != "name":
        return _traits_too(clause, moment, known) if clause.verb == "be" else []
    return [
        one
        for more in clause.rest.split(", ")[1:]
        if (beside := parse(next((one for one in colloquial.plainly(more) if one != more), f"I am {more}")))
        for one in _clause(beside, moment)
    ]


def _traits_too(clause: Clause, moment: Moment, known: set[str | None]) -> list[Candidate]:
    """The others of `I'm left handed, 6 foot 4 and always cold`, where a rule knows them."""
    found: list[Candidate] = []
    for more in _COMMA.split(clause.rest)[1:]:
        more = _JOINED.split(more)[0]
        if len(more.split()) <= _FEW and (beside := parse(f"I am {more}")):
            found += [one for one in _clause(beside, moment) if _is_trait(one) and one.key not in known]
    return found


def _is_trait(one: Candidate) -> bool:
    return (one.key or "").split(":")[0] in ("height", "weight", "handedness", "diet", "allergy", "health", "trait")


_COMMA = re.compile(r",\s(?:and\s)?")
_JOINED = re.compile(r"\s(?:and|but|so)\s")
_FEW = 4  # words of one trait among several
_ELIDED = re.compile(  # I left Acme, joined Fernhill
    r",\s(?:and\s|but\s|then\s|now\s|just\s)*(?=(?:joined|moved (?:to|in|back)|switched (?:to|from)|started (?:at|as)|became|"
    r"transferred|relocated|settled|retired|graduated|gave up|took up)\b)",
    re.IGNORECASE,
)
_INSTEAD = re.compile(  # I've stopped using Chrome, it's Firefox now
    r"^(?P<old>(?:I|we)\b[^,]{3,60}\b(?:using|use|used|ditched|dropped|left)\b[^,]{2,30}),\s(?:it is|now it is|it is all)\s(?P<new>[A-Z][\w.+# -]{1,20}?)"
    r"(?: now| these days| instead)*$"
)
_NOW_AT = re.compile(r"^I am (?:now )?(?:at|with) (?P<where>(?:the )?[A-Z][^,]{1,50}?)(?: now| instead| these days)*$")
_KNOWN_AS = re.compile(
    r",?\s(?:but|and|though|although)\s(?P<who>(?:everyone|everybody|people|most people|friends|my friends|they all)\s(?:\w+\s)?"
    r"calls?\sme\s[A-Z]\w+)$"
)


_UNPACKED = re.compile(
    r"(?:^|[:,]\s)(?:[Tt]he|[Oo]ur|[Mm]y|[Aa]ll (?:the|our|my)) (?:boxes|things|furniture|books) (?:are|is) (?:all |finally |now )*unpacked in "
    r"(?P<where>[A-Z][\w' -]{1,30})$"
)


def _address(text: str, evidence: str) -> list[Candidate]:
    called = vocative(text)
    return (
        [standing(called[1], evidence, "form_of_address", called[0].casefold(), entities=called[:1])] if called else []
    )


def _leads_on(part: str, text: str) -> bool:
    """Whether a part may be a wish: not what he, she or they always do (`it was hers and always reminds me of her`)."""
    if not re.match(r"(?:always|never)\b", part, re.IGNORECASE) or re.match(
        r"(?:I|we|my|our|please)\b", text, re.IGNORECASE
    ):
        return True
    return matter(part) is not None


def person_in(text: str, moment: Moment) -> Subject | None:
    """The last person that a sentence speaks of: whom the next one may call he or she."""
    person: Subject | None = None
    for part in map(unled, split(unled(text))):
        clause = parse(part)
        if clause and clause.subject.kind == "person" and not clause.subject.plural:
            person = clause.subject
        elif clause:
            person = _introduced(_clause(clause, moment)) or person
    return person


def _clause(clause: Clause, moment: Moment) -> list[Candidate]:
    for rule in _RULES:
        if found := rule(clause, moment):
            return found
    return []


def _introduced(found: list[Candidate]) -> Subject | None:
    """The person that a clause has just brought in, for the "she" of the next one."""
    for one in found:
        parts = (one.key or "").split(":")
        if len(parts) > 1 and parts[0] == "relation" and parts[-1] in (parts[1], "count") and one.value in ("yes", "1"):
            return Subject("person", f"User's {parts[1]}", f"relation:{parts[1]}:", role=parts[1])
        if len(parts) > 2 and parts[0] == "relation" and one.entities and parts[-1] == "name":
            return Subject(
                "person",
                f"User's {parts[1]} {one.entities[0]}",
                f"relation:{parts[1]}:" if len(parts) == 3 else f"relation:{parts[1]}:{parts[2]}:",
                role=parts[1],
                name=one.entities[0],
            )
    return None


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


def _spoken(part: str, moment: Moment) -> list[Candidate]:  # one reading after the other
    """Short introductions without a verb of their own: `this is Maya speaking`, `Maya here`, `Helix is my editor`."""
    if match := re.match(r"(?:this is|it is)\s(.+?)\s(?:speaking|here|again|writing|from\s.+)$", part):
        return [one for one in clauses_of(f"I am {match[1]}", moment) if one.key == "name"]
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
        return clauses_of(f"I live in {lived['where']}", moment)
    if home := re.match(
        r"[Hh]ome(?: for (?:me|us))? is (?:now |in )*(?P<where>[A-Z][\w' -]{1,30}?)(?: now| these days)?$", part
    ):
        return clauses_of(f"I live in {home['where']}", moment)
    if unpacked := _UNPACKED.search(part):
        return clauses_of(f"I live in {unpacked['where']}", moment)
    if job := re.match(r"[Mm]y job is (?:at|with) (?P<firm>[A-Z][\w&' -]{1,30}?)(?: now)?$", part):
        return clauses_of(f"I work at {job['firm']}", moment)
    if firm := re.match(
        r"(?P<firm>[A-Z][\w&' -]{1,30}?)\sis\sthe\s(?:company|firm|place)\s(?:that\s)?I\swork\s(?:for|at)(?:\snow)?$",
        part,
    ):
        return clauses_of(f"I work at {firm['firm']}", moment)
    if fond := re.match(
        r"one\sof\smy\s(?:all[- ]time\s)?favou?rite\s[a-z ]{3,20}?\sis\s(?P<what>(?!when\b|how\b|that\b|to\b)[\w' -]{2,30})$",
        part,
        re.IGNORECASE,
    ):
        return clauses_of(f"I like {fond['what']}", moment)
    if weekly := _WEEKLY.match(part):
        return clauses_of(f"I have {weekly['what']} on {weekly['day'].capitalize()}s", moment)
    if disliked := favourites.turned(part):
        return disliked
    if told := projects.named(part, moment):
        return told
    if match := re.match(r"(?:(?:the|my)\s)?[Nn]ame\sis\s(.+)$", part):
        return [] if part.lower().startswith("my") else clauses_of(f"my name is {match[1]}", moment)
    if match := re.match(
        r"(?!(?:Looky?|Listen|Hear|See|Up|Down|Out|In|Good|Great|Glad|Same|Right|Over|Still|Me|Nothing|Everyone|All|"
        r"Back|Not|Welcome|Look|Nobody)\b)([A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)\shere$",
        part,
    ):
        return [one for one in clauses_of(f"I am {match[1]}", moment) if one.key == "name"]
    if match := re.match(
        r"(?P<value>[A-Z\w][\w'’.+#& -]{1,60}?)\s(?P<be>is|are)\s(?P<what>(?:my|our)\s[\w' -]{3,50})$", part
    ):
        return clauses_of(f"{match['what']} {match['be']} {match['value']}", moment)
    return []
