"""What the body does not take: allergies and diets."""

from dataclasses import replace

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import draft, preference
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.values import enumerated, listed, trimmed
from app.memories.model import Candidate
from app.text import patterns as re

_INTOLERANT = re.compile(
    rf"({either(words('body', 'intolerances'))})[- ]intoleran(?:t|ce)|intoleran(?:t|ce)\s(?:to|of)\s(.+)", re.IGNORECASE
)

_DIET = re.compile(
    r"(?:(?:an?|the only|on an?|on the|strictly|strict|mostly|now|lifelong|fully|committed|into|eating|"
    rf"following)\s)*(?P<diet>{either(words('body', 'diets'))})(?:\sdiet)?(?=$|[,.;!]|\s(?:and|but|since|for|now|in|"
    r"these|person|myself|so|too|diet|food|meals?|at)\b)",
    re.IGNORECASE,
)

_NO_ALLERGEN = words("body", "not_allergens")

_FOOD = re.compile(
    r"(?:any\s)?(?:gluten|dairy|nuts|peanuts|sugar|caffeine|alcohol|lactose|shellfish|seafood|eggs?|wheat|soy|salt|"
    r"citrus|grapefruit|pork|beef|meat|milk|cheese|bread|spicy|raw|fried)\b",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?:(?:any|raw|cooked|fresh|dried|whole)\s)?[a-z]+(?:\s(?:seeds?|nuts?|beans?|milk|oil|products|flour|juice))?$"
)
_COMPANY = re.compile(
    r"(?:any\s)?(?:friends|visitors|guests|pets?|animals|kids|children|company|sex|fun|both|everything|anything|"
    r"nothing|phones?|screens?|help|time|access|surgery|more|it|that|this|them|one|babies|money|playdates|sleepovers)\b"
)
_FOOD_VERBS = ("eat", "drink", "have", "touch", "tolerate", "digest", "consume")


_AFTER_ALL = re.compile(r"\s(?:after all|at all|any ?more|though|as it turns out|in the end)$", re.IGNORECASE)
_AGAIN = re.compile(r"^(?:(?:also|very|\w+ly)\s)*(?:sensitive|allergic|intolerant)\s(?:to|of)\s")


def allergies(clause: Clause, moment: Moment) -> list[Candidate]:
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
                    r"(?:from\s)?(?:an?|some|my|many)?\s?(?:\w+ly\s|severe\s|mild\s|bad\s|food\s|"
                    r"serious\s)*allerg(?:y|ies|"
                    r"ic reactions?)\s(?:to|from)\s(.+)",
                    clause.rest,
                )
            )
        )
    ) or (
        clause.verb in ("have", "suffer")
        and (
            match := re.match(
                r"(?:from\s)?(?:an?\s)?(?:\w+ly\s|severe\s|mild\s|bad\s|serious\s)*"
                r"([a-z][a-z -]{2,25}?)\sallerg(?:y|ies)\b",
                clause.rest,
            )
        )
    ):
        text = match[1]
    elif match := _INTOLERANT.search(clause.rest) if clause.verb in ("be", "have") else None:
        text = match[1] or match[2]
    text = _AFTER_ALL.sub("", text)
    if not text:
        return []
    label = f"{subject.label} {'is' if not subject.plural or subject.kind == 'team' else 'are'}"
    named = (_AGAIN.sub("", thing) for thing in listed(re.sub(r"^both\s", "", enumerated(text))))
    things = [thing for thing in named if head(thing) not in _NO_ALLERGEN]
    found = []
    for thing in things:
        said = re.sub(r"^(?:\w+ly\s|to\s|any\s)", "", thing)
        if clause.negated:
            found.append(draft(clause, f"allergy:{head(said)}", "no", f"{label} not allergic to {said}", importance=4))
        else:
            found.append(draft(clause, f"allergy:{head(said)}", "yes", f"{label} allergic to {said}", importance=5))
    if _INTOLERANT.search(clause.rest):  # what is not tolerated is no allergy
        return [
            replace(
                one,
                key=(one.key or "").replace("allergy:", "intolerance:"),
                content=f"{label} {intolerant(head(thing), negated=clause.negated)}",
            )
            for one, thing in zip(found, things, strict=True)
        ]
    return found


def intolerant(thing: str, *, negated: bool) -> str:
    return f"{'not ' if negated else ''}{thing} intolerant"


def _taken_in(clause: Clause) -> bool:
    """Whether what one can not have is food: a food by name, or for another person a bare noun that is no company."""
    return bool(_FOOD.match(clause.rest)) or (
        clause.subject.kind == "person" and bool(_BARE.match(clause.rest)) and not _COMPANY.match(clause.rest)
    )


def diet(clause: Clause, moment: Moment) -> list[Candidate]:  # one reading after the other
    if clause.subject.kind not in ("me", "person", "team") or not clause.lively:
        return []
    label = "User" if clause.subject.kind == "team" else clause.subject.label
    are = "are" if clause.subject.plural and clause.subject.kind == "person" else "is"
    if (
        clause.verb in ("be", "go", "become", "turn", "follow", "keep", "eat", "have", "stick", "do")
        and clause.tense != "future"
        and (
            match := _DIET.match(re.sub(r"^to\s", "", clause.rest))
            or _DIET.match(moment.undated(re.sub(r"^to\s", "", clause.rest)))
        )
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
        and (clause.verb != "have" or (clause.modal and _taken_in(clause)))
    ):
        if clause.verb == "drink" and re.match(r"(?:any\s)?(?:alcohol|booze)?$", trimmed(clause.rest)):
            return [preference(clause, "habit:drinking", "no", clause.telling())]
        food = enumerated(
            re.sub(
                r"^(?:anything\s(?:with|containing|that contains|made with)|any|much|foods?\swith)\s", "", clause.rest
            )
        )
        if clause.verb in ("touch", "consume") and not re.search(
            r"meat|alcohol|pork|fish|sugar|dairy|gluten|caffeine|drugs|coffee", food
        ):
            return []
        if not food or re.match(
            r"(?:it|that|this|them|there|much|enough|another|more|out|here|until|before|after|while|a face)\b|anything$",
            food,
        ):
            return []
        refuses = "can not" if clause.modal else "do not" if are == "are" else "does not"
        return [
            draft(
                clause,
                f"{'diet' if clause.modal else 'taste'}:{head(thing)}",
                "no" if clause.modal else "dislike",
                f"{label} {refuses} {clause.verb} {thing}",
                importance=4,
            )
            for thing in listed(food)
        ]
    return []
