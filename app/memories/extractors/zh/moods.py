"""Which clauses are meant: not asked, not supposed, not dreamt, not what somebody else said."""

import re
from functools import lru_cache

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.clauses import Clause

_JOKE = re.compile(r"开玩笑|开个玩笑|逗你|骗你|才怪|说着玩|瞎说的|编的|哈哈.{0,20}(?:都快|快要|要)变成")
_WHETHER = re.compile(
    r"[去来行吃喝玩看走办吗]不$|(?:能|会|可以|有|算|需要|应该)[^,，不]{1,8}不$|是不是|有没有|能不能|会不会|要不要|该不该|可不可以|好不好(?!吃|喝)|行不行|对不对|是否|需不需要|"
    r"(?P<a>[\u4e00-\u9fff])不(?P=a)(?![\u4e00-\u9fff]{0,2}(?:就|都))"
)
_ASKS = re.compile(
    r"什么(?!都|也)|(?<!不管)(?<!无论)谁(?!都|也)|哪(?:里|儿|个|些|家|位|种|款|天|年|一)?|(?<!不)怎么(?!都|也|"
    r"说呢)|怎样|多少|多久|多大(?=[?？]|$)|(?<![前这那好十过])几(?=[个点号岁月年天次位])|为啥|为何|为什么|如何|咋|吗$|[?？]"
)
_BANNED = re.compile(  # 别给我讲怎么操作 asks nothing
    r"(?:别|不要|不用|不许)(?:再|老|总|给我|跟我|问我?|说|讲|推荐|写|解释|告诉我|教我?){1,4}[^,，?？]{0,8}?(?:怎么|什么|如何|为什么|为啥)[^,，?？吗呢]*"
)
_UNREAL = re.compile(
    r"^(?:但|那|可|不过|而)?(?:我们?|咱们?|你们?)?(?:如果|假如|要是|倘若|万一|假设|若是|若|假使|除非|就算|即使|即便|哪怕|等我|"
    r"等到|要不是|如若|一旦|设想|想象|比方说|打个比方|比如说?我)"
)
_REPORTED = re.compile(
    r"^(?:又|还|总|老|老是|经常|常|曾|就|也|都|刚|昨天|今天|刚才){0,6}(?:跟我|对我|和我|给我)?(?:说|觉得|认为|"
    r"问|告诉|以为|提到|让|叫(?=他|她|我(?:去|来|做|把|加|写|帮|们|早|不|别|起|滚))|要求|建议|希望|劝|催|讲|"
    r"表示|抱怨|吐槽|听说|声称|传|吹|写道|提议|推荐|安利|发消息)"
)
_MUSING = re.compile(
    r"^(?:觉得|感觉|以为|听说|想问|想知道|想请教|梦见|梦到|猜|是说|说的是|的意思是|意思是|想说|好奇|想象|"
    r"看到|看见|听到|读到|发现|刚看|不知道|不确定|不是|没有?说|想|好想|真想|恨不得|巴不得|希望)(?!$)"
)
_DREAM = re.compile(r"梦见|梦到|听说|想象|看到|读到")
_GREETING = 4  # characters
_ADVERBIAL = re.compile(r"(?:的时候|时|之前|之后|以前|以后|来说|的话|期间|里)$|^(?:因为|由于|自从|作为|除了|从|在)")
_KEEP_MUSING = re.compile(r"^(?:想|希望|不是)")


def joking(plain: str) -> bool:
    return bool(_JOKE.search(plain))


@lru_cache(maxsize=256)  # the grammar asks of a sentence and its clauses, and so does what reads the rest of it
def asks(plain: str) -> bool:
    if not _ASKS.search(plain) and not _WHETHER.search(plain):
        return False
    rest = _BANNED.sub("", plain)
    return rest == plain or bool(_ASKS.search(rest) or _WHETHER.search(rest))


def asking(parts: list[Clause], sentence: Sentence) -> set[int]:
    """Indexes of the clauses that ask."""
    found = {index for index, part in enumerate(parts) if asks(part.text.plain)}
    if sentence.question and re.search(r"[?？吗么]\W*$", sentence.text) and parts:
        found.add(len(parts) - 1)
        if re.match(r"\s*(?:你(?:觉得|说|认为|看)|请问|想问|(?:想|跟你)?请教)", parts[0].text.plain):
            found |= set(range(len(parts)))
    return found


def supposes(part: Clause) -> bool:
    """Whether a clause sets up what is not so; what follows leans on it."""
    return bool(_UNREAL.match(part.text.plain.strip()))


def reports(part: Clause) -> bool:
    """Whether a clause hands on what others say, or what was dreamt, heard, read."""
    return bool(part.subject.who != "user" and _REPORTED.match(part.body.plain)) or bool(
        part.own and _DREAM.match(part.body.plain)
    )


def muses(part: Clause) -> bool:
    """我觉得…, 我想知道…: an opinion or a wish to know, no fact."""
    return part.own and bool(_MUSING.match(part.body.plain)) and not _KEEP_MUSING.match(part.body.plain)


def of_something(part: Clause) -> bool:
    """Whether a clause without a stated subject says something of a subject of its own: 这只猫很可爱."""
    if re.search(r"一[枚只名位]$|^(?:户口|户籍|老家|坐标)", part.text.plain.strip()):
        return False  # of oneself: 打工人一枚
    return not part.explicit and len(part.body.plain.strip()) > _GREETING and not _ADVERBIAL.search(part.text.plain)
