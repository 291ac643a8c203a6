"""Schools, majors, degrees and grades."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.places import is_place
from app.memories.extractors.zh.subjects import begins, hit

_SCHOOL = (
    r"(?:大学|学院|中学|高中|初中|小学|学校|一中|二中|附中|附小|实验班|幼儿园|研究院|研究所|[A-Z]{2,6}|"
    r"[清北复交浙南武中华]大|北大|清华|港大|哈佛|斯坦福|麻省理工)"
)
_STUDIES = re.compile(
    rf"(?:本科|硕士|博士|研究生|大学|高中|初中|研|中学)?(?:阶段)?(?:是)?(?:(?:毕业于|就读于|考上了?|"
    rf"考入|保送到?|录取到)(?P<a>[^,，的]{{2,16}}?{_SCHOOL})|"
    rf"在?(?P<b>[^,，的在]{{2,16}}?{_SCHOOL})(?:的)?(?:毕业|就读|上学|读书|念书|读|上|念|学)|"
    rf"在(?P<c>[^,，的在]{{2,16}}?{_SCHOOL})(?:本科|读|学|念|上))(?P<tail>[^,，]{{0,20}})"
)
_MAJOR = re.compile(
    r"(?:的)?(?:大学|本科|研究生|硕士|博士)?(?:主修|学的是|学的专业是|专业是|读的是|念的是|攻读|研究方向是|"
    r"(?:是)?学(?=[^,，]{2,12}的$))(?P<v>[^,，]{2,16}?)(?:专业)?(?:的)?$"
)
_MAJOR_TAIL = re.compile(r"(?:学的?是?|读的?是?|念|的)?(?P<v>[\u4e00-\u9fff]{2,10})(?:专业|系)(?:毕业)?")
_DEGREE = re.compile(
    r"(?:学历)?(?:是)?(?P<v>专科|大专|本科|硕士|博士|研究生|MBA|博士后|高中|中专)(?:学历|毕业|在读|学位)(?:的)?$"
)
_GRADE_AT = re.compile(
    r"^在(?P<at>[^,，的在]{2,8}?)(?:读|上|念)(?P<v>大[一二三四五]|高[一二三]|初[一二三]|研[一二三]|博[一二三四五]|"
    r"[一二三四五六]年级|小学|初中|高中|中专|幼儿园)(?:了)?$"
)
_AT_COLLEGE = re.compile(r"^(?P<v>(?:大学|本科|研究生|硕士|博士|高中)是?在(?P<at>[^,，的在]{2,10}?)(?:念|读|上))的?$")
_LEARNT = re.compile(r"^学(?:的是)?(?P<v>(?![会习到着校生员费历期过完不了得好])[^,，了]{2,8}?)(?:专业)?(?:的)?$")
_READS_FOR = re.compile(
    r"^(?:正在?|还在?|在|目前在?){0,2}(?:攻读|读|念|上)(?:着)?(?P<v>(?:在职|全日制|非全)?(?:研究生|硕士|博士|MBA|"
    r"EMBA|本科|大专|夜校|专升本|预科|语言班|成人[^,，]{1,4}))$"
)
_REACHED = re.compile(
    r"^(?:只|就|才|也|是){0,2}(?:上到|读到|念到|上过|读过|念过|读完)(?:了)?(?P<v>小学|初中|高中|中专|职高|大专|专科|"
    r"本科|大学|硕士|研究生|博士)(?:毕业|就没读了|而已)?(?:了)?$"
)
_STUDIES_IN = re.compile(
    r"(?:是)?在(?P<v>[^,，的在]{2,8}?)(?:读|上|念|留学|攻读|交换|读着)(?:研究生|研|博士?|硕士?|本科|大学|"
    r"高中|初中|小学|书|语言学校|预科|学)?$"
)
_GRADE = re.compile(
    r"(?:就要|快要|马上|即将|要|已经|是|在|上|读|念){0,6}(?P<v>(?:大[一二三四五]|高[一二三]|初[一二三]|研[一二三]|博[一二三四五]|"
    r"[一二三四五六]年级|小学[一二三四五六]年级|(?:幼儿园)?[大中小]班|托班|幼儿园|小学|初中|高中|大学))(?P<s>学生|"
    r"的)?(?:了)?$"
)


_LEFT_SCHOOL = re.compile(r"^(?:已经|早就|早|后来|刚|都|也|去年|前年){0,3}(?P<v>退学|肄业|休学|辍学)(?:了)?$")


_CERTIFIED = re.compile(
    r"^(?:已经|刚|终于|去年|今年|上个?月|也|还){0,3}(?:拿到|考取|考到|考出|考过|考下|通过|取得|拿下|考了)了?(?P<v>[^,，了]{2,14}?(?:证书?|资格|执照|驾照|职称|"
    r"[Nn][1-5]|[四六八]级|法考|司考|CPA|CFA|PMP|软考))(?:了|啦)?$"
)


@behind(
    _LEFT_SCHOOL,
    _CERTIFIED,
    _STUDIES,
    _MAJOR,
    _STUDIES_IN,
    _DEGREE,
    _AT_COLLEGE,
    _LEARNT,
    _GRADE_AT,
    _REACHED,
    _READS_FOR,
    _GRADE,
)
def read(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    facts: list[Fact] = []
    if not clause.explicit and clause.first and not clause.body.plain.startswith(("毕业于", "就读于", "在")):
        return facts
    if left := begins(_LEFT_SCHOOL, clause.body):
        return [Fact(slot="study", value=left["v"], says=f"已经{left['v']}")]
    if done := begins(_CERTIFIED, clause.body):
        name = clean(done["v"])
        return [Fact(slot=f"certificate:{head(name)}", value="yes", says=f"取得了{name}")]
    facts += _school(clause)
    if (found := begins(_MAJOR, clause.body)) and not re.search(r"什么|哪", found["v"]):
        facts.append(Fact(slot="major", value=clean(found["v"]), says=f"的专业是{clean(found['v'])}"))
    if not facts and (found := begins(_STUDIES_IN, clause.body)) and is_place(found.plain("v")):
        facts.append(Fact(slot="study", value=found.plain(0), says=clean(found[0])))
    if found := begins(_DEGREE, clause.body):
        facts.append(Fact(slot="degree", value=found["v"], says=f"的学历是{found['v']}"))
    if (
        (found := begins(_AT_COLLEGE, clause.body))
        and clause.explicit
        and is_place(found.plain("at"))
        and not re.search(rf"{_SCHOOL}$", found.plain("at"))
    ):
        return [Fact(slot="study", value=found.plain("v"), says=f"的{found['v']}的")]
    if not clause.explicit and not clause.first and (found := begins(_LEARNT, clause.body)):
        return [Fact(slot="major", value=clean(found["v"]), says=f"的专业是{clean(found['v'])}")]
    if found := begins(_GRADE_AT, clause.body):
        return [Fact(slot="grade", value=found["v"], says=f"在{found['at']}读{found['v']}")]
    if not facts and (found := begins(_REACHED, clause.body)):
        facts.append(Fact(slot="degree", value=found["v"], says=f"的学历是{found['v']}"))
    if not facts and (found := begins(_READS_FOR, clause.body)) and clause.explicit:
        facts.append(Fact(slot="study", value=found["v"], says=f"在读{found['v']}"))
    if (found := begins(_GRADE, clause.body)) and (clause.explicit or clause.subject.who == "relation"):
        facts.append(Fact(slot="grade", value=found["v"], says=f"在读{found['v']}"))
    return facts


def _school(clause: Clause) -> list[Fact]:
    found = hit(_STUDIES, clause.body)
    school = clean(found["a"] or found["b"] or found["c"]) if found and found.match.start() == 0 else ""
    if not found or not school or re.search(r"^(?:在|一所|这|那|哪)|工作|上班", school):
        return []
    tail = found.plain("tail")
    done = "毕业" in found.plain(0) + tail
    facts = [Fact(slot="school", value=school, says=f"毕业于{school}" if done else f"就读于{school}")]
    major = _MAJOR_TAIL.match(tail) or re.match(r"(?:的|读|学|念)(?P<v>[\u4e00-\u9fff]{2,8})$", tail)
    if major and major["v"] not in ("毕业", "书", "研究生", "博士", "硕士", "本科", "大学"):
        facts.append(Fact(slot="major", value=major["v"], says=f"的专业是{major['v']}"))
    return facts
