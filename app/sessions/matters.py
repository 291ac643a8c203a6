"""When a later statement takes the place of an earlier one: it speaks of the same matter and gives another value."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from app.sessions import lexicon
from app.text.language import has_han
from app.text.terms import normalise, terms

Slots = Callable[[str], frozenset[str]]
"""Names of the matters that a sentence of the user gives a value to, where a grammar knows them (`residence`)."""

_SAME: Final = 0.7  # share of the words of both subjects that they have in common
_MOST: Final = 0.75  # share of its words by which a statement without a subject is recognised
_HALF: Final = 0.5
_LONGEST: Final = 300

_SPLIT: Final = re.compile(
    r"(?<=[，；;])|(?<=, )|(?<= )(?=(?:and|but|while|whereas) (?:the|our|my|his|her|their|its|i|we|he|she|they|it) )"
)
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
_OLD_EN: Final = re.compile(
    r"(?P<former>[a-z][^,.;!?]{1,40}?) (?:is|are|was|were) (?:(?:no longer|not) (?:needed|required|used|necessary|"
    r"wanted|planned|possible|an option)|off the table|called off|cancell?ed|dropped|out of the question)"
    r"|(?:instead of|rather than|no longer|not) (?P<old>[a-z0-9][^,.;!?]{1,40})"
)
_OLD_ZH: Final = re.compile(
    r"(?:不是|不再用|不再|不用|代替|取代|取消|放弃)(?P<old>[^，,。；;！!？?而是]{1,20})"
    r"|(?P<former>[^，,。；;]{1,20}?)(?:不[^，。；不]{1,3}了(?=[，,。；!！]|$)|作废|取消了)"
)
_WHOSE: Final = re.compile(r"([\w-]+)['’]s ")
_OF: Final = re.compile(r" (?:of|for|in|at|on|with|to|from|by) ")
_DONE: Final = re.compile(
    r"^(?P<en>[^,.;!?]{3,40}?) (?:(?:is|are|was|were|has been|have been|already|now) )+"
    r"(?:done|finished|sent|signed|ready|complete|completed|paid|booked|ordered|delivered|submitted|in place)(?![a-z])"
    r"|^(?P<zh>[^，,。；;！!？?]{2,12}?)(?:都|也)?已经?[^，,。；;！!？?]{1,4}了"
)
_PRONOUN: Final = re.compile(r"^(?:and |but )?(?:it|they)(?= )")
_NOUN: Final = re.compile(
    r"^(?:and |but )?((?:the|my|our|his|her|their|this) [a-z' -]{2,30}?) (?:is|are|was|were|has|have|got|had)\b"
)
_FIGURE: Final = re.compile(
    r"\d|[零一二两三四五六七八九十百千万]{2}|[周星期礼拜][一二三四五六日天]|[一二三四五六七八九十]+[月日号点万千百个人]"
    r"|(?<![a-z])(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|"
    r"october|november|december"
)
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
class Matter:
    """What one statement speaks of. `subject` and `words` are search terms, `slots` known names."""

    normal: str
    words: frozenset[str]
    subject: frozenset[str] = frozenset()
    whose: str = ""  # somebody else's name before it
    head: str = ""  # the noun that the subject is: the budget of the budget for the fair
    value: str = ""
    old: frozenset[str] = frozenset()  # words of the value that it says is over
    slots: frozenset[str] = field(default=frozenset())
    attribute: bool = False  # its subject has one value at a time
    change: bool = False  # some word of change is in it
    resets: bool = False  # it says outright that its subject has another value now
    forget: bool = False
    supposed: bool = False  # not so yet, or not for sure
    task: bool = False  # something to be done
    done: frozenset[str] = frozenset()  # words of what is done with


@dataclass(frozen=True, slots=True)
class Statement:
    """A part of a sentence that speaks of one matter."""

    text: str
    matter: Matter


def statements(sentence: str, slots: Slots | None = None) -> list[Statement]:
    """The statements of a sentence; joined they are the sentence. A clause without a subject goes with that before."""
    parts: list[str] = []
    for clause in _SPLIT.split(sentence[:_LONGEST]):
        if parts and not _subject(_named(clause, parts).strip().lower()):
            parts[-1] += clause
        elif clause:
            parts.append(clause)
    if len(sentence) > _LONGEST and parts:
        parts[-1] += sentence[_LONGEST:]
    parts = [part for part in parts if part]
    known = slots(sentence[:_LONGEST]) if slots else frozenset()
    if len(parts) == 1 or not known:
        own = [known if len(parts) == 1 else frozenset[str]() for _ in parts]
    else:
        assert slots is not None
        own = [slots(part.rstrip("，,；; ")) for part in parts]
    supposed = (
        lexicon.SUPPOSED.search(sentence[:_LONGEST].lower()) is not None
    )  # what is said of one clause goes for all
    read_as = [read(_named(part, parts), names) for part, names in zip(parts, own, strict=True)]
    return [
        Statement(part, replace(one, supposed=supposed) if supposed else one)
        for part, one in zip(parts, read_as, strict=True)
    ]


def _named(part: str, parts: list[str]) -> str:
    """The part with what its pronoun stands for: the flight got delayed, it lands at ten."""
    noun = _NOUN.match(parts[0].lower())
    return _PRONOUN.sub(noun[1], part.lower(), count=1) if noun and part is not parts[0] else part


def read(text: str, slots: frozenset[str] = frozenset()) -> Matter:
    """The matter of one statement."""
    plain = text[:_LONGEST]
    lower = plain.lower().strip()
    found = _found(lower)
    old = _OLD_EN.search(lower) or _OLD_ZH.search(lower)
    over = next((part for part in old.groups() if part), "") if old else ""
    done = _DONE.search(lower)
    changes = found is not None and _changes(found)
    single = found is not None and _SINGLE.search(lower[: found.end("value")]) is not None
    return Matter(
        normal=normalise(plain),
        words=frozenset(terms(plain)),
        subject=_subject_of(found, lower) if found else frozenset(),
        whose=owner[1] if found and (owner := _WHOSE.search(found["subject"])) else "",
        head=_head(found["subject"]) if found else "",
        value=_NOWADAYS.sub("", found["value"]) if found else "",
        old=frozenset(terms(over)),
        slots=slots,
        attribute=single or (found is not None and _ATTRIBUTE.search(_head_noun(found)) is not None),
        change=changes or lexicon.CHANGE.search(lower) is not None,
        resets=changes,
        forget=lexicon.FORGET.search(lower) is not None,
        supposed=lexicon.SUPPOSED.search(lower) is not None,
        task=lexicon.TODO.search(lower) is not None or lexicon.TASK.search(lower) is not None,
        done=frozenset(terms(done["en"] or done["zh"])) if done else frozenset(),
    )


def replaces(later: Matter, earlier: Matter) -> bool:
    """Whether the later statement leaves nothing of the earlier one."""
    if later.forget:
        return _share(later.words & earlier.words, earlier.subject or earlier.words) >= _HALF
    return (earlier.supposed or not later.supposed) and _settles(later, earlier)


def _settles(later: Matter, earlier: Matter) -> bool:
    if later.slots & earlier.slots or earlier.normal in later.normal:
        return True
    if later.done and earlier.task and later.done <= earlier.words:
        return True
    if later.slots and earlier.slots:  # a grammar knows both, and they are not the same
        return False
    if later.subject and earlier.subject and _another_value(later, earlier):
        return True
    return (later.change or bool(later.old)) and _ends(later, earlier)


def _another_value(later: Matter, earlier: Matter) -> bool:
    common = later.subject & earlier.subject
    same = len(common) >= _SAME * len(later.subject | earlier.subject)
    nested = bool(common) and common in (later.subject, earlier.subject)
    if later.change:
        return same or (nested and _heads_alike(later, earlier) and _figures_alike(later, earlier))
    return same and (later.attribute or earlier.attribute or (_figures_alike(later, earlier) and figure(later)))


def _head(subject: str) -> str:
    if has_han(subject):
        return subject.strip().rsplit("的", 1)[-1]
    words = _OF.split(subject.strip(), maxsplit=1)[0].split()
    return words[-1] if words else ""


def _heads_alike(later: Matter, earlier: Matter) -> bool:
    """年会日期 and 日期, the project deadline and the deadline."""
    return bool(later.head) and (later.head.endswith(earlier.head) or earlier.head.endswith(later.head))


def figure(matter: Matter) -> bool:
    """Whether its value is a number, a day or a time."""
    return _FIGURE.search(matter.value) is not None


def _figures_alike(later: Matter, earlier: Matter) -> bool:
    return figure(later) == figure(earlier)


def _ends(later: Matter, earlier: Matter) -> bool:
    """It names the value that is over, or the greater part of what the earlier statement says."""
    if later.old and later.old <= earlier.words:
        return True
    about = earlier.subject or earlier.words
    return len(about) > 1 and not later.subject and _share(about & later.words, about) >= _MOST


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


def _head_noun(found: re.Match[str]) -> str:
    """The noun that the subject is: the budget of the budget for the fair."""
    subject = found["subject"].strip()
    return subject if has_han(subject) else _OF.split(subject, maxsplit=1)[0]


def _subject(clause: str) -> bool:
    found = _found(clause)
    return found is not None and bool(terms(found["subject"]))


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part) / len(whole) if whole else 0.0
