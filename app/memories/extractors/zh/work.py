"""Work and study: employer, occupation, place of work, school, major, degree; and the attributes named after 我的."""

import re

from app.memories.extractors.zh.clauses import Clause, hit
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.identity import is_place
from app.memories.extractors.zh.lexicon import either, table, words
from app.memories.extractors.zh.names import bare, full_name, looks_like_name
from app.memories.model import Act

_JOBS = words("professions", "endings")
_JOB = re.compile(f"{either(_JOBS)}$")
_NOT_JOBS = frozenset(words("professions", "not_jobs"))
_SCHOOL = (
    r"(?:大学|学院|中学|高中|初中|小学|学校|一中|二中|附中|附小|实验班|幼儿园|研究院|研究所|[A-Z]{2,6}|"
    r"[清北复交浙南武中华]大|北大|清华|港大|哈佛|斯坦福|麻省理工)"
)
_ATTRIBUTES = table("attributes")
_ATTRIBUTE = re.compile(rf"(?P<n>{either(_ATTRIBUTES)})(?:就)?(?:是|为|叫做?|在|:|：|\s)\s*(?P<v>[^,，]{{1,40}})$")

_AT = re.compile(
    r"(?P<not>不再?|没|没有)?(?:是)?在(?P<v>[^,，在]{1,20}?)(?:的[^,，]{1,10})?(?:工作|上班|任职|就职|供职|"
    r"做事|打工|当差|实习|教书|任教|执教|值守|创业|坐诊|驻场)"
)
_AT_AS = re.compile(
    r"(?:是)?在(?P<v>[^,，在]{1,18}?)(?:做|当|担任|任|从事|干|搞)(?:着|了|过)?(?:一名|一个|一位|名|个|"
    r"的是)?(?P<job>[^,，的]{2,16})"
)
_JOINED = re.compile(
    r"(?:(?:正式|已经|刚刚?){0,6}(?:入职|加入|跳槽到|跳槽去|跳到|跳去|转到|转去|就职于|任职于|供职于|服务于|"
    r"受雇于|应聘到|进入|调到|调去|调任|加盟|被[^,，]{1,8}录用到|去了|进了|换到了)(?:了|到|"
    r"在)?)\s*(?P<v>[^,，的]{2,20}?)(?:工作|上班|任职|实习)?(?:了|啦)?$"
)
_COMPANY = re.compile(
    r"(?:公司|科技|集团|银行|大学|医院|学校|中学|小学|研究院|研究所|事务所|工作室|局|厂|店|社|网络|数据|"
    r"传媒|证券|基金|保险|律所|设计院|出版社|报社|电视台|智能|软件|信息|技术|资本|咨询|物流|航空|能源|制药|"
    r"生物|电子|通信|汽车|地产|教育|游戏|互娱|股份|实业|中心|委|院|所)$"
)
_LEFT = re.compile(
    r"(?:从(?P<v>[^,，]{1,16}?)(?:离职|辞职|跳槽|退休|毕业)|(?:离开|辞去|辞掉|退出)了?(?P<w>[^,，]{1,16}?)|"
    r"(?:已经|刚|刚刚)?(?:离职|辞职|被裁员?|被优化|失业))(?:了|啦)"
)
_DOES = re.compile(
    r"(?:是)?(?:做|搞|干|从事|负责)(?:的是|的)?(?P<v>[^,，的]{2,16})(?:这一?行|行业|方面|领域|"
    r"相关)?(?:的(?:工作)?|工作)$"
)
_TRADE = re.compile(r"是(?P<v>(?:开|卖|教|跑|修|写|画|拍|送|唱|跳|种|养|当|带|管)[^,，的了过]{1,10})的$")
_IS = re.compile(
    r"(?P<not>不)?(?:就是|是|当|做|担任|现任|出任|升任|升职(?:成|为|到)?了?|晋升(?:为|成|到)?了?|升为|升|"
    r"转岗?做|转行做|改行做|转做|干)(?:了|上了|着)?(?:的是)?(?:一名|一个|一位|名|个|"
    r"位)?(?P<v>[^,，]{2,18})$"
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
_STUDIES_IN = re.compile(
    r"(?:是)?在(?P<v>[^,，的在]{2,8}?)(?:读|上|念|留学|攻读|交换|读着)(?:研究生|研|博士?|硕士?|本科|大学|"
    r"高中|初中|小学|书|语言学校|预科|学)?$"
)
_GRADE = re.compile(
    r"(?:是|在|上|读|念){0,6}(?P<v>(?:大[一二三四五]|高[一二三]|初[一二三]|研[一二三]|博[一二三四五]|"
    r"[一二三四五六]年级|小学[一二三四五六]年级|幼儿园[大中小]班|幼儿园|小学|初中|高中|大学))(?P<s>学生|"
    r"的)?(?:了)?$"
)
_CLOSES = ("name", "residence", "origin")


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person:
        return []
    found = [*_attribute(clause), *_at_work(clause), *_studies(clause)]
    named = re.match(r"是(?P<name>[\u4e00-\u9fff]{2,3})(?:教授|老师|医生|总|主任|博士)$", clause.body.plain)
    if not any(fact.slot == "occupation" for fact in found) and not (named and full_name(named["name"])):
        found += _occupation(clause)
    return [
        Fact(says=f"以前{fact.says}", importance=2) if clause.past and fact.slot and fact.act is Act.ASSERT else fact
        for fact in found
    ]


def _attribute(clause: Clause) -> list[Fact]:
    found = hit(_ATTRIBUTE, clause.body)
    form = bool(found and re.match(r"[:：]", clause.body.plain[found.match.end("n") :].lstrip())) if found else False
    if not found or found.match.start() != 0 or not (clause.explicit or form or not clause.first):
        return []
    slot, value = _ATTRIBUTES[found.plain("n")], clean(found["v"])
    if not value or re.search(r"什么|谁|哪|多少|怎么|几|[?？]|如何|\*{3}|REDACTED|\[", value) or _empty(value):
        return []
    if slot == "name" and (not looks_like_name(value := bare(value)) or not (clause.explicit or form)):
        return []
    if slot == "residence" and not form and not is_place(found.plain("v")):
        return []
    if (
        slot in ("employer", "occupation")
        and not form
        and (
            re.match(r"(?:很|太|不|比较|特别|有点|在|非常|还|被|要|都)", value)
            or len(value) > 18
            or (slot == "employer" and "叫" not in found.plain(0) and not _COMPANY.search(value))
        )
    ):  # a job title is shorter
        return (
            [
                Fact(
                    slot="workplace",
                    value=value[1:] if value[0] == "在" else value,
                    says=f"的公司在{value.lstrip('在')}",
                )
            ]
            if slot == "employer" and is_place(value.lstrip("在"))
            else []
        )
    if slot in ("age", "birthday", "native_language", "marital_status") and not form:
        return []
    if (slot == "phone" and not re.search(r"\d{5}|微信|邮件", value)) or (slot == "email" and "@" not in value):
        return []
    if slot == "hobby":
        return [Fact(slot=f"taste:{value}", value="like", says=f"的爱好是{value}")]
    names = (value,) if slot == "name" else ()
    verb = "名叫" if slot == "name" else f"的{found['n']}是"
    return [Fact(slot=slot, value=value, says=f"{verb}{value}", importance=4 if slot in _CLOSES else 3, entities=names)]


def _empty(value: str) -> bool:
    return bool(
        re.match(r"(?:秘密|保密|不告诉|这样|那样|真的|假的|对的|错的|好|很|太|不|非常|特别|比较|有点|被|我)", value)
    )


def _at_work(clause: Clause) -> list[Fact]:
    if re.search(r"出差|开会|加班(?!多)", clause.body.plain) or not (
        clause.explicit or not clause.first or "在" in clause.body.plain[:2]
    ):
        return []
    if left := hit(_LEFT, clause.body):
        place = clean(left["v"] or left["w"])
        if (
            not re.search(r"毕业|退休", left.plain(0))
            and (place or clause.explicit)
            and not (place and not _COMPANY.search(place) and left["w"])
        ):
            return [
                Fact(
                    slot="employer",
                    value=place or None,
                    says=f"已从{place}离职" if place else "已经离职",
                    act=Act.RETRACT,
                    topic=place or "公司",
                )
            ]
        return []
    if (found := hit(_AT_AS, clause.body)) and found.match.start() == 0 and _is_job(found.plain("job")):
        return [*_workplace(found["v"], found.plain("v")), _job(clean(found["job"]))]
    if (
        (found := hit(_AT, clause.body))
        and found.match.start() == 0
        and not re.search(r"^(?:家|这|那|哪|一起|外面|图书馆|咖啡|地铁|路上)", found.plain("v"))
    ):
        places = _workplace(found["v"], found.plain("v"))
        return [fact.negated(f"不在{found['v']}工作了") for fact in places] if found["not"] else places
    found = hit(_JOINED, clause.body)
    if found and not re.search(
        r"准备|打算|计划|想|要去|考虑|如果|可能|明年|下个?月",
        clause.text.plain[: clause.text.plain.find(found.plain(0))],
    ):
        value, sure = (
            clean(found["v"]),
            bool(re.match(r"(?:正式|已经|刚){0,6}(?:入职|跳槽|就职|任职|供职|服务于|受雇)", found.plain(0))),
        )
        if (
            (sure or _COMPANY.search(value))
            and not is_place(found.plain("v"))
            and not re.search(r"医院$|学校$|大学$|店$|所$|院$|局$", value if not sure else "")
        ):
            return [Fact(slot="employer", value=value, says=f"在{value}工作", importance=4, entities=(value,))]
    return []


def _workplace(written: str, plain: str) -> list[Fact]:
    value = clean(written)
    value = re.sub(r"^(?:一家|一个|某|家|一所)", "", value)
    value = re.sub(r"^(?:名?叫|名为)(.{2,12}?)的(?:公司|企业|单位|机构|店|工作室|团队)$", r"\1", value)
    if not value or value[0] in "这那哪":
        return []
    if is_place(plain) and not _COMPANY.search(plain):
        return [Fact(slot="workplace", value=value, says=f"在{value}工作")]
    place = re.match(r"(?P<place>[\u4e00-\u9fff]{2,4})的(?P<firm>.{2,})", value)
    firm = place["firm"] if place and is_place(place["place"]) else value
    return [Fact(slot="employer", value=firm, says=f"在{value}工作", importance=4, entities=(firm,))]


def _is_job(plain: str) -> bool:
    plain = clean(plain)
    return (
        bool(_JOB.search(plain))
        and plain not in _NOT_JOBS
        and not re.search(r"^(?:我|你|他|她|这|那|哪|谁|什么|不|很|最|个好|好|第|被|来|去|说)|的$|吗$", plain)
    )


def _job(value: str) -> Fact:
    return Fact(slot="occupation", value=value, says=f"的职业是{value}", importance=4)


def _occupation(clause: Clause) -> list[Fact]:
    does = hit(_DOES, clause.body) if clause.explicit or not clause.first else None
    if does and does.match.start() == 0:
        value = clean(does["v"])
        if not re.search(r"饭|菜|梦|事情?$|作业|什么|这个|那个|法$|蛋糕", value) and (
            _JOB.search(value) or "工作" in does.plain(0) or clause.body.plain.startswith("是")
        ):
            return [_job(value)]
    trade = hit(_TRADE, clause.body) if clause.explicit else None
    if trade and trade.match.start() == 0 and not re.search(r"玩笑|什么|哪|来|去", trade.plain("v")):
        return [_job(trade["v"])]
    found = hit(_IS, clause.body) if clause.explicit or not clause.first or clause.subject.who == "relation" else None
    if not found or found.match.start() != 0 or not _is_job(found.plain("v")):
        return []
    value = clean(re.sub(r"^(?:一名|一个|一位|名|个|位|全职的?|专职的?)", "", found["v"]))
    owner = re.match(r"(?P<firm>[^的]{2,16})的(?P<job>[^的]{2,12})$", value)
    if "的" in value and not owner:
        return []
    if found["not"]:
        return [_job(value).negated(f"不是{value}")]
    if not owner:
        return [_job(value)]
    return [
        *(
            _workplace(owner["firm"], owner["firm"])
            if _COMPANY.search(owner["firm"]) or is_place(owner["firm"])
            else []
        ),
        _job(owner["job"]),
    ]


def _studies(clause: Clause) -> list[Fact]:
    facts: list[Fact] = []
    if not clause.explicit and clause.first and not clause.body.plain.startswith(("毕业于", "就读于", "在")):
        return facts
    if (found := hit(_STUDIES, clause.body)) and found.match.start() == 0:
        school = clean(found["a"] or found["b"] or found["c"])
        if not re.search(r"^(?:在|一所|这|那|哪)|工作|上班", school):
            done = "毕业" in found.plain(0) + found.plain("tail")
            facts.append(Fact(slot="school", value=school, says=f"毕业于{school}" if done else f"就读于{school}"))
            if tail := _MAJOR_TAIL.match(found.plain("tail")):
                facts.append(Fact(slot="major", value=tail["v"], says=f"的专业是{tail['v']}"))
            elif tail := re.match(r"(?:的|读|学|念)(?P<v>[\u4e00-\u9fff]{2,8})$", found.plain("tail")):
                if tail["v"] not in ("毕业", "书", "研究生", "博士", "硕士", "本科", "大学"):
                    facts.append(Fact(slot="major", value=tail["v"], says=f"的专业是{tail['v']}"))
    if (found := hit(_MAJOR, clause.body)) and found.match.start() == 0 and not re.search(r"什么|哪", found["v"]):
        facts.append(Fact(slot="major", value=clean(found["v"]), says=f"的专业是{clean(found['v'])}"))
    if (
        not facts
        and (found := hit(_STUDIES_IN, clause.body))
        and found.match.start() == 0
        and is_place(found.plain("v"))
    ):
        facts.append(Fact(slot="study", value=found.plain(0), says=clean(found[0])))
    if (found := hit(_DEGREE, clause.body)) and found.match.start() == 0:
        facts.append(Fact(slot="degree", value=found["v"], says=f"的学历是{found['v']}"))
    if (
        (found := hit(_GRADE, clause.body))
        and found.match.start() == 0
        and (clause.explicit or clause.subject.who == "relation")
    ):
        facts.append(Fact(slot="grade", value=found["v"], says=f"在读{found['v']}"))
    return facts
