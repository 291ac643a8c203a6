"""A wish that names its matter first (文档尽量给中文的, 牛奶别给我安排): standing where its reason is told beside it."""

import re
from typing import Final

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, head
from app.memories.extractors.zh.matters import matter
from app.memories.extractors.zh.topics import topic
from app.memories.extractors.zh.wishes import ONCE, wish

_DO: Final = r"发|推荐|推|安排|写|用|说|讲|整|搞|放|加|弄|提|列|劝|约|叫|喊|聊|打|做|出现|安利|给|标|按|走|选|找|配|排"
_WISH: Final = re.compile(
    r"^(?P<o>(?![我你您他她它这那]|今|明|刚|昨|上次|下次)[^,，我你您他她它]{1,8}?)(?:都|也|就|还是|一律|以后|记得|千万)*(?:"
    rf"(?:别|不要|不用|少)(?:再|老|总)?(?:给我|跟我|劝我|替我|帮我|往|把)?(?:{_DO})|"
    rf"(?:尽量|最好|请|麻烦|优先)(?:都|给我|帮我|替我|给)*(?:{_DO})|(?:都?得|必须)(?:写|用|发|说))[^,，]{{0,14}}$"
)
_OF_NOW: Final = re.compile(
    r"帮我|这[个篇段张次封]|那[个篇段张]|[上下]面|第[一二三四五\d]|今[天晚]|明天|这周|下周|[吗呢?？]$|了$|周[一二三四五六日末]|[早晚]上|[上下中]午|\d点|[一二三四五六七八九十]点|"
    r"孩子|老[板公婆]|爸|妈|同事|大家|咱们"
)


@behind(_WISH)
def asked(clause: Clause) -> list[Fact]:
    """The wish, of which nobody knows whether it stands but for what else is told."""
    plain = clause.text.plain.strip()
    if clause.explicit or not _WISH.match(plain) or _OF_NOW.search(plain) or ONCE.search(plain):
        return []
    about = matter(plain)
    if about.key == "form_of_address":
        return []
    about = about if about.sure else about._replace(key=f"instruction:{head(topic(plain))}")
    return [wish(about, clause.text.raw.strip())]
