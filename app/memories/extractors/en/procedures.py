"""How the team works: procedures with their steps, rules, project facts, decisions."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, procedure, standing, tidy, unfilled
from app.memories.extractors.en.lexicon import words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import capital, form_of, head, third
from app.memories.model import Act, Candidate, Kind

_NOUN = (
    r"(?:process|procedure|workflow|checklist|routine|runbook|playbook|steps|protocol|pipeline|ritual|recipe|"
    r"drill|flow|sequence|sop|method|approach)"
)
_TOLD = re.compile(
    r"^(?:(?:this|here) is\s)?(?P<owner>our|my|the|the team's|team|"
    rf"your)?\s?(?P<name>(?:[\w'/&-]+\s){{0,5}}?{_NOUN}(?:\s(?:for|to|of|when|on|"
    rf"in)\s[\w' /-]{{2,50}}?)?)\s?(?:(?:is|goes|works|looks)(?:\s(?:as follows|like this|this|that we|"
    rf"to))?\s?)?(?::|,|\s-|\s–|(?<=is)\s|(?<=that we)\s|(?<=to)\s)\s*(?P<steps>.{{12,}})$",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"\b(?:first|then|next|after that|finally|afterwards|lastly|second|once|before|step)\b|\b1[.)]|,[^,]{3,},|;",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"\bfirst\b.{3,}\b(?:then|next|after that|finally|second|and only then|followed by)\b|"
    r"\bthen\b.{3,}\b(?:then|finally|and only then)\b|\bbefore\s\w+ing\b.*\bthen\b",
    re.IGNORECASE,
)
_HOW = re.compile(
    r"^(?:(?:to|when|whenever|before|after|for|if)\s(?P<goal>[^,]{3,70}?)(?:,\s|\s(?=we\s))(?:we\s(?:always\s|"
    r"usually\s)?|always\s|you\s(?:must\s|have to\s|need to\s))|(?:how we|"
    r"the way we)\s(?P<how>[^:,]{3,60})\s?(?::|is(?: to| that we)?:?)\s)(?P<steps>.{8,})$",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"^(?:(?P<owner>our|the|my|a|one|team|house|company|project|general|golden|another|lab|studio|kitchen|"
    r"office|department|clinic|shop|family|coding|security|style)\s)?(?P<name>(?:[\w'/-]+\s){0,3}?(?:rule|"
    r"policy|convention|guideline|agreement|standard|law|regulation|principle)s?(?:\s(?:here|of thumb|at work|"
    r"for [\w -]{2,30}|on [\w -]{2,30}|in (?:our|the|this) \w+))?)\s?(?::|\sis\s(?:that\s|to\s)?|"
    r"\ssays\s(?:that\s)?|\s-\s|\s–\s|,\s)\s*(?P<rule>.{6,})$",
    re.IGNORECASE,
)
_MUST = re.compile(
    r"^(?P<what>(?:every|all|each|no|any|new|pull requests?|prs?|merge requests?|releases?|deploy(?:s|ments)?|"
    r"hotfix\w*|migrations?|commits?|code|branches|tickets|invoices|visitors|orders|"
    r"samples)\b[\w' /-]{0,50}?)\s(?:must|needs?(?: to)?|requires?|has to|have to|may|can not|may not|"
    r"are not allowed|is not allowed|gets?|are|is)\s(?P<rest>.{4,})$",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:in|on|at|for)\s(?:our|this|my)\s(?:team|company|project|repo|repository|codebase|lab|office|shop|"
    r"department|org|clinic)\b|\b(?:here|with us)$",
    re.IGNORECASE,
)
_PROJECT = re.compile(
    r"(?:(?:project|app|application|service|product|repo|repository|codebase|system|site|website|company|team|"
    r"startup|platform|api)\b'?s?\s?)?(?P<what>[\w /-]{2,40})?$",
    re.IGNORECASE,
)
_ATTRIBUTES = words("project", "nouns")
_DECIDED = re.compile(
    r"^(?:(?:have\s|just\s|finally\s|also\s|already\s|now\s|all\s|jointly\s)*)(?:decided|agreed|settled|chose|"
    r"chosen|picked|went|opted|voted|committed|are going|are sticking)\b\s?(?P<what>.*)$",
    re.IGNORECASE,
)


_WITHIN = re.compile(
    r"^(?:in|on|at)\s(?:our|this|my)\s(?:team|company|project|lab|office|shop|department|group|repo|codebase),?\s",
    re.IGNORECASE,
)


def told(text: str, moment: Moment) -> list[Candidate]:
    """Procedures and rules that a whole sentence tells; the steps stay together, in their order."""
    text = re.sub(
        r"^(?:remember|note|please note|for reference|fyi)[:,]?\s(?=our|the team|my)",
        "",
        tidy(text),
        flags=re.IGNORECASE,
    )
    if (
        (match := _TOLD.match(text))
        and (_STEPS.search(match["steps"]) or ":" in text[: match.start("steps")])
        and not re.match(
            r"(?:an?|not|very|too|so|slow|broken|good|bad|complicated|easy|hard|simple|painful|really|quite|failing|"
            r"killing|down)\b",
            match["steps"],
            re.IGNORECASE,
        )
    ):
        name = re.sub(
            r"^(?:steps|process|procedure|workflow|checklist|routine)\s(?:for|to|of|when)\s",
            "",
            match["name"],
            flags=re.IGNORECASE,
        )
        label = f"{'My' if match['owner'] and match['owner'].lower() == 'my' else 'our'} {match['name']}"
        return [
            procedure(
                f"{third(capital(label))}: {third(_spaced(match['steps']), named=True, team=True)}",
                text,
                f"procedure:{_name(name)}",
                tags=("procedure",),
            )
        ]
    if (
        (match := _RULE.match(text))
        and not re.search(r"\b(?:exception|thumb is broken)\b", text)
        and not (match["name"].lower().endswith("s") and not match["owner"])
    ):
        owner = (match["owner"] or "").lower()
        prefix = {"our": "User's ", "my": "User's ", "team": "Team ", "": ""}.get(owner, capital(owner) + " ")
        if not owner and not re.match(r"(?:rule|policy|convention|guideline|principle)", match["name"], re.IGNORECASE):
            return []
        rule = third(match["rule"], named=True, team=True)
        return [
            procedure(
                f"{prefix}{match['name'] if prefix else capital(match['name'])}: {rule}",
                text,
                f"procedure:{_topic(match['rule'])}",
                tags=("rule",),
            )
        ]
    if (
        (match := _HOW.match(text))
        and (
            match["how"]
            or _ORDERED.search(match["steps"])
            or (re.match(r"(?:to|when|whenever|before|after)\s", text, re.IGNORECASE) and re.search(r",\swe\s", text))
        )
        and (_ORDERED.search(match["steps"]) or (match["how"] and match["steps"].count(",") > 1))
    ):
        goal = match["goal"] or match["how"]
        return [procedure(third(text, team=True), text, f"procedure:{_name(goal)}", tags=("procedure",))]
    if (
        _ORDERED.search(text)
        and (match := re.match(r"(?:we)\s(?:always\s|usually\s|first\s)?(?P<steps>.+)$", text, re.IGNORECASE))
        and not re.search(r"\b(?:went|was|were|had|did|yesterday|last)\b", text)
    ):
        return [
            procedure(capital(third(text, team=True)), text, f"procedure:{_topic(match['steps'])}", tags=("procedure",))
        ]
    within = _WITHIN.match(text)
    if (match := _MUST.match(text[within.end() :] if within else text)) and (
        within
        or _OURS.search(text)
        or (
            match["what"].lower().startswith(("every", "all", "each", "no "))
            and re.search(
                r"\b(?:must|needs?|requires?|has to|have to|may not|can not)\b", match.group()[len(match["what"]) :]
            )
            and re.search(
                r"\b(?:pr|prs|pull requests?|merge requests?|releases?|deploys?|deployments?|commits?|migrations?|"
                r"branch(?:es)?|tickets?|changes?|endpoints?|services?|invoices?|visitors?|builds?|hotfix\w*|reviews?|"
                r"expenses?|purchases?|orders?|samples?|patients?|designs?)\b",
                match["what"],
                re.IGNORECASE,
            )
        )
    ):
        return [procedure(third(text, team=True), text, f"procedure:{_topic(text)}", tags=("rule",))]
    return _decision_line(text, moment)


def _spaced(steps: str) -> str:
    return re.sub(r"\s+", " ", steps).strip(" .")


def _name(text: str) -> str:
    return head(
        re.sub(
            r"\b(?:process|procedure|workflow|checklist|routine|runbook|playbook|protocol|our|the|my)\b",
            " ",
            text,
            flags=re.IGNORECASE,
        )
    ) or head(text)


def _topic(text: str) -> str:
    kept = [
        word
        for word in re.findall(r"[\w'-]+", text)
        if word.lower()
        not in (
            "the",
            "a",
            "an",
            "must",
            "be",
            "is",
            "are",
            "no",
            "not",
            "always",
            "never",
            "we",
            "all",
            "every",
            "each",
            "to",
            "do",
            "has",
            "have",
            "need",
            "needs",
            "you",
            "it",
            "first",
            "then",
        )
    ]
    return head(" ".join(kept[:4]))


def _decision_line(text: str, moment: Moment) -> list[Candidate]:
    if match := re.match(
        r"(?:final\s)?decision(?:\sof the day)?\s?(?::|\sis\s(?:that\s|to\s)?)\s*(.{6,})$", text, re.IGNORECASE
    ):
        return [
            standing(
                f"Decision: {moment.absolute(third(match[1], team=True))}",
                text,
                f"decision:{_topic(match[1])}",
                head(match[1], number=False),
                kind=Kind.FACT,
                project_bound=True,
                tags=("decision",),
            )
        ]
    return []


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
        or clause.verb in ("be", "have", "know", "think", "like", "love")
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
            f"procedure:{_topic(f'{clause.verb} {clause.rest}')}",
            tags=("rule",),
        )
    ]


FORMS_OF_WORK = ("deploy", "release", "merge", "squash", "review", "test", "ship", "rebase")


def projects(clause: Clause, moment: Moment) -> list[Candidate]:
    """`our database is PostgreSQL`, `this project uses Vue`, `the codename of the new product is X`."""
    subject = clause.subject
    if (
        subject.kind != "thing"
        or clause.tense not in ("present", "progressive", "future", "perfect")
        or clause.hedged
        or clause.modal not in ("", "will", "must", "can")
    ):
        return []
    noun = subject.noun
    ours = (subject.label.startswith("User's") and re.match(r"our\b", clause.text.strip(), re.IGNORECASE)) or re.match(
        r"(?:this|the|my|our)\s(?:new\s|current\s)?(?:project|app|application|repo|codebase|product)\b",
        clause.text.strip(),
        re.IGNORECASE,
    )
    if of := re.match(
        r"([\w -]{3,30}?)\s(?:of|for)\s(?:the|our|this|my)\s(?:new\s)?(?:[\w-]+\s)?(?:project|product|app|service|"
        r"release|repo|platform|system|team|launch|site|website)$",
        noun,
    ):
        noun, ours = of[1], True
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
        value = called[1] or (called[2] if clause.verb == "call" else "")
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
    value = unfilled(re.sub(r"^(?:called|named|codenamed)\s", "", clause.rest))
    found = (
        moment.coming(clause.text) if attribute in ("deadline", "launch", "release", "go-live", "milestone") else None
    )
    return [
        draft(
            clause,
            f"project:{attribute}"[:66],
            moment.absolute(value),
            moment.absolute(clause.telling()),
            project_bound=True,
            valid_to=found.until if found else None,
        )
    ]


def _made_with(clause: Clause, moment: Moment) -> list[Candidate]:
    found = []
    text = unfilled(clause.rest)
    for match in re.finditer(
        r"(?P<thing>[A-Z][\w.+#]*(?:\s(?:[A-Z][\w.+#]*|\d[\w.]*))*|[a-z]+\d\w*)\s(?:for|as)\s(?:the\s|its\s|a\s|"
        r"our\s)?(?P<use>[\w -]{2,30}?)(?=$|,|\sand\s)",
        text,
    ):
        found.append(
            draft(
                clause,
                f"project:{head(match['use'])}",
                match["thing"],
                f"{clause.subject.label} uses {match['thing']} for the {match['use']}",
                project_bound=True,
            )
        )
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


def decisions(clause: Clause, moment: Moment) -> list[Candidate]:
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
    key = f"decision:{head(topic[1])}" if topic else f"decision:{_topic(matter)}"
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


RULES = (decisions, rules, projects)
__all__ = ["RULES", "Act", "told"]
