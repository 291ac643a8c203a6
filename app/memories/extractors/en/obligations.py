"""What the user has to do: `I still need to book the hotel`, `remind me to renew my passport`, `I have to file it by May`.

An obligation is a task with the status open, and with the day it is due when one is told; it ends when it is done. What
is said for the moment (`I need a coffee`), of a journey or of what is asked of the assistant now is none.
"""

from dataclasses import replace
from datetime import timedelta

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, standing
from app.memories.extractors.en.goals import NOW
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of, head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate, Kind
from app.text import patterns as re
from app.text.dates import Mention

_OWED = re.compile(
    r"(?:still )?(?:yet to|to|supposed to|meant to|due to|expected to|obliged to)\s(?P<do>[a-z]+\b.*)$", re.IGNORECASE
)
_GOING = frozenset(
    {"go", "be", "leave", "fly", "travel", "work", "wake", "get", "come", "head", "run", "drive", "catch"}
)  # plans, not pieces of work
_TALK_TEXT = """
    admit say know think understand ask see find learn talk use stop keep make explain decide eat sleep rest
    laugh wait look try remember forget figure consider rethink do have want like love hate agree disagree
    confess mention live walk sit stand drink adapt adjust wonder worry relax deal cope focus choose pick tell
    hear mind
"""
_TALK = frozenset(_TALK_TEXT.split())  # nothing that is done once and over
_ERRANDS_TEXT = """
    renew book pay send return call phone ring buy order submit register file schedule reschedule sign post mail
    ship collect replace repair print deliver drop hand pack refill redeem deposit transfer water feed clean
    service vacuum mow invite reply respond sell rent borrow insure reserve arrange apply enrol enroll finish
    complete hire settle invoice claim visit vaccinate back swap install paint fix
"""
_ERRANDS = frozenset(_ERRANDS_TEXT.split())  # done once, by the user, out in the world
_AT_HAND = re.compile(  # what the conversation is about now
    r"^\w+ (?:it|that|this|them|these|those|me|you|something|stuff|things)\b|\b(?:this|that|these|those|following|above|"
    r"attached)\b|\b(?:code|function|script|query|regex|bug|error|variable|array|list of|string|csv|json|loop|method)\b",
    re.IGNORECASE,
)
_SERVICED = re.compile(r"^(?:get|have) (?:my|the|our|an?) [\w' -]+?(?:ed|done|cut|fixed|redone|rebuilt|rewritten)\b")
_SOON = timedelta(hours=12)  # what is due within them is talk of the day
_LEAST = 2  # words: a verb and its object


def obliged(clause: Clause, moment: Moment) -> list[Candidate]:
    """A task that is open, with the day it is due."""
    if clause.subject.kind == "thing" and clause.tense == "present" and not clause.negated:
        return _expected(clause, moment)
    if (
        clause.subject.kind not in ("me", "team")
        or clause.negated
        or clause.hedged
        or clause.tense not in ("present", "future")
    ):
        return []
    if clause.modal == "must":
        do = f"{clause.verb} {clause.rest}"
    elif clause.verb in ("have", "need", "be") and clause.modal in ("", "will") and (owed := _OWED.match(clause.rest)):
        do = owed["do"]
    else:
        return []
    form = form_of(do.split()[0])
    due = moment.coming(clause.text)
    if NOW.search(do) or len(do.split()) < _LEAST or (form is not None and form.kind != "base"):
        return []
    if due is None and not _errand(clause, do):
        return []
    if due is not None and (due.until - moment.at < _SOON or do.split()[0] in _GOING) and not _SERVICED.match(do):
        return []
    told = moment.absolute(unfilled(clause.telling()))
    ours = clause.subject.kind == "team"
    return [draft(clause, _key(do, moment), "open", told, kind=Kind.TASK, project_bound=ours, metadata=_open(due))]


def _errand(clause: Clause, do: str) -> bool:
    """Whether it is a piece of work though no day is told: one that is done once, or that is said to be left."""
    if _AT_HAND.search(do):
        return False
    left = "still" in clause.adverbs or re.search(r"\b(?:still|yet)\b", clause.predicate) is not None
    verb = do.split(maxsplit=1)[0]
    if do.startswith(("pick up ", "drop off ")):
        return True
    if left:
        return verb not in _TALK and (verb not in _GOING or _SERVICED.match(do) is not None)
    return clause.subject.kind == "me" and (verb in _ERRANDS or _SERVICED.match(do) is not None)


def _key(do: str, moment: Moment) -> str:
    return f"task:{head(moment.undated(unfilled(do)))}"[:66]


def _open(due: Mention | None) -> dict[str, str]:
    """What is told of a task that is still to be done. A stretch of days is due on its last one."""
    if due is None:
        return {"status": "open"}
    if due.grain == "time":
        return {"status": "open", "due": due.since.astimezone(due.zone).isoformat()}
    day = due.until.astimezone(due.zone) - timedelta(seconds=1)
    return {"status": "open", "due": day.date().isoformat()}


_BY = re.compile(r"\b(?:by|before|until|no later than)\s", re.IGNORECASE)


def _expected(clause: Clause, moment: Moment) -> list[Candidate]:
    """`the intake form has to be live by 1 October`."""
    owes = clause.modal == "must" or (clause.verb in ("have", "need") and clause.rest.startswith("to "))
    due = moment.coming(clause.text)
    if (
        not owes
        or due is None
        or due.until - moment.at < _SOON
        or not _BY.search(clause.text)
        or not clause.subject.noun
    ):
        return []
    told = moment.absolute(unfilled(clause.telling()))
    key = f"deadline:{head(clause.subject.noun)}"[:66]
    last = due.until - timedelta(microseconds=1)  # a day is over when the next one begins
    day = last.astimezone(moment.zone).date().isoformat()
    return [draft(clause, key, day, told, kind=Kind.EVENT, project_bound=True, expires_at=due.until)]


