"""What a statement gives a value to, read out of its form: the budget of the fair is 6,000."""

import re
from dataclasses import dataclass
from typing import Final

from app.text.language import has_han
from app.text.terms import terms

_COPULA_ZH: Final = (
    "(?:部署|存放|坐落|托管|停放|举办|设立|安排|保存)在|位于|(?<=期)到|去|飞往|(?=每(?:周|天|月|年|个月|星期))|"
    "是|为|叫做?|姓|在|用的是|用|采用|使用|选|放在|不能?超过|不得超过|控制在|有(?![效关限名趣])|属于"
)
_SETS_ZH: Final = "定在了?|定为|定成|定于|设为|设在|安排在|定了|确定了|选定了?|敲定了?|谈好了?|谈妥了?|说好了?"
_CHANGES_ZH: Final = (
    "改成了?|改为了?|改到了?|改在了?|改用了?|换成了?|换到了?|换用了?|调整为|调整到|调到了?|推迟到了?|提前到了?|挪到了?|变成了?|变为了?|"
    "变更为|升级到了?|升到了?|降到了?|涨到了?|更新为|加到了?|减到了?|搬到了?|"
    "[改换调推提挪移延缩增减加降升涨跌变转迁搬顺][期签动整后前迟早长短高低少多大小缩加价]?(?:到|至|为|成|去|往)了?|"
    "由(?=[^，。]{1,8}(?:接任|接手|接替|接管))|"
    "换人了?|换了|改了|(?:放宽|增加|减少|缩短|延长|提高|降低|上调|下调|压缩|追加|扩大|[凑加减涨升降提调挪推延拖])到了?"
)
_ADVERBS_ZH: Final = (
    "现在|目前|已经|还是|最终|最后|最新|暂时|确定|决定|统一|默认|可能|大概|大约|一共|总共|需要|先|又|就|也|都|要|约"
)
_NUMBER_ZH: Final = "[0-9零〇一二两三四五六七八九十百千万亿]"
_SUBJECT_ZH: Final = re.compile(
    r"^(?P<now>(?:现在|如今|目前|眼下|从今天起|从现在起)[，,]?)?(?:(?:把|将|那|这次|本次|这个|那个|我们|咱们|我|你|您)的?){0,3}(?P<subject>[^，,。；;：:！!？?]{1,24}?)"
    rf"(?P<adverbs>(?:{_ADVERBS_ZH})*)(?:(?P<change>{_CHANGES_ZH})|{_SETS_ZH}|(?:{_COPULA_ZH})|：|:|(?={_NUMBER_ZH}{{2}}))"
    r"(?P<value>[^。！!？?]{0,80})"
)
_SUBJECT_EN: Final = re.compile(
    r"^(?:(?:and|but|so|while|whereas|also|please|let's|we|i)\s+)*"
    r"(?P<verb>(?:move|moved|change|changed|rename|renamed|switch|switched|set|push|pushed|shift|shifted|bump|bumped|"
    r"postpone|postponed|reschedule|rescheduled|update|updated|raise|raised|lower|lowered|cut) )?"
    r"(?P<subject>[^,.;:!?]{2,60}?) "
    r"(?:(?:has|have|had|was|were|is|are|will|be|been|being|now|already|just|finally|got|gets|still|currently) )*"
    r"(?:(?P<change>moved (?:back )?to|changed (?:to|from .{1,30}? to)|switched to|renamed(?: to)?|"
    r"postponed (?:to|until)|pushed (?:back )?(?:to|until)|brought forward to|rescheduled (?:to|for)|raised to|"
    r"lowered to|cut to|went (?:up|down) to|(?:extended|shortened|increased|reduced|upgraded|relocated|shifted|delayed|"
    r"put back|brought forward|handed over|bumped) (?:to|until)|(?:rose|fell|dropped|grew|shrank) to|"
    r"(?:replaced|taken over) by|became)"
    r"|set to|set for|scheduled for|called|named|is|are|was|were|to|will be|uses?|runs? on|goes? to|valid until|"
    r"lives? in|works? (?:at|for)|"
    r"costs?|due on|due|(?:takes? place|starts?|begins?|ends?|lands?|leaves?|arrives?|"
    r"opens?|closes?|meets?|happens?) (?:on|in|at|by))(?![a-z'])(?P<now> now)? ?"
    r"(?P<value>[^!?]{0,120})"
)
# The same the other way round: the fair has a budget of 6,000, for the budget of the fair is 6,000.
_HAS_EN: Final = re.compile(
    r"^(?P<owner>(?:the|our|my|this) [a-z' -]{2,40}?) (?:has|have|had) (?:an?|the) (?P<noun>[a-z' -]{2,30}?) (?:of|:) ?"
    r"(?P<value>[^!?]{1,120})"
)
_NEW: Final = re.compile(r"^(?:(?:the|my|our) )?(?:new|latest) |^(?:我的|我们的)?(?:新的|新)(?=.{2})")
_PLACED: Final = re.compile(r"(?:takes? place|(?:is|are) held|happens?) (?:at|in) ")
_SINGLE: Final = re.compile(
    r"(?:^| )(?:costs?|due on|due|(?:takes? place|starts?|begins?|ends?|opens?|closes?) (?:on|in|at)) "
)
_NOWADAYS: Final = re.compile(
    r"(?:\bnow(?=,)|(?:\bnow|these days|nowadays|at the moment|from now on|as of (?:today|now))\W*$)"
)
_SO_LONG: Final = re.compile(r"(?<![a-z])for [a-z0-9 ]{1,20} now\W*$")
_PRESENT_ZH: Final = re.compile("现在|目前|如今|已经|最新")
_WHOSE: Final = re.compile(r"([\w-]+)['’]s ")
_POINTING: Final = re.compile(r"^(?:its|his|her|their)(?= )|^(?:(?:它|他|她)们?的?|其)(?=.)")
_OF: Final = re.compile(r" (?:of|for|in|at|on|with|to|from|by) ")
# What has one value at a time, whoever says it without a word of change.
_ATTRIBUTE: Final = re.compile(
    r"(?:deadline|budget|date|time|venue|place|location|price|cost|fee|name|title|version|port|address|owner|host|leader|"
    r"manager|colou?r|size|database|region|status|password|code ?name|theme|topic|quota|limit|target|total|headcount|"
    r"sponsor|supplier|vendor|designer|editor|speaker|coach|trainer|teacher|doctor|dentist|landlord|boss|captain|director|"
    r"chair(?:man|woman|person)?|secretary|treasurer|organi[sz]er|illustrator|translator|contractor|number|rate|salary|rent|"
    r"sponsor|vendor|room|slot|start|end|duration|format|language|default|plan)\s*$"
    r"|(?:预算|时间|日期|地点|场地|会场|价格|费用|单价|名字|名称|标题|版本|端口|地址|负责人|主持人|联系人|对接人|颜色|尺寸|数据库|"
    r"经费|定价|售价|交货期|工期|保质期|有效期|编号|账号|电话|邮箱|设计师|工程师|讲师|教练|主编|编辑|导演|组长|队长|班长|经理|总监|"
    r"主管|老板|房东|医生|司机|主讲人|发言人|监护人|收件人|"
    r"区域|状态|代号|主题|上限|下限|目标|总数|人数|供应商|赞助商|房间|会议室|时长|格式|语言|方案|期限|截止|截止日期|密码|进度|数量)$"
)


