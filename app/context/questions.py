"""The questions that a query holds: "Where does Ada work? And when is the fair?" asks for two things at once.

Searched as one text such a query finds what lies between its questions, and what somebody tells before he asks
("Lovely day today … what I wanted to know: …") leads away from the question. So each is searched on its own.
"""

import re
from functools import lru_cache

from app.context.leaning import leans
from app.sessions import lexicon
from app.text.chunks import sentences
from app.text.language import has_han

_MOST = 3  # questions of one query that are searched on their own
_FIRST, _LAST = 500, 1000  # characters of a query that are looked at: who tells much asks at the end, or at once
_LEAST_HAN, _LEAST = 5, 12  # characters of a question that can stand alone
_ASIDE_HAN, _ASIDE = 30, 80  # characters told beside the questions from which the whole text is searched too
_JOINT_EN = re.compile(r"(?:,|;|\band\b|,\s*and\b)\s+(?=(?:what|where|when|who|whose|how|which|why)\b)", re.IGNORECASE)
_WH = r"\b(?:what|where|when|who|whom|whose|how|which|why)"
_ASKS_EN = re.compile(
    rf"^(?!.*{_WH}$)(?:.*{_WH}\b.* |.*\b(?:do|does|did|is|are|was|were|has|have|can|could) (?:i|my|we|our|the|you)\b)",
    re.IGNORECASE,
)
_JOINT_ZH = re.compile(r"[，,；;]\s*")
_ASKS_ZH = re.compile(r"什么|啥|哪|谁|几|多少|多[大久长高远重]|怎么|怎样|如何|吗|呢$|是不是|有没有|是否|为什么|为何")
_LINK = re.compile(
    r"^(?:(?:另外|还有|对了|此外|以及|顺便(?:问一?下)?|再问一?下|那么|然后)[，,：:、\s]*)+"
    r"|^(?:(?:and|also|plus|besides|by the way|btw|(?:another|one more) (?:thing|question)|oh|then)\b[,:]?\s*)+",
    re.IGNORECASE,
)
_QUOTES = (('"', '"'), ("“", "”"), ("「", "」"), ("『", "』"), ("(", ")"), ("（", "）"), ("《", "》"))
_ENDS = " \t\r\n?!.,;:…~。？！，、；：～"


@lru_cache(maxsize=256)
def questions(query: str) -> tuple[str, ...]:
    """What to search for where a query asks several things, or tells much before it asks; () where it is one question.

    The whole query is among them when it tells something beside its questions. A question that leans on another is
    not taken apart from it.
    """
    text = (query if len(query) <= _FIRST + _LAST else f"{query[:_FIRST]}\n{query[-_LAST:]}").strip()
    told = [text[start:end].strip() for start, end in sentences(text)]
    asked = [part for sentence in told if _asks(sentence) for part in _parts(sentence)]
    asked = list(dict.fromkeys(_LINK.sub("", part).strip(_ENDS) for part in asked))
    unread = len(query.strip()) - len(text)  # may ask and tell anything
    aside = unread + sum(len(sentence) for sentence in told if not _asks(sentence))
    much = aside >= (_ASIDE_HAN if has_han(text) else _ASIDE)
    if len(asked) + much < 2 or not asked or len(asked) > _MOST:  # noqa: PLR2004  # one thing alone
        return ()
    if not all(map(_alone, asked)):
        return ()
    return (*asked, query) if much else tuple(asked)


def _alone(part: str) -> bool:
    """Whether it is a whole question: it leans on nothing, and is not cut out of a quotation."""
    if leans(part) or len(part) < (_LEAST_HAN if has_han(part) else _LEAST) or part.startswith("的"):
        return False
    return all(part.count(a) % 2 == 0 if a == b else part.count(a) == part.count(b) for a, b in _QUOTES)


def _asks(sentence: str) -> bool:
    return lexicon.QUESTION.search(sentence.lower()) is not None


def _parts(sentence: str) -> list[str]:
    """The questions of a sentence; the sentence itself where a part of it asks nothing."""
    joint, asks = (_JOINT_ZH, _ASKS_ZH) if has_han(sentence) else (_JOINT_EN, _ASKS_EN)
    parts = [part for part in joint.split(sentence) if part.strip(_ENDS)]
    return parts if len(parts) > 1 and all(asks.search(part.strip(_ENDS)) for part in parts) else [sentence]
