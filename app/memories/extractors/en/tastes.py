"""Likes, dislikes, favourites."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import preference
from app.memories.extractors.en.favourites import DEICTIC, NO_OBJECT
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.tools import kind_of
from app.memories.extractors.en.values import MOODS, enumerated, listed, unfilled
from app.memories.model import Candidate
from app.text import patterns as re

_LIKES = ("love", "like", "enjoy", "adore", "fancy", "prefer", "cherish", "relish", "appreciate")

_DISLIKES = ("hate", "dislike", "loathe", "detest", "despise", "abhor")


def liking(clause: Clause, moment: Moment) -> list[Candidate]:  # read one by one
    """Tastes: what is liked and what is not shares the key of the thing."""
    if clause.subject.kind not in ("me", "person", "team") or clause.tense not in ("present", "perfect"):
        return []
    verb, text, sign = clause.verb, clause.rest, 1
    said = ""
    if verb == "enjoy" and clause.modal:
        return []
    if (
        clause.tense == "perfect"
        and clause.negated
        and verb in ("eat", "drink", "touch", "have")
        and (
            since := re.match(
                r"(?P<what>(?!it|that|this|any|the|my|your)[a-z][a-z -]{2,20}?)\s(?:in|for|since)\s(?:over\s|about\s|"
                r"almost\s)?(?:\w+ years?|\d+|ages|childhood|i was)",
                text,
                re.IGNORECASE,
            )
        )
    ):
        return [preference(clause, f"taste:{head(since['what'])}", "dislike", clause.telling())]
    if clause.tense == "perfect" and not re.search(r"\b(?:always|long|ever since|never|since)\b", clause.predicate):
        return []
    if clause.modal == "would":
        over = re.search(r"\s(?:over|than|instead of|rather than)\s", text) and not DEICTIC.search(text)
        if (
            verb not in ("prefer", "rather", "choose", "pick", "take")
            or clause.negated
            or (verb != "prefer" and not over)
        ):
            return []
        said = "prefer"
        text = re.sub(r"^(?:have|drink|eat|take|use|get|go by|travel by)\s", "", text) if verb == "rather" else text
    elif clause.modal not in ("", "can", "will"):
        return []
    if clause.modal == "would" and verb in ("rather", "choose", "pick", "take"):
        text = re.sub(r"\sany day$", "", text)
    elif (
        verb in _LIKES
        and not (verb == "fancy" and not clause.negated and clause.subject.kind == "me")
        and verb != "appreciate"
    ):
        sign = -1 if clause.negated else 1
        said = "prefer" if verb == "prefer" else verb
    elif verb in _DISLIKES:
        sign, said = (1 if clause.negated else -1), verb
        if clause.negated:
            return []
    elif (
        verb in ("stand", "bear", "tolerate", "abide", "watch", "stomach", "handle", "do")
        and clause.negated
        and clause.modal == "can"
    ):
        if verb in ("watch", "handle", "do") and not re.match(
            r"[a-z-]{4,}(?:\s(?:movies|films|shows|food|music|heights|crowds|games))?(?:$|,)", text
        ):
            return []
        sign, said = -1, f"can not {verb}"
    elif verb == "do" and clause.negated and not clause.modal and clause.tense == "present":
        if not re.match(r"(?!(?:it|that|this|much|anything|any|my|the|so|well|all|too)\b)[a-z][a-z -]{3,25}$", text):
            return []
        sign, said = -1, "do"
    elif verb == "care" and clause.negated and (match := re.match(r"(?:much\s)?for\s(.+)", text)):
        sign, said, text = -1, "does not care for", match[1]
    elif verb == "be" and (
        match := re.match(
            r"(?:an?\s|not\s)?(?:\w+\s)?(?:fan|lover|admirer)\sof\s(.+)|(?:really\s|very\s|so\s|totally\s|"
            r"super\s|big\s|"
            r"a\sbit\s)*(?:into|fond\sof|keen\son|crazy\sabout|obsessed\swith|passionate\sabout|mad\sabout|hooked\son|"
            r"a\ssucker\sfor|partial\sto|addicted\sto)\s(.+)",
            text,
        )
    ):
        sign, text = (-1 if clause.negated else 1), match[1] or match[2]
        said = "like"
    elif verb == "be" and (
        match := re.match(
            r"(?:so\s|absolutely\s)?(?:sick|tired|weary)\sof\s(.+)|(?:\w+ly\s)?(?:afraid|scared|terrified|"
            r"frightened)\sof\s(.+)",
            text,
        )
    ):
        if clause.negated or NO_OBJECT.match(match[1] or match[2]):
            return []
        if not match[2]:
            return []
        return [
            preference(
                clause, f"fear:{head(thing)}", "yes", f"{clause.subject.label} is afraid of {third(thing, named=True)}"
            )
            for thing in listed(enumerated(match[2]))
        ]
    elif (
        verb == "be"
        and clause.negated
        and (match := re.match(r"(?:really\s|much\s|the\s)*(?:an?\s|one\s)(?:person\s|man\s|woman\s)?for\s(.+)", text))
    ):
        sign, said, text = -1, "like", match[1]
    elif verb == "have" and (
        match := re.match(r"(?:an?\s)?(?:soft\sspot|weakness|thing|passion|sweet\stooth)\sfor\s(.+)", text)
    ):
        text, said = match[1], "like"
    else:
        return []
    return _tastes(clause, text, sign, said)


def _tastes(clause: Clause, text: str, sign: int, said: str) -> list[Candidate]:
    label = clause.subject.label
    are = clause.subject.plural and clause.subject.kind == "person"
    thing = unfilled(text) if said == "prefer" else _object(text)
    if re.match(r"the\s", thing) and re.search(
        r"\s(?:more|better|best|most|version|draft|one|option|variant|design|wording|title|layout|font|sentence|"
        r"paragraph|image|logo|example|answer|ones)$",
        thing,
    ):
        return []
    if (
        not thing
        or DEICTIC.search(thing)
        or re.match(r"(?:I|we|he|she|they)\s", thing)
        or NO_OBJECT.match(thing)
        or len(thing.split()) > 12
        or head(thing) in MOODS
    ):
        return []
    if said == "prefer":
        chosen = (
            re.split(r"\s(?:over|to|rather than|instead of|than)\s", thing)[0] if not thing.startswith("to ") else thing
        )
        context = re.split(r"\s(?:in|for|when|while|during|as|on|at|with|from)\s", chosen)[0]
        name = head(re.sub(r"^to ", "", context or chosen), number=kind_of(context) is None)
        return [preference(clause, f"taste:{name}", "like", clause.telling())]
    verb = said
    if said == "do":
        words_ = f"{'do' if are else 'does'} not do"
    elif said.startswith(("can not", "does not")):
        words_ = said if not are else said.replace("does", "do")
    elif sign < 0 and said in _LIKES:
        words_ = f"{'do' if are else 'does'} not {verb}"
    else:
        words_ = verb if are else (verb[:-1] + "ies" if verb.endswith("y") and verb != "enjoy" else verb + "s")
    found = []
    for one in listed(re.sub(r"^both\s", "", thing)):
        key = head(re.sub(r"^to\s", "", one))
        if key and key not in MOODS and not _STATE.match(one) and not re.search(r"\s(?:is|are|was)\s", one):
            extra = (
                f" {third(clause.lead, named=True)}"
                if clause.lead
                and not re.match(r"(?:these days|nowadays|currently|lately|now|recently)", clause.lead, re.IGNORECASE)
                else ""
            )
            found.append(
                preference(
                    clause,
                    f"taste:{key}"[:66],
                    "like" if sign > 0 else "dislike",
                    f"{label} {words_} {third(one, named=True)}{extra}",
                )
            )
    return found


_STATE = re.compile(
    r"(?:(?:very|really|pretty|so|quite|also)\s)*(?:terrible|bad|good|rubbish|great|hopeless|useless|allergic|scared|afraid|tired|sick)\s(?:at|to|of)\b"
)


def _object(text: str) -> str:
    """What is liked: up to a comma or a conjunction, with "with", "on" and "in" phrases kept."""
    several = enumerated(text)
    if several.count(",") and len(listed(several)) > 2:  # a, b and c
        return several
    return unfilled(
        re.split(
            r"[;:(]|\s[-–—]+\s|,\s(?!(?:[\w' -]{2,25},\s)*(?:and|or)\s)|\s(?:but|so|because|although|though|"
            r"while|which|who|if|"
            r"when|since|until|unless|whenever|especially|particularly|even though|more than anything|than)\b",
            text,
        )[0]
    )
