"""What a person is by profession."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import entries, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.values import org, place
from app.memories.model import Candidate, Kind
from app.text import patterns as re

_JOBS = words("jobs", "words")

_NOT_JOBS = words("jobs", "not_jobs")

_SUFFIXES = tuple(entries("jobs", "suffixes"))

_OFFICES = words("jobs", "offices")

_QUALITIES = words("jobs", "qualities")

_KEEN = words("jobs", "keen")

_TITLE = re.compile(
    r"(?:(?:currently|now|still|actually|also|working as|employed as|training as|just|"
    r"basically)\s)*(?P<article>an?|the|one of the|their|our)?\s?(?P<title>[\w'’+#&./ -]{2,70}?)"
    r"(?P<tail>(?:,|;|\s(?:(?:up|down|over|out)\s(?=in|at|near)|at|for|with|in|on|by|from|who|that|and|but|since|"
    r"based|here|specialising|"
    r"specializing|working|living|of(?=\s(?:the\s)?[A-Z]))\b).*)?$"
)

_AGED = re.compile(r"(\d{1,3})[- ]years?[- ]old\s")


def title(text: str) -> tuple[str, str] | None:  # one reading after the other
    """The job named at the start of `text` and what follows it; None when it is no job."""
    match = _TITLE.match(text)
    if not match:
        return None
    name = re.sub(r"^(?:only|sole|lone|resident|in-house)\s", "", _AGED.sub("", match["title"].strip()).strip())
    parts = name.lower().split()
    if not parts or len(parts) > 7:
        return None
    noun = parts[parts.index("of") - 1] if "of" in parts[1:] else parts[-1]
    pair = " ".join(parts[-2:])
    listed = noun in _JOBS or pair in _JOBS or name.lower() in _JOBS
    if (noun in _NOT_JOBS and not listed) or pair in _NOT_JOBS or name.lower() in _NOT_JOBS or parts[0] in _KEEN:
        return None
    if parts[0] in _QUALITIES and (len(parts) == 2 or not listed):
        return None
    guessed = match["article"] and len(noun) > 4 and noun.endswith(_SUFFIXES) and noun.isalpha()
    if not listed and not guessed:
        return None
    if not match["article"] and not (
        listed and (match["tail"] or len(parts) > 1 or noun in _OFFICES or noun in ("freelance", "student"))
    ):
        return None
    return name, (match["tail"] or "").strip(" ,")


def job_facts(clause: Clause, moment: Moment, said: str, tail: str) -> list[Candidate]:
    label, found = clause.subject.label, []
    article = (
        ""
        if said.lower().split()[0] in _OFFICES or said.isupper() or " of " in said
        else ("an " if said[0].lower() in "aeiou" else "a ")
    )
    was = "was" if clause.verb == "be" and clause.tense == "past" else ("are" if clause.subject.plural else "is")
    employer = ""
    if re.match(
        r"(?:for|in|with)\s(?:about |over |almost |nearly |the (?:last|past) )?(?:\d|[a-z-]+ (?:years?|months?|"
        r"weeks?|decades?)\b)",
        tail,
    ):
        tail = ""
    if (at := re.match(r"(?:at|for|with|of|in|on)\s(.+)$", tail)) and not re.match(
        r"(?:for|in|with)\s(?:\d|about|over|almost|nearly|an?\s(?:few|couple|living)|the|my|ten|two|three|four|five|"
        r"six|seven|eight|nine|many|years)",
        tail,
    ):
        employer = org(at[1]) if not tail.startswith(("in ", "on ")) else ""
    office = f"{was} {article}{said}"  # the employer stands by itself: one may change without the other
    found.append(
        draft(
            clause,
            "occupation",
            said,
            f"{label} {office}",
            importance=4,
            valid_from=moment.since(tail),
            entities=(employer,) if employer else (),
        )
    )
    if employer:
        found.append(
            draft(
                clause,
                "employer",
                employer,
                f"{label} works at {employer}",
                importance=4,
                valid_from=moment.since(tail),
                entities=(employer,),
            )
        )
    return found + _around(clause, tail)


def _around(clause: Clause, tail: str) -> list[Candidate]:
    """The place that a job is told with: of the user it is where they work, of others where they live."""
    label = clause.subject.label
    if (at := re.search(r"(?:^|\s)(?:based\s|living\s)in\s(.+)$", tail)) and (where := place(at[1])):
        return [draft(clause, "residence", where, f"{label} lives in {where}", entities=(where,))]
    if (at := re.search(r"(?:^|\s)from\s(.+)$", tail)) and (where := place(at[1])):
        return [draft(clause, "origin", where, f"{label} is from {where}", entities=(where,))]
    if (at := re.search(r"(?:^|\s)in\s(.+)$", tail)) and (where := place(at[1])) and where == where.title():
        attribute, verb = ("workplace", "works") if clause.mine else ("residence", "lives")
        return [draft(clause, attribute, where, f"{label} {verb} in {where}", entities=(where,))]
    return []


def being(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I am a nurse at X`, `my brother is the CTO of Y`, `I am retired`."""
    if (
        clause.verb not in ("be", "become")
        or clause.negated
        or clause.subject.kind not in ("me", "person")
        or not clause.lively
        or clause.modal == "will"
    ):
        return []
    if clause.tense not in ("present", "perfect") and not (clause.verb == "become" and clause.tense == "past"):
        return []
    text = re.sub(r"^(?:both\s)|,?\s(?:now|nowadays|these days)$", "", clause.rest)
    text = re.sub(
        r"^(?:(?:just|recently|finally|newly)\s)*(?:promoted|appointed|made|named|hired)\s(?:to\s|as\s)?(?=[a-z])",
        "",
        text,
    )
    found: list[Candidate] = []
    if aged := re.match(r"an?\s" + _AGED.pattern, text):
        found.append(draft(clause, "age", aged[1], f"{clause.subject.label} is {aged[1]} years old"))
    if state := re.match(
        r"(retired|unemployed|self-employed|freelancing|between jobs|on parental leave|on maternity leave|"
        r"semi-retired)\b",
        text,
    ):
        if "leave" in state[1] and (until := moment.coming(text)):
            told = moment.absolute(clause.telling())
            return [draft(clause, "plan:leave", state[1], told, kind=Kind.EVENT, importance=4, expires_at=until.until)]
        return [draft(clause, "occupation", state[1], f"{clause.subject.label} is {state[1]}", importance=4)]
    if keen := re.match(r"an?\s((?:avid|keen|passionate|enthusiastic|amateur|hobby|recreational)\s[\w -]{3,30})", text):
        return [
            draft(
                clause,
                f"trait:{head(keen[1])}",
                keen[1],
                f"{clause.subject.label} is a{'n' if keen[1][0] in 'aeiou' else ''} {keen[1]}",
            )
        ]
    if (at := re.match(r"(?:\w+\s)?employed\s(?:at|by|with)\s(.+)", text)) and (employer := org(at[1])):
        return [
            draft(
                clause,
                "employer",
                employer,
                f"{clause.subject.label} works at {employer}",
                importance=4,
                entities=(employer,),
            )
        ]
    if job := title(text):
        first, *more = re.split(r"\sand\s(?=an?\s)", text)
        found += job_facts(clause, moment, *job)
        for other in more:
            if (second := title(other)) and first:
                found.append(
                    draft(
                        clause,
                        f"occupation:{head(second[0])}",
                        second[0],
                        f"{clause.subject.label} is also a {second[0]}",
                    )
                )
    return found
