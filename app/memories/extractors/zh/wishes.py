"""A wish for the work of the assistant as a fact: what the user asks for, under the key of its matter."""

import re

from app.memories.extractors.zh.facts import Fact, clean, third_person
from app.memories.extractors.zh.matters import Matter
from app.memories.model import Kind, Source

STANDING = (
    r"(?:以后|今后|往后|日后|从今天(?:起|开始)|从现在(?:起|开始)|打今天起|从今往后|从此(?:以后|之后)?|"
    r"从今以后|从下次(?:起|开始)|从(?:明天|下周[一二三四五]?|下个?月|本周|这周|下季度)(?:起|开始)|下次(?:起|开始)|从这次(?:起|开始))"
)
ONCE = re.compile(
    r"这次|这一次|本次|今天|今晚|这回|暂时|临时|先这样|这个问题|这道题|这段|这篇|这封|这份|这里|这句|这张|"
    r"刚才|下面|上面|这条|现在帮|眼下|此刻|接下来的?这"
)

_UNSPOKEN = re.compile(  # 别再跟我提小雅了
    r"^(?:以后|今后)?(?:别|不要|不许|不准)再?(?:跟我|和我|对我|在我面前)?(?:提起?(?![醒供升交示高速])|说起|聊起|谈起)(?:到)?(?P<v>[^,，]{1,12}?)(?:了|吧|啦)*$"
)
NO_MATTER = re.compile(  # 别给我排别的: what is meant stands in another sentence
    r"^(?:以后|今后|请|你|可以|就|都|也|每次|永远|[,，\s]){0,5}(?:(?:别|不要|不用|不许|不准)(?:再|老|总|一直)?)?(?:给我?|跟我?|对我|帮我|为我|让我)?再?[\u4e00-\u9fff]{0,3}?"
    r"(?:别的|其他的?|其它的?|另外的|[那这]个|[那这]些|[那这]种|[那这]样的?|它们?|什么的|啥的?|东西)(?:东西|事情?|话|玩意儿?|的|活)?(?:了|啦|吧|哈|啊)?$"
)
_FOR_ME = re.compile(r"^给我(?=写|讲|做(?!饭)|翻译|解释|举|列|推荐)")


def wish(about: Matter, said: str) -> Fact:
    words = re.sub(r"^(?:请|麻烦你?|那么?|拜托|还有|另外|对了|[,，\s]){1,6}", "", clean(said))
    words = re.sub(r"^(?:我)?(?:希望|要求|想让)(?:你|您)?", "", words)
    words = _FOR_ME.sub("", words)
    if unspoken := _UNSPOKEN.match(words):
        words = f"不要再跟我提{unspoken['v']}"
        about = about._replace(key=f"instruction:提{unspoken['v']}", value=words) if not about.sure else about
    if about.key == "form_of_address":
        says = f"用户希望被称呼为{about.value}"
    else:
        says = f"用户要求{third_person(words)}" if not words.startswith("我") else third_person(words)
    return Fact(
        slot=about.key,
        value=about.value,
        says=says,
        kind=Kind.PREFERENCE,
        source=Source.USER_EXPLICIT,
        confidence=0.95,
        importance=5 if about.sure else 4,
        whole=True,
    )
