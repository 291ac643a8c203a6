"""Procedures with their steps, and rules of the team."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.decisions import decision_line
from app.memories.extractors.en.draft import procedure, tidy, topic_of
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of, head
from app.memories.extractors.en.speech import capital, third
from app.memories.model import Candidate
from app.text import patterns as re

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
    r"\bthen\b.{3,}\b(?:then|finally|and only then)\b|,\s.{3,80},?\s(?:and\s)?then\s\w|\bbefore\s\w+ing\b.*\bthen\b",
    re.IGNORECASE,
)

_LIKE_THIS = re.compile(
    r"^(?P<owner>our|my|the)\s(?P<name>[\w' /-]{3,50}?)\s(?:works|goes|runs|is done|is handled|looks)(?P<so>\s(?:like this|"
    r"as follows|this way))?\s?[:,-]\s*(?P<steps>.{12,})$",
    re.IGNORECASE,
)

_HOW = re.compile(
    r"^(?:(?:to|when|whenever|before|after|for|if)\s(?P<goal>[^,]{3,70}?)(?:,\s|\s(?=(?:we|you)\s))(?:(?=first\s)|"
    r"we\s(?:always\s|"
    r"usually\s)?|always\s|you\s(?:must\s|have to\s|need to\s|always\s|first\s)?)|(?:how we|"
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
    r"are not allowed|is not allowed|gets?|are|is|always|never)\s(?P<rest>.{4,})$",
    re.IGNORECASE,
)

_OURS = re.compile(
    r"\b(?:in|on|at|for)\s(?:our|this|my)\s(?:team|company|project|repo|repository|codebase|lab|office|shop|"
    r"department|org|clinic)\b|\b(?:here|with us)$",
    re.IGNORECASE,
)

_WITHIN = re.compile(
    r"^(?:in|on|at)\s(?:our|this|my)\s(?:team|company|project|lab|office|shop|department|group|repo|codebase),?\s",
    re.IGNORECASE,
)


_BINDING = re.compile(
    r"\b(?:must|always|never|no|not|nobody|should|shall|only|can|cannot|every|everyone|each|all|at least|at most|"
    r"before|after|needs?|has to|have to|without|unless|until|max\w*|min\w*|"
    r"two|three|one|\d+|is to|to \w+|starts? with|begins? with|ends? with|contains?|follows?|use|keep|ask|write|"
    r"commit|merge|test|review)\b",
    re.IGNORECASE,
)


_HOW_TO = re.compile(  # to restart the kiln: switch off the mains, then …
    r"^to\s(?P<goal>(?!summari|sum up|be\b|clarify|recap|answer|confirm|quote|repeat|start with|begin with|conclude)[a-z]+(?:\s[^,:;]{3,50}|(?=:)))(?P<mark>[:,])\s(?P<steps>.{12,})$",
    re.IGNORECASE,
)
_RULED = re.compile(  # all customer data stays in the EU, that's policy
    r"^(?P<rule>(?!I\b|he\b|she\b|it\b|you\b)[^,;]{12,90}),?\s(?:[-–—]\s)?(?:that|it|this) is (?:(?:the|our|a|company|house|team|strict|office|shop)\s)*"
    r"(?:rule|policy|law|convention)(?:\s(?:here|with us|at work))?$",
    re.IGNORECASE,
)
_SO_WE_DO = re.compile(  # first soak, then boil: that is how we do it
    r"^(?P<steps>(?!I\b|we\b|my\b|it\b|he\b|she\b|they\b).{12,}\bthen\b.{4,}?)(?:[,;]|\s[-–—]|\.\.)\s?(?P<tail>that is (?:how|the way|what) (?:we|I)\b.{2,60})$",
    re.IGNORECASE,
)


def told(text: str, moment: Moment) -> list[Candidate]:  # one reading after the other
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
    if (match := _LIKE_THIS.match(text)) and (match["so"] or match["steps"].count(",") >= _FEW):
        label = f"{'My' if match['owner'].lower() == 'my' else 'our'} {match['name']}"
        return [
            procedure(
                f"{third(capital(label))}: {third(_spaced(match['steps']), named=True, team=True)}",
                text,
                f"procedure:{_name(match['name'])}",
                tags=("procedure",),
            )
        ]
    if (
        (match := _RULE.match(text))
        and not re.search(r"\b(?:exception|thumb is broken)\b", text)
        and not (match["name"].lower().endswith("s") and not match["owner"])
        and (_BINDING.search(match["rule"]) or re.match(r"\s?:", text[match.end("name") :]))
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
                f"procedure:{topic_of(match['rule'])}",
                tags=("rule",),
            )
        ]
    if (
        (match := _HOW.match(text))
        and (
            match["how"]
            or _ORDERED.search(match["steps"])
            or (re.match(r"(?:to|when|whenever|before|after)\s", text, re.IGNORECASE) and re.search(r",\swe\s", text))
            or _by_anybody(match)
        )
        and (_ORDERED.search(match["steps"]) or (match["how"] and match["steps"].count(",") > 1) or _by_anybody(match))
    ):
        goal = match["goal"] or match["how"]
        return [procedure(third(text, team=True), text, f"procedure:{_name(goal)}", tags=("procedure",))]
    if (
        _ORDERED.search(text)
        and (match := re.match(r"(?:we)\s(?:always\s|usually\s|first\s)?(?P<steps>.+)$", text, re.IGNORECASE))
        and not re.search(r"\b(?:went|was|were|had|did|yesterday|last)\b", text)
    ):
        return [
            procedure(
                capital(third(text, team=True)), text, f"procedure:{topic_of(match['steps'])}", tags=("procedure",)
            )
        ]
    if told_so := _SO_WE_DO.match(text):
        steps = _spaced(told_so["steps"]).rstrip(",;-– ")
        return [
            procedure(
                f"{capital(steps)} ({third(told_so['tail'], team=True)})",
                text,
                f"procedure:{topic_of(steps)}",
                tags=("procedure",),
            )
        ]
    if ruled := _RULED.match(text):
        return [
            procedure(third(ruled["rule"], team=True), text, f"procedure:{topic_of(ruled['rule'])}", tags=("rule",))
        ]
    if (how_to := _HOW_TO.match(text)) and (
        (how_to["mark"] == ":" and _ORDERED.search(how_to["steps"])) or _all_orders(how_to["steps"])
    ):
        steps = _spaced(how_to["steps"])
        told_ = f"To {third(how_to['goal'], named=False)}: {third(steps, named=True, team=True)}"
        return [procedure(told_, text, f"procedure:{_name(how_to['goal'])}", tags=("procedure",))]
    within = _WITHIN.match(text)
    if (match := _MUST.match(text[within.end() :] if within else text)) and (
        within
        or _OURS.search(text)
        or (
            (
                match["what"].lower().startswith(("every", "all", "each", "no "))
                or re.search(r"\b(?:always|never)\b", text)
            )
            and re.search(
                r"\b(?:must|needs?|requires?|has to|have to|may not|can not|always|never)\b",
                match.group()[len(match["what"]) :],
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
        return [procedure(third(text, team=True), text, f"procedure:{topic_of(text)}", tags=("rule",))]
    return decision_line(text, moment)


def _by_anybody(match: re.Match[str]) -> bool:
    """Steps told of "you" as anybody: `before you open the valve you bleed the line, log it and call Ana`."""
    said = match.string[: match.start("steps")]
    return bool(re.search(r"\byou\s(?:\w+\s){0,2}$", said)) and _all_orders(match["steps"])


def _all_orders(text: str) -> bool:
    """Whether every step of three or more begins with its verb."""
    steps = re.split(r",\s(?:and\s)?(?:then\s)?|\sand\s(?:then\s)?", text)
    return len(steps) > _FEW and all(len(step.split()) > 1 and _ordered(step.split()[0]) for step in steps)


_FEW = 2  # steps that make no procedure yet


def _ordered(word: str) -> bool:
    """Whether the first word of a step may be its verb."""
    form = form_of(word)
    if form:
        return form.kind == "base"
    return re.fullmatch(r"(?!the$|an?$|my$|our$|your$|it$|they$)[a-z-]{2,}(?<!s)(?<!ing)", word) is not None


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
