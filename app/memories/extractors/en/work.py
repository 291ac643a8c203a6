"""Where a person works, and what they run, lead, teach."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.jobs import job_facts, title
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.values import org, place, trimmed, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_MODES = (
    (r"from home|remote", "remote"),
    (r"hybrid", "hybrid"),
    (r"on-site|office", "office"),
    (r"freelance", "freelance"),
    (r"part[- ]time", "part-time"),
    (r"full[- ]time", "full-time"),
)


def working(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    """Verbs of work: work at, join, run, manage, teach."""
    if clause.subject.kind not in ("me", "person") or clause.negated or not clause.lively or clause.modal:
        return []
    label, text = clause.subject.label, clause.rest
    if clause.verb == "retire" and clause.tense in ("past", "perfect"):
        return [draft(clause, "occupation", "retired", moment.absolute(clause.telling()), importance=4)]
    if clause.verb == "work" and clause.tense != "future":
        return _working(clause, moment)
    if (
        clause.verb == "be"
        and clause.tense in ("present", "perfect")
        and (
            placed := re.match(
                r"(?:working\s)?(?:at|with)\s(?P<firm>(?:the\s)?[A-Z].*?)\s(?:for|since)\s\S", clause.rest
            )
        )
        and (employer := org(placed["firm"]))
    ):
        told = f"{label} {'work' if clause.subject.plural else 'works'} at {employer}"
        since = moment.since(text)
        return [draft(clause, "employer", employer, told, importance=4, valid_from=since, entities=(employer,))]
    if (clause.verb in ("join", "found", "start") and clause.tense in ("past", "perfect")) or (
        clause.verb == "start" and clause.tense == "past"
    ):
        text = re.sub(r"^(?:working\s)?(?:at|with|for)\s", "", text) if clause.verb != "found" else text
        if clause.verb == "start" and not re.match(r"(?:working\s)?at\s[A-Z]", clause.rest):
            return _started_as(clause, moment)
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
            found += job_facts(clause, moment, job[0], "")
        return found
    if (
        clause.verb
        in (
            "drive",
            "fly",
            "cook",
            "consult",
            "write",
            "deliver",
            "translate",
            "volunteer",
            "sail",
            "clean",
            "code",
            "design",
        )
        and clause.tense in ("present", "perfect", "progressive")
        and (
            firm := re.match(
                r"for\s(?P<firm>(?:[A-Z]|an?\s(?:[\w-]+\s){0,3}?(?:firm|company|agency|studio|magazine|charity|bank|airline|startup|"
                r"paper|newspaper|publisher|hotel|restaurant|school|chain|family|consultancy|bureau|co-op)\b).*)$",
                text,
            )
        )
        and (employer := org(firm["firm"]))
    ):
        told = unfilled(clause.telling())
        return [
            draft(clause, "employer", employer, told, importance=4, valid_from=moment.since(text), entities=(employer,))
        ]
    if (
        clause.verb == "freelance"
        and clause.tense in ("present", "progressive", "perfect")
        and (as_ := re.match(r"as\s(?P<job>an?\s.+)$", text))
        and (job := title(unfilled(as_["job"])))
    ):
        return job_facts(clause.with_(verb="be", tense="present"), moment, f"freelance {job[0]}", "")
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
    ) and (
        clause.tense in ("present", "progressive")
        or (clause.tense == "perfect" and re.search(r"\bbeen\b|\bsince\b|\bfor\s\w+\syears\b", clause.predicate))
    ):
        return _charge(clause, text)
    return []


def _started_as(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I just started as a junior buyer at Marlowe`, unlike `I started as a cook but …`."""
    role = re.match(r"(?:out\s|work\s|working\s)?as\s(?P<job>an?\s[^,;]+)", clause.rest)
    job = title(role["job"]) if role else None
    if job is None or re.search(r"\b(?:but|then|before|in (?:19|20)\d\d)\b", clause.rest):
        return []
    if not (job[1] or "just" in clause.predicate or moment.since(clause.rest)):
        return []
    return job_facts(clause.with_(verb="be", tense="present"), moment, *job)


def charged(clause: Clause, moment: Moment) -> list[Candidate]:
    """`I'm in charge of the night shift`."""
    found = re.match(
        r"(?:\w+ly\s|also\s)?(?:in charge of|responsible for)\s(?P<what>(?!it\b|this\b|that\b|my\b|"
        r"you)[\w' &-]{3,70})",
        clause.rest,
    )
    if (
        clause.verb != "be"
        or clause.tense != "present"
        or clause.negated
        or clause.subject.kind not in ("me", "person")
        or not found
    ):
        return []
    return [draft(clause, "responsibility", unfilled(found["what"]), clause.telling())]


def _working(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    label, text = clause.subject.label, clause.rest
    text = re.sub(
        r"^(?:full[- ]time|part[- ]time|mostly|mainly|\w+ (?:days|shifts|hours|nights) a week|weekends|"
        r"nights)\s(?=at|for|in|as|with)",
        "",
        text,
    )
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
            job_facts(clause, moment, job[0], job[1])
            if not employer
            else job_facts(clause, moment, job[0], re.sub(r"^(?:at|for)\s.*", "", job[1]))
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
        mode = next((code for said, code in _MODES if re.search(said, clause.rest)), unfilled(text))
        if re.search(r"night|shift", clause.rest):
            return [draft(clause, "work_mode", "night shift" if "night" in clause.rest else "shifts", clause.telling())]
        return [draft(clause, slot, mode, clause.telling())]
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


def _charge(clause: Clause, text: str) -> list[Candidate]:
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
