"""Whether a model only repeated a sentence, in the third person: then it has not said why it would be worth keeping.

Measured on the utterances of the evaluation with a model that repeats every sentence: of what it left in memory out of
small talk and errands, two thirds were whole sentences with neither a key nor a word that lasts; of what the grammars
keep and a good model would propose, a tenth is.
"""

import re
from typing import Final

from app.memories import markers
from app.memories.extractors.telling import habitual, plain
from app.memories.model import Act, Candidate
from app.text.terms import terms

_WHOLE: Final = 0.9  # share of the words of the sentence from which it is repeated whole
_PERSONS_EN: Final = re.compile(
    r"(?<![a-z'])(?:i'm|i've|i'll|i'd|i|me|my|mine|we|we're|we've|us|our|user's|user|their|they|them|am|is|are|have|has|do|does|be)(?![a-z])"
)
_PERSONS_ZH: Final = re.compile("用户|我们|咱们|自己|[我咱俺的了]")
_PERSON_TWICE: Final = re.compile(r"^用户(?=[^，。]{0,12}用户)|^user\b[^.,;]{0,8}\b(?:their|user)\b")


def waits(candidate: Candidate) -> bool:
    """Whether a candidate of a model shall wait until somebody confirms it, or until it is said in another way."""
    if candidate.key is not None or candidate.act is not Act.ASSERT:
        return False
    said = plain(candidate.evidence)
    if habitual(candidate.evidence) or markers.MARKERS.search(said):
        return bool(_PERSON_TWICE.search(plain(candidate.content)))
    return bool(_PERSON_TWICE.search(plain(candidate.content))) or _repeated(candidate.content, said)


def _repeated(content: str, said: str) -> bool:
    wanted, given = _words(said), _words(plain(content))
    return bool(wanted) and len(wanted & given) / len(wanted) >= _WHOLE


def _words(text: str) -> frozenset[str]:
    return frozenset(terms(_PERSONS_ZH.sub("", _PERSONS_EN.sub(" ", text))))
