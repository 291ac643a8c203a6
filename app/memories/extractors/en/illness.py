"""Illness, medication, lawsuits: sensitive; a suspicion is only inferred."""

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.values import enumerated, listed, trimmed
from app.memories.model import Candidate, Source
from app.text import patterns as re

_CONDITION = re.compile(either(words("body", "conditions")), re.IGNORECASE)

_SWALLOWED = re.compile(
    r"\b(?:medication|tablets?|pills?|insulin|metformin|statins?|antidepressants?|blood thinners?|warfarin|"
    r"ibuprofen|beta[- ]blockers?|antihistamines?|inhalers?|chemotherapy|dialysis|levothyroxine|lithium|"
    r"steroids?|ssris?|blood pressure)\b",
    re.IGNORECASE,
)


_CONDITION_OF = {
    "diabetic": "diabetes",
    "asthmatic": "asthma",
    "epileptic": "epilepsy",
    "dyslexic": "dyslexia",
    "autistic": "autism",
    "anaemic": "anaemia",
    "anemic": "anemia",
}


def _denied(clause: Clause) -> list[Candidate]:
    """What somebody near does not have after all: `my son does not have asthma`, `my mother is not diabetic`."""
    text = re.sub(r"^(?:an?|any|actually|really|even)\s", "", clause.rest)
    match = _CONDITION.match(text) if clause.verb in ("have", "be", "suffer") else None
    if not match or (clause.verb == "be" and match.group().lower() not in _CONDITION_OF):
        return []
    slot = head(_CONDITION_OF.get(match.group().lower(), match.group()), number=False)
    return [draft(clause, f"health:{slot}", "no", clause.telling(), sensitive="health", importance=4)]


def illness(clause: Clause, moment: Moment) -> list[Candidate]:
    """Diagnoses, lasting conditions, medication; said as a guess they are only inferred."""
    subject = clause.subject
    if subject.kind == "person" and clause.negated and clause.tense == "present":
        return _denied(clause)
    if subject.kind not in ("me", "person") or clause.negated or (clause.tense == "future" and not clause.hedged):
        return []
    match = None
    if clause.verb in ("have", "suffer", "live", "be", "develop", "get", "manage") or re.match(
        r"(?:\w+\s)?diagnosed\swith\b", clause.rest
    ):
        text = re.sub(
            r"^(?:(?:recently|just|newly|been|also)\s)*(?:diagnosed\s(?:with|as)\s|from\s|with\s)?(?:(?:an?|my|some|"
            r"mild|severe|chronic|bad|type\s?\d|really|partially|slightly|bit|a little|red-green|legally|mildly|"
            r"\w+ (?:months?|weeks?)(?= pregnant)|completely|clinical|terrible|frequent|occasional|seasonal|badly)\s)*",
            "",
            clause.rest,
            flags=re.IGNORECASE,
        )
        match = _CONDITION.match(text)
        if not match and re.match(r"(?:\w+\s)?diagnosed\s(?:with|as)\s", clause.rest):
            match = re.match(r"[\w' -]{3,40}", trimmed(text))
        typed = re.match(r"type\s?\d\s\w+", text, re.IGNORECASE)
        match = typed or match
    if (
        not match
        and clause.verb in ("take", "be", "use")
        and clause.tense in ("present", "progressive", "perfect")
        and (taken := _SWALLOWED.search(clause.rest))
        and (clause.verb != "be" or re.match(r"(?:\w+ly\s|still\s)*(?:on|taking)\s", clause.rest))
    ):
        fields = {"sensitive": "health", "importance": 4}
        return [
            draft(
                clause,
                f"health:{head(taken.group(), number=False)}",
                "yes",
                moment.absolute(clause.telling()),
                **fields,
            )
        ]
    if not match or re.search(r"\b(?:of you|question|test\b.*\?)", clause.rest):
        return []
    thing = moment.undated(match.group().strip())
    label = subject.label
    if clause.verb in ("have", "suffer") and not clause.hedged and not clause.modal and (several := _several(clause)):
        return [
            draft(
                clause,
                f"health:{head(one, number=False)}",
                "yes",
                f"{label} has {one}",
                sensitive="health",
                importance=4,
            )
            for one in several
        ]
    if clause.hedged or clause.modal in ("might", "may", "could"):
        return [
            draft(
                clause,
                f"health:{head(thing, number=False)}",
                "suspected",
                f"{label} may have {thing}",
                sensitive="health",
                confidence=0.3,
                source=Source.INFERRED,
            )
        ]
    if clause.modal in ("would", "should"):
        return []
    return [
        draft(
            clause,
            f"health:{head(thing, number=False)}",
            "yes",
            moment.absolute(clause.telling()),
            sensitive="health",
            importance=4,
        )
    ]


