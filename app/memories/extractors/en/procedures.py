"""Procedures with their steps, and rules of the team."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en import procedure_forms as forms
from app.memories.extractors.en.decisions import decision_line
from app.memories.extractors.en.draft import procedure, tidy, topic_of
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import form_of, head
from app.memories.extractors.en.speech import capital, third
from app.memories.model import Candidate
from app.text import patterns as re


def told(text: str, moment: Moment) -> list[Candidate]:  # one reading after the other
    """Procedures and rules that a whole sentence tells; the steps stay together, in their order."""
    text = re.sub(
        r"^(?:remember|note|please note|for reference|fyi)[:,]?\s(?=our|the team|my)",
        "",
        tidy(text),
        flags=re.IGNORECASE,
    )
    if (
        (match := forms.TOLD.match(text))
        and (forms.STEPS.search(match["steps"]) or ":" in text[: match.start("steps")])
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
    if (match := forms.LIKE_THIS.match(text)) and (match["so"] or match["steps"].count(",") >= _FEW):
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
        (match := forms.RULE.match(text))
        and not re.search(r"\b(?:exception|thumb is broken)\b", text)
        and not (match["name"].lower().endswith("s") and not match["owner"])
        and (forms.BINDING.search(match["rule"]) or re.match(r"\s?:", text[match.end("name") :]))
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
        (match := forms.HOW.match(text))
        and (
            match["how"]
            or forms.ORDERED.search(match["steps"])
            or (re.match(r"(?:to|when|whenever|before|after)\s", text, re.IGNORECASE) and re.search(r",\swe\s", text))
            or _by_anybody(match)
        )
        and (
            forms.ORDERED.search(match["steps"])
            or (match["how"] and match["steps"].count(",") > 1)
            or _by_anybody(match)
        )
    ):
        goal = match["goal"] or match["how"]
        return [procedure(third(text, team=True), text, f"procedure:{_name(goal)}", tags=("procedure",))]
    if (
        forms.ORDERED.search(text)
        and (match := re.match(r"(?:we)\s(?:always\s|usually\s|first\s)?(?P<steps>.+)$", text, re.IGNORECASE))
        and not re.search(r"\b(?:went|was|were|had|did|yesterday|last)\b", text)
    ):
        return [
            procedure(
                capital(third(text, team=True)), text, f"procedure:{topic_of(match['steps'])}", tags=("procedure",)
            )
        ]
    if told_so := forms.SO_WE_DO.match(text):
        steps = _spaced(told_so["steps"]).rstrip(",;-– ")
        return [
            procedure(
                f"{capital(steps)} ({third(told_so['tail'], team=True)})",
                text,
                f"procedure:{topic_of(steps)}",
                tags=("procedure",),
            )
        ]
    if ruled := forms.RULED.match(text):
        return [
            procedure(third(ruled["rule"], team=True), text, f"procedure:{topic_of(ruled['rule'])}", tags=("rule",))
        ]
    if (how_to := forms.HOW_TO.match(text)) and (
        (how_to["mark"] == ":" and forms.ORDERED.search(how_to["steps"])) or _all_orders(how_to["steps"])
    ):
        steps = _spaced(how_to["steps"])
        told_ = f"To {third(how_to['goal'], named=False)}: {third(steps, named=True, team=True)}"
        return [procedure(told_, text, f"procedure:{_name(how_to['goal'])}", tags=("procedure",))]
    if (
        (named := forms.NAMED.match(text))
        and forms.ORDERED.search(named["steps"])
        and _ordered(named["steps"].split()[0])
    ):
        told_ = f"{capital(named['name'])}: {third(_spaced(named['steps']), named=True, team=True)}"
        return [procedure(told_, text, f"procedure:{_name(named['name'])}", tags=("procedure",))]
    within = forms.WITHIN.match(text)
    if (match := forms.MUST.match(text[within.end() :] if within else text)) and (
        within
        or forms.OURS.search(text)
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
