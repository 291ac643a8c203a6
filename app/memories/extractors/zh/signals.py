"""What a word of the user shall bring about: 如果我说“上菜”，你就只给代码."""

import re

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, head
from app.memories.extractors.zh.matters import Matter
from app.memories.extractors.zh.wishes import ONCE, wish

_SIGNAL = re.compile(  # 如果我说X你就Y
    r"^(?:以后|今后|那|,|\s){0,3}(?:如果|要是|当|每当|只要|每次|凡是|但凡|一旦)?(?:我|看到我|"
    r"你看到我)(?:一)?(?P<when>(?:说|发|问|贴|提到|要(?!是)|让你|给你|打出?|回复?|输入|"
    r"请你|叫你|用)[^,，]{1,24}?)(?:的时候|的话|时|之后|后)?(?:,|\s)*(?:你|您|请|麻烦){0,3}(?:就|都|请|直接|先|"
    r"只|一律|要|默认|就是|代表)(?P<do>[^,，]{2,40})"
)
_NO_SIGNAL = re.compile(
    r"错|不对|会怎|怎么|什么|生气|难过|高兴|哭|笑|爱你|喜欢你|想你|死|你会|你能|你信|觉得|行不行|好不好|吗|呢$"
)


def read(clauses: list[Clause]) -> tuple[list[Fact], set[int]] | None:
    """The wish, and the indexes of the clauses that tell it: all."""
    plain = ",".join(clause.text.plain.strip() for clause in clauses)
    raw = "，".join(clause.text.raw.strip() for clause in clauses)
    found = _SIGNAL.match(plain)
    if not found or not re.search(r"你|您|请|给我|就是|代表", plain) or _NO_SIGNAL.search(plain) or ONCE.search(plain):
        return None
    about = Matter(f"instruction:{head(found['when'])}", found["do"], sure=False)
    return [wish(about, f"当{raw[found.start('when') - 1 :]}")], set(range(len(clauses)))