_TOLD_BY = re.compile(  # the doctor says no salt
    r"(?:says|said|told me|wants me|advised|advises|recommends?|recommended|insists|ordered|forbade|put me on|has me on)\b"
)
_HEALERS = re.compile(
    r"(?:doctor|gp|physio|physiotherapist|dietitian|dietician|nutritionist|cardiologist|dentist|consultant|specialist|surgeon|"
    r"oncologist|midwife|psychiatrist|dermatologist|neurologist|allergist|obstetrician|gastroenterologist)$"
)


def advised(clause: Clause, moment: Moment) -> list[Candidate]:
    """`my doctor says no salt`: what somebody who heals asks of the user."""
    subject = clause.subject
    if subject.kind not in ("person", "thing") or not subject.label.startswith("User's") or clause.negated:
        return []
    who = (subject.role or subject.noun).lower()
    if not _HEALERS.search(who) or not _TOLD_BY.match(clause.predicate) or len(clause.rest.split()) < 2:
        return []
    if re.search(
        r"\b(?:I am (?:fine|ok|okay|good)|it is|nothing|wait|come back|see|call|today|tomorrow)\b", clause.rest
    ):
        return []
    what = re.sub(
        r"^(?:that|me|to|I (?:should|must|need to|have to|can not)|no|not to|to avoid|avoid)\s", "", clause.rest
    )
    told = moment.absolute(clause.telling())
    return [draft(clause, f"advice:{head(what)}"[:66], "yes", told, sensitive="health", importance=4)]


_AT_A_JOB = re.compile(
    r"\b(?:job|started|joined|hired|role|position|work|company|firm|boss|months?|as an?)\b", re.IGNORECASE
)


def _several(clause: Clause) -> list[str]:
    """Each of the conditions that are named together, when all are known ones: `asthma, eczema and hay fever`."""
    things = listed(enumerated(re.sub(r"^from\s", "", clause.rest)))
    known = [
        found
        for thing in things
        if (found := _CONDITION.search(thing)) and len(thing.split()) - len(found.group().split()) < _FEW
    ]
    return things if len(things) > 1 and len(known) == len(things) else []


_FEW = 3  # words around the name of a condition


def legal(clause: Clause, moment: Moment) -> list[Candidate]:
    """Lawsuits and debts are sensitive too; as a guess they wait for confirmation."""
    if (
        not clause.mine
        or clause.negated
        or not (
            match := re.search(
                r"\b(?:sued|suing|lawsuit|arrested|bankrupt|bankruptcy|on probation|convicted|indicted|in debt|"
                r"custody battle|evicted|audited)\b",
                clause.rest + " " + clause.verb,
            )
        )
    ):
        return []
    if match.group() == "on probation" and _AT_A_JOB.search(clause.text):
        return []  # the first months of a job
    topic = "finance" if re.search(r"bankrupt|debt|audited", match.group()) else "law"
    doubtful = clause.hedged or clause.modal in ("might", "may", "could", "will")
    fields = {"confidence": 0.3, "source": Source.INFERRED} if doubtful else {}
    return [
        draft(
            clause,
            f"{topic}:{head(match.group())}",
            "suspected" if doubtful else "yes",
            moment.absolute(clause.telling()),
            sensitive=topic,
            **fields,
        )
    ]
