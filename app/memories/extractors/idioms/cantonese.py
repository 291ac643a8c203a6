"""Cantonese as it is typed, in the words that the Chinese grammar reads: 我哋搬咗去沙田喇 → 我们搬了去沙田了.

Only sentences with a character that no other Chinese is written with are looked at.
"""

import re
from typing import Final

_MARKS: Final = frozenset("喺嘅咗唔冇哋佢嘢嗰啲搵㗎瞓嚟咁")
_WORDS: Final = {
    "住係": "住在",
    "住喺": "住在",
    "喺度": "在",
    "喺": "在",
    "我哋": "我们",
    "你哋": "你们",
    "佢哋": "他们",
    "佢": "他",
    "返工": "上班",
    "返學": "上学",
    "返学": "上学",
    "放工": "下班",
    "搵到工": "找到工作",
    "搵工": "找工作",
    "嗰份工": "工作",
    "份工": "工作",
    "轉咗工": "换了工作",
    "转咗工": "换了工作",
    "而家": "现在",
    "依家": "现在",
    "宜家": "现在",
    "屋企": "家里",
    "鍾意": "喜欢",
    "钟意": "喜欢",
    "唔再": "不再",
    "唔使": "不用",
    "唔好": "不要",
    "冇咗": "没了",
    "咗去": "到",
    "咗": "了",
    "嘅": "的",
    "啲": "些",
    "嗰": "那",
    "嘢": "东西",
    "搵": "找",
    "瞓": "睡",
    "嚟": "来",
    "咁": "这么",
    "㗎": "的",
    "唔": "不",
    "冇": "没有",
}
_WORD: Final = re.compile("|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True)))
_NO_MORE: Final = re.compile(
    r"(?:冇|唔)(?:再)?(?P<verb>[做食飲饮去學学打玩用睇練练])(?P<rest>[^,，。\s]{0,8}?)(?:喇|啦|了)"
)
_ENDS: Final = re.compile(r"(?:喇|啦)(?=$|[,，。！!\s])")
_EATS: Final = re.compile(r"(?<=[不要想])[食]")


def plainly(text: str) -> str:
    """The sentence in plain words; as it is when it is no Cantonese."""
    if _MARKS.isdisjoint(text) and "住係" not in text:
        return text
    text = _ENDS.sub("了", _NO_MORE.sub(r"不\g<verb>\g<rest>了", text))
    return _EATS.sub("吃", _WORD.sub(lambda found: _WORDS[found.group()], text))
