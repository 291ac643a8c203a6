"""Likes, dislikes, favourites, languages, instruments, sports, habits."""

import re

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import CODE, MOODS, draft, listed, preference, trimmed, unfilled
from app.memories.extractors.en.lexicon import either, words
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import FORMS, head, singular, third
from app.memories.model import Candidate

_LIKES = ("love", "like", "enjoy", "adore", "fancy", "prefer", "cherish", "relish", "appreciate")
_DISLIKES = ("hate", "dislike", "loathe", "detest", "despise", "abhor")
_PASSING = words("verbs", "passing")
_TONGUE = either(words("tongues", "languages"))
_PLAYED = words("play", "instruments") | words("play", "sports")
_NOT_PLAYED = words("play", "not_played")
_NO_OBJECT = re.compile(
    r"(?:it|that|this|these|those|them|him|her|you|your|yours|what|how|when|where|the (?:way|idea|answer|result|"
    r"second|first|last|one|previous|new|other|look|sound|tone|style|format|version|option|suggestion|plan|fact|"
    r"part|draft|output|code|response|code|title|colou?rs? (?:you|of this))|one of|to (?:know|see|think|ask|be|"
    r"have|get|hear|say|thank|understand|admit|tell)|being (?:stuck|alone|wrong|late)|it when|to$|seeing you|"
    r"talking (?:to|with) you|every|everything|anything|nothing|all of|myself|my (?:new|job|life|boss|name|hair|"
    r"self)|option|idea|point|answer|things?|stuff|us|me|to|so|if)\b",
    re.IGNORECASE,
)
_FREQUENCY = re.compile(
    r"\b(?:every (?:other |second |single )?(?:day|night|morning|evening|afternoon|week|weekend|month|year|"
    r"summer|winter|spring|autumn|fall|weekday|workday|\w+day|few \w+|two \w+)|each (?:day|morning|evening|"
    r"night|week|month|\w+day)|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|on (?:weekends|weekdays|weeknights)|at weekends|weekends|in the (?:mornings?|evenings?|afternoons?|"
    r"summer|winter|shower)|at night|at lunch(?:time)?|before (?:bed|breakfast|work|dinner|lunch)|after (?:work|"
    r"dinner|lunch|breakfast|school)|to work|(?:once|twice|\w+ times) (?:a|per|every) (?:day|week|month|year)|"
    r"daily|weekly|monthly|yearly|nightly|regularly|all year|around (?:\d|noon|midnight)|(?:at|around|by|before|"
    r"after) (?:\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)?|noon|midnight|sunrise|dawn)\b|"
    r"in my (?:free|spare) time|for breakfast|for lunch|for dinner|most (?:days|nights|mornings|evenings|"
    r"weekends)|every time)\b",
    re.IGNORECASE,
)
_HABITUAL = words("tastes", "habitual")
_ACTIVE = words("tastes", "pastimes")
_OBJECTIVE = words("tastes", "with_object")