@dataclass(frozen=True, slots=True)
class Given:
    """A subject with the value that a statement gives it."""

    words: frozenset[str]  # search terms of the subject
    whose: str  # somebody else's name before it
    head: str  # the noun that the subject is: the budget of the budget for the fair
    value: str
    attribute: bool  # it has one value at a time
    changes: bool  # it is said outright that it has another value now
    pointing: bool  # whose it is was said before, in other words


def given(lower: str) -> Given | None:
    """What a statement in small letters gives a value to; None when it gives none."""
    found = _found(lower)
    if found is None:
        return None
    owner = _WHOSE.search(found["subject"])
    single = _SINGLE.search(lower[: found.end("value")]) is not None
    return Given(
        words=_subject_of(found, lower),
        whose=owner[1] if owner else "",
        head=_head(found["subject"]),
        value=_NOWADAYS.sub("", found["value"]),
        attribute=single or _ATTRIBUTE.search(_head_noun(found)) is not None,
        changes=_changes(found),
        pointing=_POINTING.match(found["subject"]) is not None,
    )


def has_subject(lower: str) -> bool:
    """Whether it gives a value to something that words tell of."""
    found = _found(lower)
    return found is not None and bool(terms(found["subject"]))


def _found(lower: str) -> re.Match[str] | None:
    if has_han(lower):
        return _SUBJECT_ZH.match(lower)
    other = _HAS_EN.match(lower)
    return (
        _SUBJECT_EN.match(f"the {other['noun']} of {other['owner']} is {other['value']}")
        if other
        else _SUBJECT_EN.match(lower)
    )


def _changes(found: re.Match[str]) -> bool:
    groups = found.groupdict()
    outright = any(groups.get(name) for name in ("change", "verb", "now")) or _newly(found)
    if outright or _PRESENT_ZH.search(groups.get("adverbs") or "") is not None:
        return True
    before = found.string[: found.start("value")].rstrip()
    meant = not before.endswith(" to") or before.endswith(("go to", "goes to"))  # not "off to see them now"
    return meant and _nowadays(groups["value"])


def _newly(found: re.Match[str]) -> bool:
    """My new trainer is: who was it before is it no longer."""
    return _NEW.match(found["subject"]) is not None and _ATTRIBUTE.search(_head_noun(found)) is not None


def _nowadays(value: str) -> bool:
    return not has_han(value) and _NOWADAYS.search(value) is not None and _SO_LONG.search(value) is None


def _subject_of(found: re.Match[str], lower: str) -> frozenset[str]:
    place = frozenset({"place"}) if _PLACED.search(lower) else frozenset[str]()
    return frozenset(terms(_NEW.sub("", found["subject"]) if _newly(found) else found["subject"])) | place


def _head(subject: str) -> str:
    if has_han(subject):
        return subject.strip().rsplit("的", 1)[-1]
    words = _OF.split(subject.strip(), maxsplit=1)[0].split()
    return words[-1] if words else ""


def _head_noun(found: re.Match[str]) -> str:
    """The noun that the subject is: the budget of the budget for the fair."""
    subject = found["subject"].strip()
    return subject if has_han(subject) else _OF.split(subject, maxsplit=1)[0]
