"""Decisions of the team or the user."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, standing, topic_of
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate, Kind
from app.text import patterns as re


def decision_line(text: str, moment: Moment) -> list[Candidate]:
    if match := re.match(
        r"(?:(?:our|the)\s)?(?:final\s|team\s|group\s|board\s|management\s)?decision(?:\sof the day)?\s?(?::|"
        r"\sis\s(?:that\s|to\s)?)\s*(.{6,})$",
        text,
        re.IGNORECASE,
    ):
        return [
            standing(
                f"Decision: {moment.absolute(third(match[1], team=True))}",
                text,
                f"decision:{topic_of(match[1])}",
                head(match[1], number=False),
                kind=Kind.FACT,
                project_bound=True,
                tags=("decision",),
            )
        ]
    return []


def decisions(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    """`we decided to use X for Y`, `we went with Z`."""
    if clause.subject.kind not in ("me", "team") or clause.hedged or (clause.negated and "not to" not in clause.rest):
        return []
    if clause.verb not in (
        "decide",
        "agree",
        "settle",
        "choose",
        "pick",
        "go",
        "opt",
        "vote",
        "commit",
        "stick",
    ) or clause.tense not in ("past", "perfect"):
        return []
    what = clause.rest
    if (
        clause.verb in ("choose", "pick")
        and re.match(r"(?:them|these|those|it|this|that|some|an?|the|my|our|furniture)\b", what)
        and not re.search(r"\b(?:as|for)\s(?:the|our)\b", what)
    ):
        return []
    if (
        (clause.verb == "go" and not re.match(r"(?:ahead\s)?with\s[A-Z\w]", what))
        or (clause.verb == "agree" and not re.match(r"(?:on|to|that|not)\b", what))
        or (clause.verb == "stick" and not what.startswith("with "))
    ):
        return []
    if clause.mine and clause.verb not in ("decide", "settle", "choose", "opt"):
        return []
    if (
        len(what.split()) < 2
        or re.match(r"(?:to (?:ask|try asking|see|come|stop by|write you)|it|that we|this|to disagree)\b", what)
        or (clause.mine and re.match(r"to (?:go|take|have|watch|order|eat|stay|skip|call)\b", what))
    ):
        return []
    matter = re.sub(r"^(?:to|on|for|with|that we (?:will|would|should)|that)\s(?:use\s|go\swith\s|adopt\s)?", "", what)
    topic = re.search(r"\b(?:for|as)\s(?:the\s|our\s|all\s)?([\w -]{2,40})$", what)
    key = f"decision:{head(topic[1])}" if topic else f"decision:{topic_of(matter)}"
    return [
        draft(
            clause,
            key,
            unfilled(matter),
            moment.absolute(clause.telling()),
            importance=4,
            project_bound=clause.subject.kind == "team",
            valid_from=moment.since(clause.text),
            tags=("decision",),
        )
    ]