def tongues(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    """Languages spoken and learnt."""
    if clause.subject.kind not in ("me", "person", "team"):
        return []
    label, text = clause.subject.label, clause.rest
    if clause.verb == "be" and (
        fluent := re.match(
            r"(?:\w+ly\s|almost\s|nearly\s|also\s)?(?:fluent|bilingual|trilingual|proficient|"
            r"conversational)\s(?:in\s)?(.+)",
            text,
        )
    ):
        text = fluent[1]
    elif clause.verb == "be" and (
        native := re.match(rf"an?\snative\s({_TONGUE})[-\s](?:speaker)", text, re.IGNORECASE)
    ):
        return [draft(clause, f"speaks:{native[1].lower()}", "native", f"{label} is a native {native[1]} speaker")]
    elif (
        clause.verb in ("learn", "study")
        and clause.tense in ("progressive", "present", "perfect")
        and (match := re.match(rf"(?:some\s|how\sto\sspeak\s|to\sspeak\s)?({_TONGUE})", text, re.IGNORECASE))
    ):
        return (
            []
            if clause.negated
            else [draft(clause, f"learns:{match[1].lower()}", "yes", f"{label} is learning {match[1]}")]
        )
    elif (
        clause.verb not in ("speak", "understand")
        or clause.tense not in ("present", "perfect")
        or clause.modal not in ("", "can")
    ):
        return []
    found = []
    for match in re.finditer(_TONGUE, text, re.IGNORECASE):
        language = match.group()[0].upper() + match.group()[1:]
        if clause.negated:
            found.append(draft(clause, f"speaks:{language.lower()}", "no", f"{label} does not speak {language}"))
        else:
            found.append(draft(clause, f"speaks:{language.lower()}", "yes", f"{label} speaks {language}"))
    return found


def playing(clause: Clause, moment: Moment) -> list[Candidate]:
    if (
        clause.verb not in ("play", "practise", "practice")
        or clause.subject.kind not in ("me", "person", "team")
        or not clause.lively
        or clause.modal == "will"
    ):
        return []
    if clause.tense in ("past", "future"):
        return []
    rest = re.sub(r"^(?:a bit of|a little|some|a lot of|around with)\s", "", clause.rest)
    main = re.split(
        r"\s(?:with|on|in|at|for|since|every|twice|once|after|before|professionally|competitively|badly|together|"
        r"against|almost|most|a\s(?:few|couple))\b",
        rest,
    )[0]
    things = [head(thing, number=False) for thing in listed(re.sub(r"^both\s", "", trimmed(main)))]
    if not any(thing in _PLAYED or singular(thing) in _PLAYED for thing in things) and (
        any(thing in _NOT_PLAYED for thing in things) or clause.tense == "progressive" or not re.match(r"the\s", main)
    ):
        return habit(clause, moment)
    found = []
    for raw, thing in zip(listed(trimmed(main)), things, strict=False):
        if thing in _NOT_PLAYED:
            continue
        word = "does not play" if clause.negated else "plays"
        single = len(things) == 1
        content = f"{clause.subject.label} {word} {third(unfilled(rest) if single else raw, named=True)}"
        found.append(
            draft(
                clause,
                f"plays:{thing}",
                "no" if clause.negated else "yes",
                content + (f" {clause.lead}" if clause.lead and single else ""),
            )
        )
    return found


def liking(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001, C901, PLR0911  # one grammar of sixteen verbs
    """Tastes: what is liked and what is not shares the key of the thing."""
    if clause.subject.kind not in ("me", "person", "team") or clause.tense not in ("present", "perfect"):
        return []
    verb, text, sign = clause.verb, clause.rest, 1
    said = ""
    if clause.modal == "would":
        if verb not in ("prefer", "rather") or clause.negated:
            return []
        sign = 1
    elif clause.modal not in ("", "can", "will"):
        return []
    if (
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
    elif verb in ("stand", "bear", "tolerate", "abide") and clause.negated and clause.modal == "can":
        sign, said = -1, f"can not {verb}"
    elif verb == "care" and clause.negated and (match := re.match(r"(?:much\s)?for\s(.+)", text)):
        sign, said, text = -1, "does not care for", match[1]
    elif verb == "be" and (
        match := re.match(
            r"(?:an?\s|not\s)?(?:\w+\s)?(?:fan|lover|admirer)\sof\s(.+)|(?:really\s|very\s|so\s|totally\s|super\s|big\s|"
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
        if clause.negated or _NO_OBJECT.match(match[1] or match[2]):
            return []
        thing = trimmed(match[1] or match[2])
        if match[2]:
            return [
                preference(
                    clause,
                    f"fear:{head(thing)}",
                    "yes",
                    f"{clause.subject.label} is afraid of {third(thing, named=True)}",
                )
            ]
        return []
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
        r"\s(?:more|better|best|most|version|draft|one|option|variant|design|wording|title|layout|font|sentence|paragraph|image|logo|example|answer|ones)$",
        thing,
    ):
        return []
    if not thing or _NO_OBJECT.match(thing) or len(thing.split()) > 12 or head(thing) in MOODS:
        return []
    if said == "prefer":
        chosen = (
            re.split(r"\s(?:over|to|rather than|instead of|than)\s", thing)[0] if not thing.startswith("to ") else thing
        )
        context = re.split(r"\s(?:in|for|when|while|during|as|on|at|with|from)\s", chosen)[0]
        return [preference(clause, f"taste:{head(re.sub(r'^to ', '', context or chosen))}", "like", clause.telling())]
    verb = said
    if said.startswith(("can not", "does not")):
        words_ = said if not are else said.replace("does", "do")
    elif sign < 0 and said in _LIKES:
        words_ = f"{'do' if are else 'does'} not {verb}"
    else:
        words_ = verb if are else (verb[:-1] + "ies" if verb.endswith("y") and verb != "enjoy" else verb + "s")
    found = []
    for one in listed(re.sub(r"^both\s", "", thing)):
        key = head(re.sub(r"^to\s", "", one))
        if key and key not in MOODS:
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


def _object(text: str) -> str:
    """What is liked: up to a comma or a conjunction, with "with", "on" and "in" phrases kept."""
    return unfilled(
        re.split(
            r"[;:(]|,\s(?!(?:[\w' -]{2,25},\s)*(?:and|or)\s)|\s(?:but|so|because|although|though|while|which|who|if|"
            r"when|since|until|unless|whenever|especially|particularly|even though|more than anything|than)\b",
            text,
        )[0]
    )


def favourite(clause: Clause, moment: Moment) -> list[Candidate]:  # noqa: ARG001
    """`my favourite X is Y`, `Y is my favourite X`: one value a category."""
    subject, verb = clause.subject, clause.verb
    if verb != "be" or clause.negated or clause.tense not in ("present", "perfect"):
        return []
    if subject.kind == "thing" and (
        match := re.match(r"(?:all[- ]time\s|absolute\s|current\s|new\s)*(?:favou?rite|fave)\s(.+)$", subject.noun)
    ):
        value = re.sub(
            r"^(?:probably|definitely|currently|now|still|by far|always|of course|obviously|the|called)\s",
            "",
            trimmed_favourite(clause.rest),
        )
        if not value or _NO_OBJECT.match(value):
            return []
        thing = head(re.sub(r"\s(?:of all time|ever|thing)$", "", match[1])) or "thing"
        plural = "are" if clause.predicate.startswith("are") else "is"
        return [
            preference(
                clause, f"favourite:{thing}", value, f"User's favourite {match[1]} {plural} {third(value, named=True)}"
            )
        ]
    return []


def trimmed_favourite(text: str) -> str:
    return unfilled(
        re.split(r",\s(?!(?:[\w' -]{2,25},\s)*(?:and)\s)|;|\s(?:but|because|so|though|although)\b", text)[0]
    )


def habit(clause: Clause, moment: Moment) -> list[Candidate]:
    """What somebody does again and again: a frequency, a habitual adverb, or a verb that names a pastime."""
    if (
        clause.subject.kind not in ("me", "person", "team")
        or clause.tense not in ("present", "perfect", "progressive")
        or clause.modal not in ("", "can", "can't")
    ):
        return []
    if (
        clause.modal
        or (clause.tense == "progressive" and not re.search(r"\b(?:every|each)\b", clause.rest))
        or (clause.tense == "perfect" and "been" not in clause.predicate)
    ):
        return []
    verb = clause.verb
    if (
        verb in _PASSING
        or (
            verb
            in (
                "be",
                "like",
                "love",
                "hate",
                "use",
                "prefer",
                "own",
                "stand",
                "hope",
                "plan",
                "decide",
                "live",
                "happen",
                "mean",
                "can",
                "start",
                "come",
                "go",
            )
            and not _FREQUENCY.search(clause.rest)
        )
    ) and not (verb in ("take", "receive", "send", "see") and _FREQUENCY.search(f"{clause.rest} {clause.lead}")):
        return []
    if verb == "be" or not (verb in FORMS or clause.subject.kind != "thing"):
        return []
    frequent = _FREQUENCY.search(f"{clause.rest} {clause.lead}") or set(clause.adverbs) & _HABITUAL
    simple = verb in _ACTIVE or (
        verb in _OBJECTIVE
        and bool(clause.rest)
        and not re.match(
            r"(?:it|that|this|them|you|your|the|into|about|out of|an?\s(?:error|bug|problem|script|function|lot)|as|"
            r"on\s|to\s(?:the|a)|python|code|for the)\b",
            clause.rest,
        )
    )
    if (
        not (frequent or simple)
        or (verb in FORMS and FORMS[verb].kind != "base")
        or (verb not in FORMS and not frequent)
    ):
        return []
    if CODE.match(clause.rest) or re.search(
        r"\b(?:error|bug|exception|stack trace|this (?:code|file|function|error))\b", clause.rest
    ):
        return []
    if re.match(r"(?:it|this|that|them|these|those|you)\b", clause.rest):
        return []
    matter = _FREQUENCY.sub("", unfilled(clause.rest)).strip(" ,")
    matter = re.split(r"\s(?:because|since|so|but|with my|with the)\b", matter)[0]
    bare = re.sub(r"^(?:an?|the|my|some)\s", "", matter)
    key = head(f"{verb} {bare}")
    content = moment.absolute(clause.telling()) if moment.mentions(clause.rest) and not frequent else clause.telling()
    return [preference(clause, f"habit:{key}"[:66], "no" if clause.negated else "yes", unfilled(content))]


RULES = (tongues, playing, favourite, liking, habit)
__all__ = ["RULES", "habit", "trimmed"]
