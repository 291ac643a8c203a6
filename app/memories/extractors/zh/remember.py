"""`请记住：…`: whatever follows is kept, as the facts it states or else in its own words."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.facts import Fact, clean, third_person
from app.memories.extractors.zh.lexicon import narrow, simplify
from app.memories.model import Kind, Source
from app.text import dates

_VERB = r"(?:记住|记一下|记下来?|牢记|记好|记清楚|记着|备注一下|备忘一下|存一下|记录一下)"
_FRONT = re.compile(
    rf"^(?:好的?|嗯|对了|那|请|麻烦|劳烦|帮我|帮忙|你|您|一定|务必|要|得|给我|先|也|另外|还有|顺便|以后|"
    rf"可以|能|永远|,|，|\s){{0,6}}(?:{_VERB}|别忘了|不要忘记|别忘记|请?记得(?=我|：|:|,|，))(?:这一?点|"
    rf"这件事|这个|哦|啊|呀|了|一下|下|住|我说的|以下|：|:|,|，|\s){{0,6}}(?P<v>.{{3,}})$"
)
_BACK = re.compile(
    rf"^(?P<v>.{{4,}}?)[,，。\s]\s*(?:请|帮我|麻烦你?|你|要|都|一定|务必|给我|也){{0,6}}(?:{_VERB}|记得哦|别忘了|"
    rf"不要忘了?|别忘)(?:哦|啊|呀|吧|了|一下|它|这个|这点|这件事|好|住|喔|哈){{0,6}}[。.!！~～]*$"
)
_TASK = re.compile(
    r"^(?:提醒|叫我|帮我|给我|去|买|发|带|关|打|交|回|把|怎么|如何|什么|哪|要|多|按时|早点|吃药|喝水|休息|"
    r"保存|签到)"
)
_ABOUT_SELF = re.compile(r"我|本人|用户")


def asked(sentence: Sentence) -> str | None:
    """The words to be kept, when the sentence asks to keep something."""
    raw = narrow(sentence.text)
    plain = simplify(raw)
    if re.search(
        r"^(?:我|他|她|你还?|您还?)(?:不|没|都|还|已经|也)?记(?:得|住|下)|记得吗|记住了吗|记不记得|记不住|还记得", plain
    ):
        return None
    for pattern in (_FRONT, _BACK):
        found = pattern.match(plain)
        if found:
            start, end = found.span("v")
            words = raw[start:end].strip()
            return None if _TASK.match(plain[start:end].strip()) else words
    return None


def promoted(fact: Fact) -> Fact:
    """A stated fact that the user also asked to keep."""
    return replace(
        fact,
        source=Source.USER_EXPLICIT,
        confidence=max(fact.confidence, 0.95),
        importance=max(fact.importance, 4),
        temporary=False,
    )


def kept(words: str, sentence: Sentence) -> list[Fact]:
    """The words themselves as a fact, in the third person and with absolute dates."""
    text = clean(words)
    if len(text) < 3 or not re.search(r"[\w\u4e00-\u9fff]{2,}", text):  # nothing to keep
        return []
    mentions = dates.find(text, sentence.at, sentence.zone)
    says = dates.rewrite(third_person(text), sentence.at, sentence.zone, "zh")
    if "用户" not in says:
        says = f"用户要求记住：{says}"
    wish = re.search(r"喜欢|讨厌|不[爱吃喝要想能]|习惯|偏好|希望|别|不要", simplify(text))
    fact = Fact(
        says=says,
        kind=Kind.PREFERENCE if wish else Kind.FACT,
        source=Source.USER_EXPLICIT,
        confidence=0.95,
        importance=4,
        whole=True,
    )
    if not mentions:
        return [fact]
    if mentions[0].since <= sentence.at:
        return [replace(fact, valid_from=mentions[0].since)]
    return [
        replace(
            fact,
            expires_at=mentions[-1].until
            if _ABOUT_SELF.search(text) and mentions[-1].grain in ("day", "time")
            else None,
        )
    ]
