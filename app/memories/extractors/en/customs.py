"""What a team always or never does in its work."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import procedure, topic_of
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_WORKED = re.compile(
    r"\b(?:deploy\w*|releas\w*|merge\w*|squash\w*|review\w*|tests?|tested|ship|rebase\w*|commits?|push\w*|prs?|"
    r"pull requests?|main|master|production|staging|branch\w*|code|customers?|"
    r"clients?|orders?|invoices?|tickets?|migrations?|backups?|logs?|on-call|incidents?|builds?|features?|docs?|"
    r"contracts?|samples?|patients?|budgets?|expenses?|meetings?|sprints?|"
    r"stand-?ups?|agenda|approv\w+|sign-off|sign off|versions?|tags?|secrets?|passwords?|endpoints?|databases?|"
    r"queries|schema|hotfix\w*|emails?|reports?|quotes?|deliver\w*|refunds?|"
    r"fridays?|data|api|apis|config\w*|servers?|changelog|ci)\b",
    re.IGNORECASE,
)


def rules(clause: Clause, moment: Moment) -> list[Candidate]:
    """`we never deploy on Fridays`: what the team always or never does is a rule."""
    if clause.subject.kind != "team" or clause.tense != "present" or clause.hedged:
        return []
    always = set(clause.adverbs) & {"always", "never"} or (
        clause.negated
        and clause.modal in ("", "can")
        and re.search(
            r"\b(?:on \w+days|after \d|before \d|without|until|unless|directly|in production|during)\b", clause.rest
        )
    )
    if (
        not always
        or clause.verb
        in (
            "be",
            "have",
            "know",
            "think",
            "like",
            "love",
            "need",
            "want",
            "enjoy",
            "look",
            "count",
            "remember",
            "see",
            "talk",
            "laugh",
        )
        or not _WORKED.search(f"{clause.verb} {clause.rest}")
        or (not clause.rest and clause.verb not in FORMS_OF_WORK)
    ):
        return []
    form = form_of(clause.verb)
    if (clause.negated and not clause.rest) or (form is None and len(clause.rest.split()) < 2):
        return []
    return [
        procedure(
            unfilled(moment.absolute(clause.telling())),
            clause.text,
            f"procedure:{topic_of(f'{clause.verb} {clause.rest}')}",
            tags=("rule",),
        )
    ]


FORMS_OF_WORK = ("deploy", "release", "merge", "squash", "review", "test", "ship", "rebase")
