"""What the body does not take: allergies, diets, illness. Illness is sensitive; a suspicion is only inferred."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, listed, trimmed
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.model import Candidate, Source

_CONDITION = re.compile(either(words("body", "conditions")), re.IGNORECASE)
_INTOLERANT = re.compile(
    rf"({either(words('body', 'intolerances'))})[- ]intoleran(?:t|ce)|intoleran(?:t|ce)\s(?:to|of)\s(.+)", re.IGNORECASE
)
_DIET = re.compile(
    r"(?:(?:an?|on an?|on the|strictly|strict|mostly|now|lifelong|fully|committed|into|eating|"
    rf"following)\s)*(?P<diet>{either(words('body', 'diets'))})(?:\sdiet)?(?=$|[,.;!]|\s(?:and|but|since|for|now|"
    r"these|person|myself|so|too|diet|food|meals?|at)\b)",
    re.IGNORECASE,
)
_NO_ALLERGEN = words("body", "not_allergens")
_FOOD_VERBS = ("eat", "drink", "have", "touch", "tolerate", "digest", "consume")
_SWALLOWED = re.compile(
    r"\b(?:medication|tablets?|pills?|insulin|metformin|statins?|antidepressants?|blood thinners?|warfarin|"
    r"ibuprofen|beta[- ]blockers?|antihistamines?|inhalers?|chemotherapy|dialysis|levothyroxine|lithium|"
    r"steroids?|ssris?|blood pressure)\b",
    re.IGNORECASE,
)


def allergies(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    subject = clause.subject
    if subject.kind not in ("me", "person", "team"):
        return []
    text = ""
    if (
        (clause.verb == "be" and (match := re.match(r"(?:\w+ly\s|very\s|also\s)*allergic\sto\s(.+)", clause.rest)))
        or (
            clause.verb in ("have", "get", "develop", "suffer")
            and (
                match := re.match(
                    r"(?:from\s)?(?:an?|some|my|many)?\s?(?:\w+ly\s|severe\s|mild\s|bad\s|food\s|serious\s)*allerg(?:y|ies|"
                    r"ic reactions?)\s(?:to|from)\s(.+)",
                    clause.rest,
                )
            )
        )
    ) or (
        clause.verb in ("have", "suffer")
        and (
            match := re.match(
                r"(?:from\s)?(?:an?\s)?(?:\w+ly\s|severe\s|mild\s|bad\s|serious\s)*([a-z][a-z -]{2,25}?)\sallerg(?:y|ies)\b",
                clause.rest,
            )
        )
    ):
        text = match[1]
    elif match := _INTOLERANT.search(clause.rest) if clause.verb in ("be", "have") else None:
        text = match[1] or match[2]
    if not text:
        return []
    label = f"{subject.label} {'is' if not subject.plural or subject.kind == 'team' else 'are'}"
    things = [thing for thing in listed(re.sub(r"^both\s", "", trimmed(text))) if head(thing) not in _NO_ALLERGEN]
    found = []
    for thing in things:
        said = re.sub(r"^(?:\w+ly\s|to\s|any\s)", "", thing)
        if clause.negated:
            found.append(draft(clause, f"allergy:{head(said)}", "no", f"{label} not allergic to {said}", importance=4))
        else:
            found.append(draft(clause, f"allergy:{head(said)}", "yes", f"{label} allergic to {said}", importance=5))
    return found


def diet(clause: Clause, moment: Moment) -> list[Candidate]:
    if clause.subject.kind not in ("me", "person", "team") or not clause.lively:
        return []
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    are = "are" if clause.subject.plural and clause.subject.kind == "person" else "is"
    if (
        clause.verb in ("be", "go", "become", "turn", "follow", "keep", "eat", "have", "stick", "do")
        and clause.tense != "future"
        and (match := _DIET.match(re.sub(r"^to\s", "", clause.rest)))
    ):
        word = match["diet"].lower()
        if clause.negated:
            return [draft(clause, "diet", f"not {word}", f"{label} {are} not {word}")]
        if clause.verb in ("be", "become", "turn", "go"):
            text = (
                f"{label} {are} {word}"
                if word not in ("keto", "paleo", "carnivore")
                else f"{label} follows a {word} diet"
            )
        else:
            text = f"{label} follows a {word} diet" if word not in ("kosher", "halal") else f"{label} eats {word}"
        return [draft(clause, "diet", word, text, importance=4, valid_from=moment.since(clause.rest))]
    if (
        clause.verb in _FOOD_VERBS
        and clause.negated
        and clause.tense == "present"
        and clause.modal in ("", "can")
        and clause.verb != "have"
    ):
        food = trimmed(
            re.sub(
                r"^(?:anything\s(?:with|containing|that contains|made with)|any|much|foods?\swith)\s", "", clause.rest
            )
        )
        if clause.verb in ("touch", "consume") and not re.search(
            r"meat|alcohol|pork|fish|sugar|dairy|gluten|caffeine|drugs|coffee", food
        ):
            return []
        if not food or re.match(
            r"(?:it|that|this|them|there|much|enough|another|more|out|here|until|before|after|while)\b|anything$", food
        ):
            return []
        return [
            draft(
                clause,
                f"{'diet' if clause.modal else 'taste'}:{head(thing)}",
                "no" if clause.modal else "dislike",
                f"{label} {'can not' if clause.modal else ('do not' if are == 'are' else 'does not')} {clause.verb} {thing}",
                importance=4,
            )
            for thing in listed(food)
        ]
    return []


def illness(clause: Clause, moment: Moment) -> list[Candidate]:
    """Diagnoses, lasting conditions, medication; said as a guess they are only inferred."""
    subject = clause.subject
    if subject.kind not in ("me", "person") or clause.negated or (clause.tense == "future" and not clause.hedged):
        return []
    match = None
    if clause.verb in ("have", "suffer", "live", "be", "develop", "get", "manage") or re.match(
        r"(?:\w+\s)?diagnosed\swith\b", clause.rest
    ):
        text = re.sub(
            r"^(?:(?:recently|just|newly|been|also)\s)*(?:diagnosed\s(?:with|as)\s|from\s|with\s)?(?:(?:an?|my|some|"
            r"mild|severe|chronic|bad|type\s?\d|really|partially|slightly|bit|a little|red-green|legally|mildly|"
            r"completely|clinical|terrible|frequent|occasional|seasonal|badly)\s)*",
            "",
            clause.rest,
            flags=re.IGNORECASE,
        )
        match = _CONDITION.match(text)
        if not match and re.match(r"(?:\w+\s)?diagnosed\s(?:with|as)\s", clause.rest):
            match = re.match(r"[\w' -]{3,40}", trimmed(text))
        typed = re.match(r"type\s?\d\s\w+", text, re.IGNORECASE)
        match = typed or match
    if (
        not match
        and clause.verb in ("take", "be", "use")
        and clause.tense in ("present", "progressive", "perfect")
        and (taken := _SWALLOWED.search(clause.rest))
        and not re.match(r"(?:looking|working|asking)", clause.rest)
    ):
        fields = {"sensitive": "health", "importance": 4}
        return [
            draft(
                clause,
                f"health:{head(taken.group(), number=False)}",
                "yes",
                moment.absolute(clause.telling()),
                **fields,
            )
        ]
    if not match or re.search(r"\b(?:of you|question|test\b.*\?)", clause.rest):
        return []
    thing = match.group().strip()
    label = subject.label
    if clause.hedged or clause.modal in ("might", "may", "could"):
        return [
            draft(
                clause,
                f"health:{head(thing, number=False)}",
                "suspected",
                f"{label} may have {thing}",
                sensitive="health",
                confidence=0.3,
                source=Source.INFERRED,
            )
        ]
    if clause.modal in ("would", "should"):
        return []
    return [
        draft(
            clause,
            f"health:{head(thing, number=False)}",
            "yes",
            moment.absolute(clause.telling()),
            sensitive="health",
            importance=4,
        )
    ]


def legal(clause: Clause, moment: Moment) -> list[Candidate]:
    """Lawsuits and debts are sensitive too; as a guess they wait for confirmation."""
    if (
        not clause.mine
        or clause.negated
        or not (
            match := re.search(
                r"\b(?:sued|suing|lawsuit|arrested|bankrupt|bankruptcy|on probation|convicted|indicted|in debt|"
                r"custody battle|evicted|audited)\b",
                clause.rest + " " + clause.verb,
            )
        )
    ):
        return []
    topic = "finance" if re.search(r"bankrupt|debt|audited", match.group()) else "law"
    doubtful = clause.hedged or clause.modal in ("might", "may", "could", "will")
    fields = {"confidence": 0.3, "source": Source.INFERRED} if doubtful else {}
    return [
        draft(
            clause,
            f"{topic}:{head(match.group())}",
            "suspected" if doubtful else "yes",
            moment.absolute(clause.telling()),
            sensitive=topic,
            **fields,
        )
    ]


RULES = (allergies, diet, illness, legal)
