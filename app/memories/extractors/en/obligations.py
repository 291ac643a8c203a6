"""What the user has to do by a day: `I have to hand in my tax return by 30 September`."""

from datetime import timedelta

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.goals import NOW
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of, head
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate, Kind
from app.text import patterns as re

_OWED = re.compile(r"(?:to|supposed to|meant to|due to|expected to|obliged to)\s(?P<do>[a-z]+\b.*)$")
_GOING = frozenset(
    {"go", "be", "leave", "fly", "travel", "work", "wake", "get", "come", "head"}
)  # plans, not pieces of work


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
    verb = do.split()[0]
    form = form_of(verb)
    due = moment.coming(clause.text)
    if (
        due is None
        or due.since is None
        or due.until - moment.at < _SOON
        or NOW.search(do)
        or verb in _GOING
        or len(do.split()) < _LEAST
    ):
        return []
    if form is not None and form.kind != "base":
        return []
    key = f"task:{head(moment.undated(unfilled(do)))}"[:66]
    told = moment.absolute(unfilled(clause.telling()))
    ours = clause.subject.kind == "team"
    return [
        draft(clause, key, "open", told, kind=Kind.TASK, project_bound=ours, metadata={"due": due.since.isoformat()})
    ]


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


_SOON = timedelta(hours=12)  # what is due within them is talk of the day
_LEAST = 2  # words: a verb and its object
