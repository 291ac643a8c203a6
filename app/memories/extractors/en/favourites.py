"""Favourites, and what is or is not one's thing."""

# small counts of words are what a grammar is made of

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import preference
from app.memories.extractors.en.moment import Moment
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import third
from app.memories.extractors.en.subjects import ME
from app.memories.extractors.en.values import unfilled
from app.memories.model import Candidate
from app.text import patterns as re

NO_OBJECT = re.compile(
    r"(?:it|that|this|these|those|them|him|her|you|your|yours|what|how|when|where|the (?:way|idea|answer|result|"
    r"second|first|last|one|previous|new|other|look|sound|tone|style|format|version|option|suggestion|plan|fact|"
    r"part|draft|output|code|response|code|title|colou?rs? (?:you|of this))|one of|to (?:know|see|think|ask|be|"
    r"get|hear|say|thank|understand|admit|tell|point out|share|chat|talk)|being (?:stuck|alone|wrong|late)|"
    r"it when|to$|seeing you|"
    r"talking (?:to|with) you|every|everything|anything|nothing|all of|myself|my (?:new|job|life|boss|name|hair|"
    r"self)|option|idea|point|answer|things?|stuff|us|me|to|so|if)\b",
    re.IGNORECASE,
)


DEICTIC = re.compile(
    r"^the (?:taste|smell|noise|sound|texture|thought)$|^(?:how|his|their|its|her|each other|one another|not\s|"
    r"the (?:energy|vibe|idea|part|story|ending|effort|"
    r"support|colou?rs?|view|detail|thought|feeling|atmosphere|outfit|look|picture|photo|passion|"
    r"enthusiasm)|making sure|being able)\b|\b(?:this|that|these|those|them|him|it|here|there|you|"
    r"yours?)\b(?!\s(?:of music|kind))",
    re.IGNORECASE,
)


_NOT_MINE = re.compile(
    r"^(?P<what>(?!(?:it|this|that|he|she|they|which|what|today|now)\b)[\w' -]{3,40}?)\s(?:is|"
    r"are)\s(?P<not>not\s)?(?:really\s|quite\s|exactly\s|so\s|totally\s|just\s)*(?:my\s(?:thing|jam|cup of tea|"
    r"favourite thing|bag)|for me)$",
    re.IGNORECASE,
)


_NO_FOR_ME = re.compile(
    r"^no\s(?!more\s)(?P<what>[a-z][\w -]{2,30}?)\sfor me(?:\s(?:ever|please|ever again|any more))*$", re.IGNORECASE
)


def turned(text: str) -> list[Candidate]:
    """`country music isn't my thing`, `no onions for me`."""
    found = _NOT_MINE.match(text) or _NO_FOR_ME.match(text)
    if (
        not found
        or (found.re.pattern == _NOT_MINE.pattern and not found["not"] and text.endswith("for me"))
        or DEICTIC.search(found["what"])
    ):
        return []
    unliked = found.re.pattern == _NO_FOR_ME.pattern or bool(found["not"])
    thing = third(re.sub(r"^the\s", "", found["what"], flags=re.IGNORECASE), named=True)
    clause = Clause(text, ME, "", "", "", "present")
    return [
        preference(
            clause,
            f"taste:{head(thing)}",
            "dislike" if unliked else "like",
            f"User {'does not like' if unliked else 'likes'} {thing[:1].lower()}{thing[1:]}",
        )
    ]


_TO_DO = re.compile(r"thing to (?:eat|drink)$")


def favourite(clause: Clause, moment: Moment) -> list[Candidate]:
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
        if not value or NO_OBJECT.match(value):
            return []
        thing = head(re.sub(r"\s(?:of all time|ever|thing)$", "", match[1])) or "thing"
        plural = "are" if clause.predicate.startswith("are") else "is"
        liked = third(value, named=True)
        if _TO_DO.match(match[1]):  # no category with one value: another thing to eat leaves it liked
            return [preference(clause, f"taste:{head(value)}"[:66], "like", f"User loves {liked}")]
        return [preference(clause, f"favourite:{thing}", value, f"User's favourite {match[1]} {plural} {liked}")]
    return []


def trimmed_favourite(text: str) -> str:
    return unfilled(
        re.split(r",\s(?!(?:[\w' -]{2,25},\s)*(?:and)\s)|;|\s(?:but|because|so|though|although)\b", text)[0]
    )
