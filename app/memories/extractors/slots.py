"""The key and the value of a sentence that a model wrote, in the vocabulary that the grammars share.

A wrong key is worse than none: it makes one memory overwrite another. So a key is taken only when it is a known one and
the evidence speaks of it; what stands in a key or a value must stand in the evidence.
"""

from typing import Final

from app.memories.extractors.en.morphology import head as english_head
from app.memories.extractors.support import holds
from app.memories.extractors.telling import LEXICON, cues, plain
from app.memories.extractors.zh.facts import head as chinese_head
from app.memories.opposition import polarity
from app.memories.subject import roles
from app.text.language import Language

_CUES: Final = {name: cues(text) for part in ("keys", "many") for name, text in LEXICON[part].items()}
_MANY: Final = frozenset(LEXICON["many"])
_SYNONYMS: Final = {other: name for name, text in LEXICON["synonyms"].items() for other in text.split("|")}
_YES: Final = frozenset({"allergy", "plays"})


def slot(key: str | None, content: str, evidence: str, language: Language) -> tuple[str | None, str | None]:
    """Key and value, both None where the key is unknown or not borne out.

    The value of a taste is "like" or "dislike", that of an allergy "yes"; other values are left to the words.
    """
    head, _, tail = (key or "").replace("：", ":").partition(":")
    name = head.strip().replace(" ", "_").replace("-", "_")
    name = _SYNONYMS.get(name, name)
    if name not in _CUES or not _CUES[name].search(plain(evidence)) or roles(content):
        return None, None  # where other people live is no key of the user
    if name not in _MANY:
        return (name, None) if not tail else (None, None)
    thing = english_head(tail) if language == "en" else chinese_head(tail)
    if not thing or not holds(evidence, thing) or not holds(content, thing):
        return None, None
    if name == "taste":
        return f"taste:{thing}", "like" if polarity(content) == 1 else "dislike"
    return f"{name}:{thing}", "yes" if name in _YES else None
