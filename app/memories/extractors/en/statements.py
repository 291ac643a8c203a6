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
    obligations,
    owned,
    pets,
    profile,
    projects,
    pronouns,
    reactions,
    relations,
    schedule,
    schooling,
    stirring,
    switching,
    tastes,
    tongues,
    tools,
    work,
)
from app.memories.extractors.en.besides import beside, born_and_raised, introduced
from app.memories.extractors.en.clauses import Clause, parse
from app.memories.extractors.en.draft import standing
from app.memories.extractors.en.fillers import unasked, unled
from app.memories.extractors.en.identity import vocative
from app.memories.extractors.en.instructions import instruction
from app.memories.extractors.en.matters import matter
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.refusal import unreal
from app.memories.extractors.en.retractions import retracting
from app.memories.extractors.en.splitting import split
from app.memories.extractors.en.spoken import spoken
from app.memories.extractors.en.subjects import TEAM, Subject
from app.memories.model import Candidate, Kind
from app.text import patterns as re

_RULES = (
    health.allergies,
    health.diet,
    illness.illness,
    illness.advised,
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
    obligations.obliged,
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


_OF_LIFE = frozenset(
    (
        *(habits.playing, habits.habit, lasting.habitual, lasting.taken, belongings.belongings),
        *(schedule.recurring, schedule.availability),
    )
)


def clauses_of(text: str, moment: Moment) -> list[Candidate]:
    text, found = _addressed(_reworded(text))
    before, left = moment.person, False
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
        if reacted := reactions.reacting(part) or favourites.turned(part) or stirring.stirred(part):
            found += reacted
            continue
        part = leaning.mine(part)
        clause = _parsed(part, text, before)
        if clause is None:
            found += spoken(part, moment, clauses_of)
            continue
        read_ = _clause(clause, moment, text) or spoken(part, moment, clauses_of)
        found += read_
        found += beside(clause, read_, {one.key for one in found}, lambda one: _clause(one, moment))
        before = clause.subject if clause.subject.kind == "person" else introduced(read_) or before
    return born_and_raised(found)


def _reworded(text: str) -> str:
    """With the subject of every clause, and without what is only asked of the answer at hand."""
    if re.match(r"(?:I|my|we|our)\b", text, re.IGNORECASE):
        text = unasked(text)
    if re.match(r"I\b", text):
        text = _ELIDED.sub(lambda cut: f"{cut.group()}I ", text)
    if instead := _INSTEAD.match(text):
        text = f"{instead['old']}, I use {instead['new']}"
    return text


def _addressed(text: str) -> tuple[str, list[Candidate]]:
    """A text without the form of address that it ends with, and that form."""
    found: list[Candidate] = []
    if also := _DOES_TOO.search(text):
        found += _address(f"call me {also['name']}", also.group())
        text = text[: also.start()]
    if aka := _KNOWN_AS.search(text):
        found += _address(aka["who"], aka.group())
        text = text[: aka.start()]
    return text, found


def _parsed(part: str, text: str, before: Subject | None) -> Clause | None:
    """One clause of a text: "we" as the text means it, and what leaves out its subject as it is meant."""
    clause = parse(part, before=before)
    if clause is not None and clause.subject is TEAM and (whom := leaning.group(text)):
        return replace(clause, subject=whom)
    if clause is None and part != text:
        options = (parse(meant, before=before) for meant in colloquial.plainly(part))
        return next((option for option in options if option is not None), None)
    return clause


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
_DOES_TOO = re.compile(  # my name's Bartholomew but Barty will do
    r",?\s(?:but|and|though|although)\s(?:just\s)?(?P<name>[A-Z][a-z]+)\s(?:will do|is (?:just )?(?:fine|ok|okay|enough|good)|works(?: too| fine)?|does it)$"
)
_KNOWN_AS = re.compile(
    r",?\s(?:but|and|though|although)\s(?P<who>(?:everyone|everybody|people|most people|friends|my friends|they all)\s(?:\w+\s)?"
    r"calls?\sme\s[A-Z]\w+)$"
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
            person = introduced(_clause(clause, moment)) or person
    return person


def _clause(clause: Clause, moment: Moment, around: str = "") -> list[Candidate]:
    """What the first rule finds that knows the clause; `around` is the text it stands in."""
    for rule in _RULES:
        if found := rule(leaning.at_home(clause, around) if rule in _OF_LIFE else clause, moment):
            return found
    return []
