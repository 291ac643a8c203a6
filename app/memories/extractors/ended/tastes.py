"""Tastes that turned: gone off, grown on me, 吃腻了, 爱上了. What is disliked again, or liked by now, and what it was before."""

import re
from typing import Final

from app.memories.endings import Ending
from app.memories.extractors.ended.en_patterns import TAIL
from app.memories.extractors.ended.told import Told
from app.memories.extractors.zh.facts import clean

_DISLIKED_EN: Final = (
    re.compile(
        r"^I\s(?:(?:have|am|just|really|kind of|totally|completely|finally|now)\s)*(?:gone off|went off|go off|over|sick of|tired of|"
        r"fed up with|(?:no longer|not) into|(?:grown|grew|got|gotten|getting|growing) (?:tired|bored|sick|weary) of|bored (?:of|with)|burn(?:ed|t) out on|"
        r"had (?:my fill of|enough of|it with)|(?:gone|going) cold on|lost (?:my|all|any|the) (?:taste|interest|appetite|love) (?:for|in)|stopped (?:liking|loving|enjoying))"
        r"\s(?P<what>[\w' -]{2,40}?)(?:\sany more|\snow|\slately)?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?P<what>[\w' -]{2,40}?)\s(?:has|have)\slost (?:its|their) (?:charm|appeal|shine)(?:\sfor me)?$",
        re.IGNORECASE,
    ),
    re.compile(  # what was loved is loved no more, unless it still is
        r"^I\sused to (?:really |quite |absolutely )?(?:like|love|enjoy|adore|be (?:into|a (?:big |huge )?fan of))\s(?P<what>(?!when\b|how\b|being\b)[\w' -]{2,40}?)$",
        re.IGNORECASE,
    ),
)
_LIKED_EN: Final = (
    re.compile(
        r"^(?P<what>[\w' -]{2,40}?)\s(?:has|have)\s(?:really\s|kind of\s)?(?:grown on|won over) me$", re.IGNORECASE
    ),
    re.compile(
        r"^(?:(?:it )?turns out (?:that )?)?I\s(?:(?:have|had|do|now|actually|finally|even|really|just|am)\s)*(?:warmed (?:up )?to|taken to|"
        r"(?:come|came|started|begun|began|learned|learnt|grown) to (?:like|love|enjoy|appreciate)|started (?:liking|loving|enjoying)|"
        r"(?:come|came|coming) (?:round|around) to|(?:acquired|developed|got|gained) a (?:real )?taste for|fallen in love with|fallen for|got hooked on|changed my mind about)\s(?P<what>[\w' -]{2,40}?)"
        r"(?:\s(?:now|lately|after all))?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:it )?turns out (?:that )?I\s(?:do |actually |really )*(?:like|love|enjoy)\s(?P<what>[\w' -]{2,40}?)(?:\safter all)?$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^I\s(?:do |actually |really )*(?:like|love|enjoy)\s(?P<what>[\w' -]{2,40}?)\safter all$", re.IGNORECASE
    ),
)
_NOW: Final = r"(?:我|现在|已经|也|都|就|真的?|其实|彻底|最近|早就|对它|慢慢|渐渐|居然|竟然|终于|反而|倒是|开始){0,5}"
_DISLIKED_ZH: Final = (
    re.compile(
        rf"^{_NOW}对(?P<what>[^,，]{{1,10}}?){_NOW}(?:没(?:什么)?(?:兴趣|感觉|胃口)|不感兴趣|不感冒|无感|失去兴趣|提不起兴趣|腻)(?:了|啦)$"
    ),
    re.compile(rf"^{_NOW}(?P<verb>[吃喝听看玩])腻了?(?P<what>[^,，了]{{1,10}}?)(?:了|啦)?$"),
    re.compile(rf"^(?P<what>[^,，不我]{{1,10}}?){_NOW}(?P<verb>[吃喝听看玩])(?:腻|够|怕|伤)(?:了|啦)$"),
    re.compile(
        rf"^(?P<what>[^,，不我]{{1,10}}?){_NOW}(?:一口|一点|一丁点|一下)?{_NOW}不(?:再)?(?:想|爱|喜欢|愿意|乐意)(?:再)?(?P<verb>[吃喝碰听看玩])?(?:了|啦)$"
    ),
    re.compile(rf"^{_NOW}不(?:再)?(?:想|爱|喜欢)(?P<verb>[吃喝碰听看玩])?(?P<what>[^,，了]{{1,10}}?)(?:了|啦)$"),
    re.compile(r"^(?:我)?(?:把|将)(?P<what>[^,，]{1,8}?)(?:给)?戒(?:掉)?(?:了|啦)$"),
)
_LIKED_ZH: Final = (
    re.compile(
        rf"^(?:没想到|想不到)?{_NOW}(?:爱上|喜欢上|迷上|爱吃上)(?P<verb>[吃喝听看玩])?(?:了)?(?P<what>[^,，了]{{1,10}}?)(?:了|啦)?$"
    ),
    re.compile(
        rf"^{_NOW}觉得(?P<what>[^,，很真挺]{{1,10}}?){_NOW}(?:很|真|挺|还挺|还|蛮|特别|非常)?(?:好(?P<verb>[吃喝听看玩])|真?香|不错)(?:了|啦|的)?$"
    ),
    re.compile(
        rf"^(?P<what>[^,，不我]{{1,10}}?){_NOW}(?:能接受|可以接受|(?P<verb>[吃喝听看玩])(?:得)?(?:惯|上瘾)|觉得(?:很|真|挺)?(?:好[吃喝听看玩]|香)|(?:挺|很|还挺)?(?:爱|喜欢)[吃喝听看玩]?|真香)(?:了|啦)$"
    ),
    re.compile(rf"^{_NOW}开始(?:爱|喜欢)(?P<verb>[吃喝听看玩])?(?P<what>[^,，了]{{1,10}}?)(?:了|啦)?$"),
)
_BEFORE_ZH: Final = re.compile(
    r"^(?:我)?(?:以前|之前|原来|过去|小时候|从小|当年|曾经?)(?:从来|一直|最|都|很)?(?:不(?:爱|喜欢|想|敢)?|讨厌|受不了)(?P<verb>[吃喝碰听看玩])?(?P<what>[^,，了]{1,10}?)(?:的)?$"
)
_NOW_ZH: Final = re.compile(
    r"^(?:我)?(?:现在|如今|最近)(?:我|也|却|反而|觉得|感觉|倒|居然|是)*(?:很|真|挺|还挺|特别|超)?(?:好[吃喝听看玩]|真?香|爱[吃喝]?|喜欢[吃喝]?|能接受|离不开)"
)
_NO_THING: Final = re.compile(
    r"^(?:it|that|this|them|him|her|you|work|life|my .*|the (?:idea|thought).*|(?:your|his|her|their|this|that|these|those)\b.*|.*\b(?:view|idea|opinion|argument|suggestion|proposal|way of thinking))$|^[它他她这那你]|^(?:现在|如今|最近|已经|以前|之前|也|都)$|什么|谁|人$|事$",
    re.IGNORECASE,
)