_OPENING = r"^(?:(?:so|and|also|hey|hi|ok|okay|oh|btw|by the way|well)[\s,]+)*"
_POLITE = r"(?:(?:can|could|would|will) you\s)?(?:(?:please|kindly|just|also)\s)*"
_REMIND = re.compile(
    rf"{_OPENING}{_POLITE}(?:I (?:want|need|would like) you to\s)?(?:remind me|do not let me forget|"
    r"make sure I (?:do not forget|remember)|help me remember|set a reminder(?: for me)?)(?:\splease)?"
    r"(?P<when>\s(?!to\b|that\b|I\b)[^,]{2,30}?)?,?\s(?:to|(?:that )?I (?:(?:have|need|ought|have got) to|must|should))\s(?P<do>(?!always|never)[a-z][^?]{3,}?)"
    r"(?:,?\splease|,?\sok(?:ay)?)?[\s?.!]*$",
    re.IGNORECASE,
)
_RECALLED = re.compile(  # remember to … is one only with a day: else it may be meant for the assistant
    rf"{_OPENING}(?:please\s)?(?:remember|do not forget) to\s(?P<do>(?!always|never)[^?]{{3,}})$", re.IGNORECASE
)
_ABOUT = re.compile(
    rf"{_OPENING}{_POLITE}remind me (?:about|of) (?P<what>(?:my|the|our)\s[^?]{{3,60}}?)[\s?.!]*$", re.IGNORECASE
)
_LISTED = re.compile(
    rf"{_OPENING}(?:(?:still|also|next)\s)?(?:on my (?:to-?do\s|todo\s)?list(?: for [\w ]{{3,20}}| too)?|my (?:to-?do|todo)s?"
    r"(?: list)?(?: for [\w ]{3,20})?(?: is| has| are)?|(?:a )?(?:note|reminder) to (?:self|myself)|to-?dos?|todos?|"
    r"things (?:I|we) still (?:have|need) to do)\s?(?:[:,–-]|\bis to\b)\s?(?P<items>[a-z].{3,})$",
    re.IGNORECASE,
)
_YET = re.compile(r"^(?P<who>I|we) have (?:still )?yet to (?P<do>[a-z]+ [^,;]{3,60})", re.IGNORECASE)
_NOT_YET = re.compile(
    r"^(?P<who>I|we) (?P<still>still )?have (?:still )?not (?:even |actually |really |quite )?(?P<did>[a-z]+)"
    r"(?P<do> (?:(?:in|off|back|out|up|for|away) )?(?:the|my|our|an?|any|his|her|their|[A-Z]\w+)\b[^,;]{0,60}?)"
    r"(?P<yet> yet| so far)?(?:$|[,;]| and | but | so | though )",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*[;,]\s*(?:and\s)?|\s+and\s+(?=[a-z]+\s)")


def asked(text: str, moment: Moment) -> list[Candidate]:
    """Tasks that a whole sentence tells or asks to be reminded of: `can you remind me to …?`, `on my list: …`."""
    if (
        (match := _REMIND.match(text))
        and (not match["when"] or moment.coming(match["when"]))
        and not moment.recurring(text)
    ):
        return [_told(match["do"], moment, text)]
    if (match := _RECALLED.match(text)) and moment.coming(match["do"]):
        return [_told(match["do"], moment, text)]
    if (match := _ABOUT.match(text)) and (due := moment.coming(text)):
        told = moment.absolute(f"User wants to be reminded of {third(match['what'], named=True)}")
        return [standing(told, text, _key(match["what"], moment), "open", kind=Kind.TASK, metadata=_open(due))]
    if match := _LISTED.match(text):
        items = [unfilled(item) for item in _BETWEEN.split(match["items"])]
        if all(_begins_with_verb(item) for item in items):
            return [_told(item, moment, item) for item in items]
    if match := _YET.match(text):
        return [_told(match["do"], moment, text)]
    if (match := _NOT_YET.match(text)) and (match["still"] or match["yet"]):
        form = form_of(match["did"].lower())
        if form is not None and form.kind in ("past", "participle") and form.lemma in _ERRANDS | {"do", "write"}:
            if form.lemma in ("do", "write") and not re.match(r" (?:the|my|our)\b", match["do"]):
                return []
            return [_told(f"{form.lemma}{match['do']}", moment, text)]
    return []


def _told(do: str, moment: Moment, text: str) -> Candidate:
    due = moment.coming(text)
    do = unfilled(do)
    when = "" if due is None or moment.coming(do) else f" ({due.text})"
    told = moment.absolute(f"User has to {third(do, named=True)}{when}")
    return standing(told, text, _key(do, moment), "open", kind=Kind.TASK, metadata=_open(due))


def _begins_with_verb(item: str) -> bool:
    words = item.split()
    form = form_of(words[0].lower()) if words else None
    plain = words and re.fullmatch(r"(?!the$|my$|our$|an?$)[a-z]{3,}(?<!s)(?<!ed)(?<!ing)", words[0])
    return len(words) >= _LEAST and (form.kind == "base" if form else bool(plain))


_POINTS = re.compile(r"^User (?:\w+ ){1,4}(?:it|them)\b")


def pointed(one: Candidate, text: str, moment: Moment) -> Candidate:
    """A task that says no more than `it` of its thing, with the whole sentence that names it."""
    if one.kind is not Kind.TASK or not _POINTS.match(one.content) or len(text) <= len(one.evidence):
        return one
    whole = moment.absolute(third(text))
    return replace(one, content=whole, key=f"task:{head(whole)}"[:66])
