"""Facts about the project: backend, deadline, codename."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.subjects import Subject
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_ATTRIBUTES = words("project", "nouns")

_STACK = frozenset(
    {"database", "backend", "frontend", "framework", "client", "customer", "cache", "queue", "ci", "cdn"}
)
_NAME = re.compile(
    r"(?:called\s|named\s)?[A-Z][\w.+#-]*(?:\s[A-Z\d][\w.+#-]*){0,2}"
)  # not Redis-like words: the client is Happy

_FOR_USE = re.compile(
    r"(?P<thing>[A-Z][\w.+#]*(?:\s(?:[A-Z][\w.+#]*|\d[\w.]*))*|[a-z]+\d\w*)\s(?:for|as)\s(?:the\s|its\s|a\s|our\s)?"
    r"(?P<use>[\w -]{2,30}?)(?=$|,|\sand\s)"
)


_NAMED = re.compile(
    r"^[Pp]roject\s(?P<name>[A-Z][\w-]+)(?:'s\s(?P<of>[a-z][\w -]{2,25}?))?\s(?P<rest>(?:is|has|uses|ships|launches|starts|runs|"
    r"ends|needs|goes|moves|moved|slipped|shifted|got|was|lives|will)\s.{4,})$"
)


def projects(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    """`our database is PostgreSQL`, `this project uses Vue`, `the codename of the new product is X`."""
    subject = clause.subject
    if (
        subject.kind != "thing"
        or (
            clause.tense not in ("present", "progressive", "future", "perfect")
            and not (clause.verb in ("move", "slip", "shift", "change") and "to " in clause.rest)
        )
        or clause.hedged
        or clause.modal not in ("", "will", "must", "can")
    ):
        return []
    noun = subject.noun
    ours: object = (
        subject.label.startswith("User's") and re.match(r"our\b", clause.text.strip(), re.IGNORECASE)
    ) or re.match(
        r"(?:this|the|my|our)\s(?:new\s|current\s)?(?:project|app|application|repo|codebase|product)\b",
        clause.text.strip(),
        re.IGNORECASE,
    )
    ours = ours or (
        re.match(r"the\s", clause.text.strip(), re.IGNORECASE)
        and (
            (noun in ("codename", "code name") and re.match(r"(?:called\s)?[A-Z]", clause.rest))
            or noun in ("deadline", "launch date", "release date", "go-live date", "code freeze", "kickoff")
            or (noun in _STACK and _NAME.fullmatch(clause.rest))
            or re.match(
                r"(?:client|customer)'s (?:budget|deadline|name|contact|codename|domain|stack|launch date)$", noun
            )
            or (
                noun.rpartition(" ")[2] in _ATTRIBUTES
                and re.search(r"\w\.\w{2,}|:\d{2,5}\b|\b\d{4,5}\b|https?:", clause.rest)
            )
        )
    )
    if of := re.match(
        r"([\w -]{3,30}?)\s(?:of|for)\s(?:the|our|this|my)\s(?:new\s)?(?:[\w-]+\s)?(?:project|product|app|service|"
        r"release|repo|platform|system|team|launch|site|website)$",
        noun,
    ):
        noun, ours = of[1], of
    if not ours:
        return []
    bare = re.sub(
        r"^(?:new|current|main|whole|entire)\s",
        "",
        re.sub(
            r"^(?:(?:new\s|current\s|side\s)?(?:project|app|application|service|product|repo|repository|codebase|"
            r"system)(?:'s)?)(?:\s|$)",
            "",
            noun,
        ),
    ).strip()
    attribute = head(bare).replace("code name", "codename").replace("code-name", "codename")
    if not attribute and clause.verb in (
        "live",
        "sit",
        "use",
        "run",
        "need",
        "depend",
        "rely",
        "support",
        "target",
        "store",
        "require",
    ):
        return _made_with(clause, moment)
    if (
        not attribute
        and clause.verb in ("be", "call")
        and (called := re.match(r"(?:called|named|codenamed|code-named)\s(.+)|(.+)", clause.rest))
    ):
        value = re.split(
            r"\s(?:and|but|which|because|so)\b|,", called[1] or (called[2] if clause.verb == "call" else "")
        )[0]
        if value:
            return [draft(clause, "project:name", value, clause.telling(), project_bound=True, entities=(value,))]
        if re.match(
            r"(?:written|built|hosted|deployed|coded|developed|implemented)\s(?:in|with|on|using)\s", clause.rest
        ):
            return _made_with(clause, moment)
        return []
    if clause.verb == "be" and re.match(
        r"(?:slow|broken|down|a mess|bad|not working|failing|great|fine|good|too|so|very|really|giving|killing|"
        r"driving|crashing|acting|messed|stuck|annoying|terrible|hard|confusing|dead)\b",
        clause.rest,
    ):
        return []
    known = any(part in _ATTRIBUTES for part in attribute.split()) or re.match(
        r"(?:codenamed|scheduled|due|planned|hosted|located|stored|refreshed|deployed|written|built|backed up|"
        r"called)\b",
        clause.rest,
    )
    if not known or not attribute or len(attribute.split()) > 5 or not clause.rest:
        return []
    value = unfilled(re.sub(r"^(?:called|named|codenamed|(?:back )?to)\s", "", clause.rest))
    found = (
        moment.coming(clause.text) if attribute in ("deadline", "launch", "release", "go-live", "milestone") else None
    )
    attribute = {
        "release date": "release",
        "launch date": "release",
        "go-live date": "release",
        "launch": "release",
        "due date": "deadline",
    }.get(attribute, attribute)
    day = found or (moment.coming(clause.text) if attribute in ("deadline", "release") else None)
    return [
        draft(
            clause,
            f"project:{attribute}"[:66],
            day.since.astimezone(moment.zone).date().isoformat() if day else moment.absolute(value),
            moment.absolute(clause.telling()),
            project_bound=True,
            valid_to=found.until if found else None,
        )
    ]


def named(text: str, moment: Moment) -> list[Candidate]:
    """`Project Osprey ships in May`: a project under its own name."""
    found = _NAMED.match(text)
    if not found:
        return []
    name, rest = found["name"], unfilled(found["rest"])
    of = f"'s {found['of']}" if found["of"] else ""
    clause = Clause(text, Subject("thing", f"Project {name}"), "", "", rest, "present")
    verb, _, what = rest.partition(" ")
    return [
        draft(
            clause,
            f"project:{name.lower()}:{head(found['of']) if found['of'] else verb}",
            moment.absolute(what),
            moment.absolute(f"Project {name}{of} {rest}"),
            project_bound=True,
            entities=(name,),
        )
    ]


def _made_with(clause: Clause, moment: Moment) -> list[Candidate]:
    text = unfilled(clause.rest)
    found = [
        draft(
            clause,
            f"project:{head(match['use'])}",
            match["thing"],
            f"{clause.subject.label} uses {match['thing']} for the {match['use']}",
            project_bound=True,
        )
        for match in _FOR_USE.finditer(text)
    ]
    if found or not text:
        return found
    kind = "stack" if clause.verb in ("use", "be", "run") else clause.verb
    return [
        draft(
            clause,
            f"project:{kind}:{head(text, number=False)}"[:66],
            "yes",
            moment.absolute(clause.telling()),
            project_bound=True,
        )
    ]
