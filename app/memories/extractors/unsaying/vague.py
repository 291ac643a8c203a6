"""Orders to forget that the closer reading does not vouch for: "forget the surgeon appointment", 请忘掉拔牙那件.

Nothing of such a sentence is kept. It reaches something only where it names it closely enough.
"""

from typing import Final

from app.memories.extractors.unsaying import chinese as zh
from app.memories.extractors.unsaying import english as en
from app.memories.extractors.unsaying.wish import Wish
from app.text import patterns as re
from app.text.terms import terms

_ENGLISH: Final = re.compile(
    rf"^{en.LEAD}(?P<verb>forget|unlearn)\s(?P<all>all\s)?(?P<about>about\s)?(?P<what>[^,;:—–\"]+)$", re.IGNORECASE
)
_NO_MATTER: Final = re.compile(  # a turn of speech, or a task
    r"^(?:about )?(?:it|this|that|them|him|her|me|you|us|everything|nothing|anything|something|what|how|why|whether|if|when|where|who|which|to)\b"
    r"(?! (?:one|thing|stuff|bit|part)\b)|\b(?:instead|and (?:let|give|show|tell|write|make|do|use|try|go|have|just|start|move))\b",
    re.IGNORECASE,
)
_WHOSE: Final = re.compile(
    r"^(?:the |that |this )?(?:[\w-]+ ){0,2}[\w-]+(?:'s|s') \w|^(?:the|that|this) (?:[\w-]+ )+\w", re.IGNORECASE
)
_POLITE: Final = re.compile(r"\b(?:please|pls|kindly|you)\b", re.IGNORECASE)
_CHINESE: Final = re.compile(
    rf"^(?:{zh.LEAD}(?:忘掉|忘干净|遗忘)(?P<first>[^,，;；:：]+)|"
    rf"{zh.LEAD}(?:把|将)(?P<behind>[^,，;；:：]+?)(?:都|全部?|也|给我|给)*(?:忘掉|忘干净|忘了|忘记){zh.END})$"
)
_NO_MATTER_ZH: Final = re.compile(
    r"^(?:我|他|她|你|它|一切|所有|自己|过去|烦恼|烦心|不开心|时间|这[个些]?|那[个些]?|它们|什么|怎么)*(?:吧|了|的)*$"
)


def english(text: str) -> Wish | None:
    """The order in a sentence without contractions and without other clauses; None when it gives none."""
    found = _ENGLISH.match(text.strip().rstrip(".!?… "))
    if found is None or en.says_no_wish(text) or _NO_MATTER.search(found["what"]):
        return None
    what = en.bare(found["what"])
    close = _WHOSE.match(what) or (found["about"] and _POLITE.search(text))
    return Wish(topic=what if close and terms(what) else "")


def chinese(text: str) -> Wish | None:
    """The same in simplified characters."""
    text = text.strip().rstrip("。.!！~～… ")
    found = _CHINESE.match(text)
    if found is None or zh.says_no_wish(text):
        return None
    what = zh.bare(found["first"] or found["behind"])
    if _NO_MATTER_ZH.match(what):
        return None
    return Wish(topic=what if len(what) > 3 or zh.asks_somebody(text) else "")  # two words
