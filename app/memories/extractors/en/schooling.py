"""Study, school, degree."""

from dataclasses import replace

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.goals import goals
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import org, trimmed
from app.memories.model import Candidate
from app.text import patterns as re

_FOR_ONESELF = re.compile(
    r"\s*\b(?:in my (?:free|spare) time|on the side|by myself|on my own|in the evenings|at weekends)$"
)


def schooling(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    """Study, school and degree."""
    if clause.subject.kind not in ("me", "person") or clause.negated or not clause.lively:
        return []
    label, found = clause.subject.label, []
    was = clause.tense == "past"
    text = clause.rest
    if clause.verb == "study" and clause.tense == "progressive" and _FOR_ONESELF.search(text):
        return goals(replace(clause, verb="learn", rest=_FOR_ONESELF.sub("", text).strip()), moment)
    if clause.verb in ("study", "major", "specialise", "specialize", "read") and not (
        clause.verb == "read" and " at " not in text
    ):
        subject = re.split(
            r"\s(?:at|in|since|for|with|on|there|right)\b|[,;]", re.sub(r"^(?:in|for an?|for|towards)\s", "", text)
        )[0].strip()
        if re.match(r"(?:at|in)\s[A-Z]", text) and clause.verb == "study":
            subject = ""
        if subject and not re.match(
            r"(?:hard|tonight|the|this|a lot|my|every|late|abroad|it|these|your|how|what)\b", subject
        ):
            found.append(draft(clause, "major", subject, f"{label} {'studied' if was else 'studies'} {subject}"))
        if (where := re.search(r"(?:^|\s)at\s(.+)$", text)) and (school := org(where[1])):
            found.append(
                draft(
                    clause,
                    "school",
                    school,
                    f"{label} {'studied' if was else 'studies'} at {school}",
                    entities=(school,),
                )
            )
        return found
    if clause.verb in ("attend", "graduate") or (
        clause.verb == "go"
        and re.match(
            r"to\s(?:the\s)?(?:\w+\s){0,3}(?:University|College|School|Academy|university|college|school)\b", text
        )
    ):
        school = org(re.sub(r"^(?:from|at|to)\s", "", text))
        if school and (
            clause.verb != "attend"
            or re.search(
                r"university|college|school|academy|institute|primary|kindergarten|polytechnic", text, re.IGNORECASE
            )
        ):
            verb = {
                "attend": "attended" if was else "attends",
                "graduate": "graduated from",
                "go": "went to" if was else "goes to",
            }[clause.verb]
            return [draft(clause, "school", school, f"{label} {verb} {school}", valid_from=None, entities=(school,))]
        return []
    if clause.verb in ("have", "hold", "get", "finish", "do") and (
        degree := re.match(
            r"(?:an?|my)\s((?:[\w']+\s)?(?:degree|PhD|phd|doctorate|master's|masters|bachelor's|bachelors|MBA|BSc|MSc|"
            r"BA|MA|diploma|doctorate)\b(?:\sdegree)?)(?:\s(?P<how>in|of|from|on)\s(.+))?",
            text,
        )
    ):
        if clause.verb == "do" and clause.tense != "progressive":
            return []
        how = "on" if degree["how"] == "on" else "in"
        what = f"{degree[1]} {how} {trimmed(degree[3])}" if degree[3] else trimmed(degree[1])
        verb = "is doing" if clause.verb == "do" else "has"
        return [draft(clause, "degree", what, f"{label} {verb} a {third(what)}")]
    if clause.verb == "be" and (
        re.match(
            r"(?:still\s|now\s)?(?:at|in)\s(?:uni|university|college|law school|med school|medical school|art school|"
            r"grad school|boarding school)(?:\s(?:in|at)\s(.+))?$",
            text,
        )
    ):
        return [draft(clause, "study", text, clause.telling())]
    if clause.verb == "be" and (
        year := re.match(
            r"in\s(?:the\s|my\s)?((?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|1st|"
            r"2nd|3rd|\d+th|final)\s(?:grade|year|form)|kindergarten|year \d+|high school|primary school|middle school|"
            r"preschool|nursery)\b(?:\sof\s(?:my|an?|the)\s[\w' -]{3,40})?",
            text,
        )
    ):
        return [draft(clause, "grade", year[1], f"{label} is in {third(year[0][3:], named=True)}")]
    return []
