"""What a person does for a living, and where."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, number, org, place, trimmed, unfilled
from app.memories.extractors.en.lexicon import entries, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head, third
from app.memories.model import Candidate

_JOBS = words("jobs", "words")
_NOT_JOBS = words("jobs", "not_jobs")
_SUFFIXES = tuple(entries("jobs", "suffixes"))
_OFFICES = words("jobs", "offices")
_QUALITIES = words("jobs", "qualities")
_KEEN = words("jobs", "keen")
_TITLE = re.compile(
    r"(?:(?:currently|now|still|actually|also|working as|employed as|training as|just|"
    r"basically)\s)*(?P<article>an?|the|one of the|their|our)?\s?(?P<title>[\w'’+#&./ -]{2,70}?)"
    r"(?P<tail>(?:,|;|\s(?:at|for|with|in|on|by|from|who|that|and|but|since|based|here|specialising|"
    r"specializing|working|living|of(?=\s(?:the\s)?[A-Z]))\b).*)?$"
)
_AGED = re.compile(r"(\d{1,3})[- ]years?[- ]old\s")


def title(text: str) -> tuple[str, str] | None:
    """The job named at the start of `text` and what follows it; None when it is no job."""
    match = _TITLE.match(text)
    if not match:
        return None
    name = _AGED.sub("", match["title"].strip()).strip()
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


def _job(clause: Clause, moment: Moment, said: str, tail: str) -> list[Candidate]:
    label, found = clause.subject.label, []
    article = (
        ""
        if said.lower().split()[0] in _OFFICES or said.isupper() or " of " in said
        else ("an " if said[0].lower() in "aeiou" else "a ")
    )
    was = "was" if clause.verb == "be" and clause.tense == "past" else ("are" if clause.subject.plural else "is")
    employer = ""
    if (at := re.match(r"(?:at|for|with|of|in|on)\s(.+)$", tail)) and not re.match(
        r"(?:for|in|with)\s(?:\d|about|over|almost|nearly|an?\s(?:few|couple|living)|the|my|ten|two|three|four|five|"
        r"six|seven|eight|nine|many|years)",
        tail,
    ):
        employer = org(at[1]) if not tail.startswith(("in ", "on ")) else ""
    office = f"{was} {article}{said}" + (f" at {employer}" if employer else "")
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
    text = re.sub(r"^(?:both\s)", "", clause.rest)
    found: list[Candidate] = []
    if aged := re.match(r"an?\s" + _AGED.pattern, text):
        found.append(draft(clause, "age", aged[1], f"{clause.subject.label} is {aged[1]} years old"))
    if state := re.match(
        r"(retired|unemployed|self-employed|freelancing|between jobs|on parental leave|on maternity leave|"
        r"semi-retired)\b",
        text,
    ):
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
        found += _job(clause, moment, *job)
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


def working(clause: Clause, moment: Moment) -> list[Candidate]:
    """Verbs of work: work at, join, run, manage, teach."""
    if clause.subject.kind not in ("me", "person") or clause.negated or not clause.lively or clause.modal:
        return []
    label, text = clause.subject.label, clause.rest
    are = clause.subject.plural
    if clause.verb == "retire" and clause.tense in ("past", "perfect"):
        return [draft(clause, "occupation", "retired", moment.absolute(clause.telling()), importance=4)]
    if clause.verb == "work" and clause.tense != "future":
        return _working(clause, moment)
    if (clause.verb in ("join", "found", "start") and clause.tense in ("past", "perfect")) or (
        clause.verb == "start" and clause.tense == "past"
    ):
        text = re.sub(r"^(?:working\s)?(?:at|with|for)\s", "", text) if clause.verb != "found" else text
        if clause.verb == "start" and not re.match(r"(?:working\s)?at\s[A-Z]", clause.rest):
            return []
        employer = org(text)
        if not employer or employer[0].islower():
            return []
        if clause.verb == "found":
            return [draft(clause, "company", employer, f"{label} founded {employer}", entities=(employer,))]
        found = [
            draft(
                clause,
                "employer",
                employer,
                f"{label} works at {employer}",
                importance=4,
                valid_from=moment.since(text),
                entities=(employer,),
            )
        ]
        if (role := re.search(r"\bas\s(.+)$", text)) and (job := title(role[1])):
            found += _job(clause, moment, job[0], "")
        return found
    if clause.verb in (
        "run",
        "own",
        "manage",
        "lead",
        "head",
        "teach",
        "maintain",
        "coordinate",
        "supervise",
        "develop",
        "freelance",
        "coach",
        "oversee",
    ) and clause.tense in ("present", "perfect", "progressive"):
        return _charge(clause, text, are=are)
    return []


def _working(clause: Clause, moment: Moment) -> list[Candidate]:
    label, text = clause.subject.label, clause.rest
    text = re.sub(r"^(?:full[- ]time|part[- ]time|mostly|mainly)\s", "", text)
    employer, found = "", []
    if at := re.match(r"(?:at|for|with)\s(.+)$", text):
        employer = org(at[1])
        if re.match(
            r"(?:with\s(?:an?|the)|at\s(?:the\smoment|least|night|home)|for\s(?:\d|an?\s(?:few|long|couple|living)|two|"
            r"three|four|five|ten|many|years|myself|fun|free|me|him|her|you|it|them)|with\s(?:my|him|her|you|people|"
            r"children|kids|animals|horses))\b",
            text,
        ):
            employer = ""
    if employer and clause.tense == "past":
        return [
            draft(
                clause,
                f"former_employer:{head(employer, number=False)}",
                employer,
                moment.absolute(clause.telling()),
                entities=(employer,),
            )
        ]
    if clause.tense == "past":
        return []
    if employer:
        verb = "work" if clause.subject.plural else "works"
        found.append(
            draft(
                clause,
                "employer",
                employer,
                f"{label} {verb} at {employer}",
                importance=4,
                valid_from=moment.since(text),
                entities=(employer,),
            )
        )
    if (role := re.search(r"(?:^|\s)as\s((?:an?|the|their|our|its|head|chief|lead|senior|CTO|CEO)\b.+)$", text)) and (
        job := title(re.sub(r"^(?:their|our|its)\s", "the ", role[1]))
    ):
        found += (
            _job(clause, moment, job[0], job[1])
            if not employer
            else _job(clause, moment, job[0], re.sub(r"^(?:at|for)\s.*", "", job[1]))
        )
    if found:
        return found
    if clause.tense == "progressive" and not clause.adverbs:
        return []
    if re.match(
        r"(?:from home|remotely|remote|on-site|in an office|from the office|hybrid|nights|night shifts?|shifts|"
        r"weekends|freelance|part[- ]time|full[- ]time|early shifts|late shifts)\b",
        clause.rest,
    ):
        slot = "work_mode" if "shift" not in text and "night" not in text and "weekend" not in text else "schedule:work"
        return [draft(clause, slot, unfilled(text), clause.telling())]
    if at := re.match(r"in\s(.+)$", text):
        where = place(at[1])
        if where and at[1][0].isupper():
            return [draft(clause, "workplace", where, f"{label} works in {where}", entities=(where,))]
        if re.match(r"(?:an?|the|[a-z]+)\b", at[1]) and not re.match(
            r"(?:the (?:morning|evening|afternoon|night|garden|same|past)|silence|peace|a (?:hurry|rush)|bed)", at[1]
        ):
            return [draft(clause, "field", trimmed(at[1]), f"{label} works in {third(trimmed(at[1]), named=True)}")]
    if on := re.match(r"(?:on|in|with)\s(the\s[\w -]{2,40}\steam)\b", text):
        return [draft(clause, "team", on[1], f"{label} works on {on[1]}")]
    if re.match(r"with\s(?:children|kids|animals|horses|people|the elderly|wood|glass|leather|metal|refugees)\b", text):
        return [draft(clause, "field", trimmed(text), f"{label} works {trimmed(text)}")]
    return []


def _charge(clause: Clause, text: str, *, are: bool) -> list[Candidate]:
    """What a person runs, owns, leads or teaches."""
    what = unfilled(text)
    if clause.verb == "run" and not re.match(
        r"(?:an?|the|my own|our own)\s[\w' -]*(?:shop|store|bakery|café|cafe|restaurant|company|business|agency|"
        r"team|farm|studio|blog|podcast|channel|startup|start-up|bar|pub|hotel|hostel|newsletter|clinic|practice|"
        r"school|gym|firm|bookshop|workshop|brewery|nursery|charity|club|department|b&b|guesthouse|garage|salon|"
        r"kennel|vineyard|server|homelab|theatre|gallery|stall)\b",
        what,
    ):
        return []
    if clause.verb in ("own", "develop", "maintain") and not re.match(
        r"(?:an?|the|two|three|my own|several|\d+)\s", what
    ):
        return []
    if clause.verb == "teach" and re.match(r"(?:me|you|myself|us|him|her)\b", what):
        return []
    if (
        not what
        or len(what.split()) > 14
        or (
            clause.verb in ("manage", "lead")
            and re.match(r"(?:to\s|it\b|with\b|my (?:time|stress|money)|just|fine|somehow)", what)
        )
    ):
        return []
    if clause.tense == "progressive" and not re.match(r"(?:an?|the)\s[\w -]*(?:team|company|department)", what):
        return []
    kind = f"owns:{head(what)}" if clause.verb == "own" else f"role:{clause.verb} {head(what)}"
    return [draft(clause, kind[:60], what, clause.telling(), importance=3)]


RULES = (being, working)
__all__ = ["RULES", "number", "title"]