def english(part: str) -> Told | None:
    """The taste that an English clause tells to have turned."""
    for stance, patterns in ((Ending.DISLIKED, _DISLIKED_EN), (Ending.LIKED, _LIKED_EN)):
        for pattern in patterns:
            if (found := pattern.match(part)) and not _NO_THING.search(found["what"]):
                what = re.sub(r"^(?:the|eating|drinking)\s", "", found["what"], flags=re.IGNORECASE)
                what = TAIL.sub("", what)  # gone off plums completely
                return Told(what if found.start("what") else what[:1].lower() + what[1:], stance, part)
    return None


_GOOD_ZH: Final = re.compile(  # 豆汁其实挺好吃的，我现在爱吃
    r"^(?:我)?(?P<what>[^,，不我]{1,10}?)(?:其实|真的?|也|还是|原来|居然|竟然|吃起来){0,3}(?:很|真|挺|还挺|蛮|特别|超)?(?:好(?P<verb>[吃喝听看玩])|香|不错)(?:的|了|啊)?$"
)


def chinese(plain: str, raw: str, following: str) -> Told | None:
    """The taste that a Chinese clause, with the one that follows, tells to have turned."""
    if (before := _BEFORE_ZH.match(plain)) and _NOW_ZH.match(following):
        return Told(clean(before["what"]), Ending.LIKED, raw, verb=before["verb"] or "")
    if (good := _GOOD_ZH.match(plain)) and _NOW_ZH.match(following) and not _NO_THING.search(good["what"]):
        return Told(clean(good["what"]), Ending.LIKED, raw, verb=good["verb"] or "")
    for stance, patterns in ((Ending.DISLIKED, _DISLIKED_ZH), (Ending.LIKED, _LIKED_ZH)):
        for pattern in patterns:
            if (found := pattern.match(plain)) and not _NO_THING.search(found["what"]):
                what = clean(found["what"])
                return Told(what, stance, raw, verb=found.groupdict().get("verb") or "") if what else None
    return None
