"""Which of the two languages a text is written in, and which characters are Han."""

import re
from typing import Literal

Language = Literal["zh", "en"]

# Ideographs of all planes with the iteration mark 々, the zero 〇 and the compatibility forms.
HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA = "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"

_HAN = re.compile(f"[{HAN}]")
_KANA = re.compile(f"[{KANA}]")
_WORD = re.compile(r"(?<![^\W_])[A-Za-z\u00c0-\u024f]+(?![^\W_])")
_FENCE = re.compile(r"```[^`]*(?:```|\Z)")
_LINK = re.compile(r"https?://[!-~]+")

# Words that make the frame of a sentence. A borrowed word or a name brings none of them along.
_ZH_FRAME = re.compile("[的了是我你您他她们这那不没也都就很在和跟给把被让请帮吗呢吧啊什么怎谁哪要会能想用从到以后]")
_EN_FRAME_WORDS = (
    "a an the i my me we our you your he his she her they their it its is are was were am be been do does did have has "
    "had will would can could should not no and or but of to in on at for from with by as that this what which who how "
    "when where why please"
)
_EN_FRAME = frozenset(_EN_FRAME_WORDS.split())
_FRAME = 2.0  # a word of the frame counts this much more than a word that may be borrowed


def han(char: str) -> bool:
    """Whether one character is Han."""
    return _HAN.match(char) is not None


def has_han(text: str) -> bool:
    return _HAN.search(text) is not None


def detect(text: str) -> Language:
    """The language that carries the text: "zh" or "en"; "en" when nothing tells (also for an empty text).

    Code blocks and links do not count: a question asked in Chinese about an English program is Chinese.
    """
    if not has_han(text):
        return "en"
    prose = _FENCE.sub(" ", text) if "```" in text else text
    prose = _LINK.sub(" ", prose) if "://" in prose else prose
    if not has_han(prose):
        prose = text
    rest, chars = _HAN.subn(" ", prose)
    words = [word.lower() for word in _WORD.findall(rest)]
    chinese = chars + _FRAME * len(_ZH_FRAME.findall(prose))
    english = len(words) + _FRAME * sum(word in _EN_FRAME for word in words) + len(_KANA.findall(prose))
    return "zh" if chinese >= english else "en"
