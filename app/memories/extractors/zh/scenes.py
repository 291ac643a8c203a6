"""Wishes bound to a scene, and the code of the scene, which both languages share: 写技术方案的时候 → tech_design."""

import re
from dataclasses import replace

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.lexicon import table
from app.memories.extractors.zh.matters import WRITTEN, matter
from app.memories.extractors.zh.wishes import ONCE, STANDING, wish

_CODES = table("scenes")
_CODE = re.compile("|".join(sorted(map(re.escape, _CODES), key=len, reverse=True)), re.IGNORECASE)
_SCENE = re.compile(
    r"^(?:但|不过|而|请|在|当|如果是?|我|帮我|给我|你){0,6}(?P<v>(?:平时|日常|工作|写|做|列|聊|讨论|讲|回答|处理|"
    r"分析|设计|"
    r"评审|翻译|发|跟|和|对|画|调试|排查|头脑风暴|脑暴|面试|演讲|备课|上课|学习|解释|涉及|遇到|关于|生成|起草|审|"
    r"改|看|出|代码|技术|会议|开会|"
    r"规划)[^,，]{0,14}?)(?:的时候|时候|时(?!间)|场景下?|场合|方面|这类问题|的问题|里面?|"
    r"中(?!文))\s*,?\s*(?:请|要|就|都|可以|应该|你){0,6}"
)
_DAILY = re.compile(
    r"^(?:但|不过|而|在){0,6}(?P<v>平时聊天|日常聊天|闲聊|日常对话|平时对话|日常问答|日常问题|平时|日常|工作中|工作上|"
    r"正式场合|邮件[里中]?|文档[里中]?|技术方案里?|设计文档里?|代码评审|群里|私下)(?:的话|里|中|的时候|时)?(?:请|"
    r"要|就|都|可以|"
    r"的?(?:回答|回复|回应)){0,6}"
)


_GOES_ON = re.compile(  # …多打比方，公式能省就省
    r"(?:也|还|并且|而且)?(?:别|不要|不用|少|多|先|再|最后|尽量|只)[^,，]{2}|[^,，我你他她]{1,6}能[^,，]就[^,，]"
)


def code(words: str) -> str | None:
    """The code of the scene that `words` name; None for a scene without one."""
    found = _CODE.search(words)
    return _CODES[found.group().lower()] if found else None


_LEAD = re.compile(rf"^(?:{STANDING}|每次|,|\s){{1,6}}")


def scene_wishes(clauses: list[Clause], texts: list[str]) -> tuple[list[Fact], set[int]] | None:
    """`写方案的时候详细一点，平时聊天简短就行`: one preference for each scene."""
    found: list[Fact] = []
    taken: set[int] = set()
    for index, text in enumerate(texts):
        bare = _LEAD.sub("", text)
        scene = _SCENE.match(bare) or _DAILY.match(bare)
        if not scene or ONCE.search(text):
            continue
        rest, used = bare[scene.end() :], {index}
        if not rest and index + 1 < len(texts):
            rest, used = texts[index + 1], {index, index + 1}
        about = matter(rest) if rest else None
        if matter(bare).key in WRITTEN:  # 邮件都用英文: of the mails, not of answers about them
            continue
        if not about or about.key == "form_of_address":
            continue
        if not about.sure and (
            not re.match(r"写|列|讲|回答|翻译|解释|生成|总结|聊|审|评审", scene["v"])
            or not re.match(
                r"不要|别(?!忘)|请|都|要|多(?!少)[^,，]{2}|少[^,，]{2}|必须|尽量|务必|先|(?:帮我|给我|你)?(?:(?:保留|遵循|避免|避开|注意|省略|统一|标注|注明)(?=[^,，]{2})|附|加|直译|意译|用|按|按照|以|保持|分成|列成|附上|加上)(?!了)",
                rest,
            )
        ):
            continue
        following = max(used) + 1
        if following < len(texts) and _GOES_ON.match(texts[following]) and not matter(texts[following]).sure:
            used.add(following)
        if not about.sure:
            about = about._replace(key=f"instruction:{head(scene['v'])}")
        said = clean("，".join(clauses[number].text.raw.strip() for number in sorted(used)))
        place = scene["v"].removesuffix("的")
        found.append(replace(wish(about, said), scene=code(place) or place))
        taken |= used
    return (found, taken) if found else None
