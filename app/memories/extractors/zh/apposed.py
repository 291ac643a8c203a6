"""Names that stand beside their role anywhere in a sentence: 我跟老婆小雯住在苏州, 上周和老公陈立去了趟青岛."""

import re
from typing import Final

from app.memories.extractors.zh.facts import Fact
from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.names import affectionate, full_name
from app.memories.extractors.zh.subjects import MANY, ROLES, Subject, Text

# Roles that few people have in a life; a friend or colleague met in passing is worth no memory.
_CLOSE: Final = {
    word: role for word, role in ROLES.items() if role not in MANY | {"boss", "manager", "parents"} and len(word) > 1
}
_BESIDE: Final = re.compile(
    rf"(?:我|咱|俺|和|跟|与|给|带|陪|替|帮)(?:我|咱|俺)?(?:们?家)?的?(?P<role>{either(_CLOSE)})(?P<name>[\u4e00-\u9fff]{{2,3}}?)"
    r"(?=(?:一起|一块儿?|两个|俩|合|住|去|来|在|也|都|回|开|结婚|办|买|租|搬|做|最近|今年|下个?月|上个?月|昨天|今天|明天|刚|已经|还|是|不|一?吃|一?喝|"
    r"对|从|想|准备|打算|要|会|爱|喜欢)|[，,。！!；;、]|$)"
)


_SUPPOSED: Final = re.compile(r"如果|要是|假如|假设|万一|倘若|要不要|是不是|会不会|难道|谁|什么|哪")


def supposed(plain: str) -> bool:
    """Whether the sentence asks or supposes."""
    return _SUPPOSED.search(plain) is not None


def names(text: Text) -> list[tuple[Fact, Subject]]:
    """What the people are called whom the sentence names beside what they are to the user."""
    found: list[tuple[Fact, Subject]] = []
    for match in _BESIDE.finditer(text.plain):
        name = text.raw[match.start("name") : match.end("name")]
        if match["name"] not in ROLES and (full_name(match["name"]) or affectionate(match["name"])):  # 爷爷奶奶
            fact = Fact(slot="name", value=name, says=f"名叫{name}", entities=(name,))
            found.append((fact, Subject("relation", _CLOSE[match["role"]], match["role"])))
    return found
