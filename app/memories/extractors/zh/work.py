"""Work and study: employer, occupation, place of work, school, major, degree; and the attributes named after 我的."""

import re

from app.memories.extractors.zh import attributes, study
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.jobs import NO_TRADE, duty, is_job, job, occupation, practised, workplace
from app.memories.extractors.zh.names import full_name
from app.memories.extractors.zh.places import COMPANY, is_place
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.model import Act

_AT = re.compile(
    r"(?P<not>不再?|没|没有)?(?:是)?在(?P<v>[^,，在]{1,20}?)(?:的[^,，]{1,10})?(?:工作|上班|任职|就职|供职|"
    r"做事|打工|当差|实习|干活|(?:干|混|做)(?=了$|$|着$|了?(?:快|有|"
    r"已经)?[\d一二两三四五六七八九十几]+[多几来]?年)|教书|教(?!育|务|研)[\u4e00-\u9fff]{1,6}$|任教|执教|值守|创业|坐诊|驻场)"
)
_AT_AS = re.compile(
    r"(?:是)?在(?P<v>[^,，在]{1,18}?)(?:上[夜白早中晚]班|值夜班|轮班)?(?:做|当|担任|任|从事|干|搞)(?:着|了|过)?(?:一名|一个|一位|名|个|"
    r"的是)?(?P<job>[^,，的]{2,16})"
)
_AT_SERVING = re.compile(
    r"(?:是)?在(?P<v>[^,，在]{1,20}?)(?:当|担任|任)(?:着|了|过)?(?:一名|一个|一位|名|个|的是)?(?P<job>[^,，的]{2,16})"
)
_AT_DOING = re.compile(  # 在设计院画图
    r"^(?:现在|目前|一直)*(?:是)?在(?P<v>[^,，在我]{2,18}?)(?P<job>(?:写|画|跑|管|带|修|卖|拍|剪|测|教(?!书|育))[^,，的了过着我他她这那]{1,6})$"
)
_NAMED_FIRM = re.compile(
    rf"(?!(?:一家|我们?的?)?(?:公司|单位|工厂|学校|机构|企业|医院|银行|店|家里?)$)^.*{COMPANY.pattern}"
)
_HERE_AS = re.compile(  # 现在武汉这边写前端
    r"^(?:人)?在?(?P<v>[\u4e00-\u9fff]{2,8}?)(?:这边|那边|这里|本地)(?:做|写|搞|干|当|跑)(?P<job>[^,，的了着过]{2,8}?)(?:的)?$"
)
_PROPER = re.compile(
    r"^[A-Za-z][A-Za-z0-9]*[站家]?$|^(?:字节|美团|滴滴|阿里|腾讯|百度|京东|快手|小米|网易|华为|拼多多|携程)"
)
_NO_MORE_AT = re.compile(r"(?:已经|早就)?不在(?P<v>[^,，在]{2,16}?)了$")
_FIRM = re.compile(
    r"^(?:现在|目前)?(?:上班|工作|就职|任职|所在|入职|待)的(?:那家|这家|那个)?(?:公司|单位|医院|学校|厂|"
    r"店)(?:名字)?(?:叫做?|是|名叫)(?P<v>[^,，]{2,24})$"
    r"|^(?:现在的?|目前的?|新)?(?:公司|单位|东家|雇主)(?:是|叫)(?P<w>(?![做一家个国外私创在搞卖很不])[^,，的]{3,16})$"
)
_HIRED = re.compile(
    r"^(?:一直|现在|目前|就|在){0,3}(?:给|为|替)(?P<v>(?![你他她它人自别老父爸妈家])[^,，]{2,16}?)(?:打工|效力|卖命)(?:的)?(?:了)?$"
    r"|^是(?P<w>(?![一个新老])[^,，的]{2,16}?)的(?:正式|一名)?(?:员工|职员|雇员)$"
)
_KIN = frozenset({"父母", "家里", "资本", "老板", "别人", "自己", "资本家"})
_JOINED = re.compile(
    r"(?:(?:正式|已经|刚刚?){0,6}(?:入职|加入|跳槽到|跳槽去|跳到|跳去|转到|转去|就职于|任职于|供职于|服务于|"
    r"受雇于|应聘到|进入|调到|调去|调任|加盟|被[^,，]{1,8}录用到|去了|进了|换到了)(?:了|到|"
    r"在)?)\s*(?P<v>[^,，的]{2,20}?)(?:工作|上班|任职|实习)?(?:了|啦)?$"
)
_POSTED = re.compile(  # 调去宁波了: where the work is now
    r"(?:被)?(?:公司|单位)?(?:外派|派|调|调动|调任|借调|轮岗|转岗)(?:去|到|回)了?(?P<v>[^,，的了趟]{2,6}?)(?:那边|分公司|工作|上班|总部)?(?:了|啦|去了)$"
)
_NOT_SO = re.compile(r"要是|如果|万一|假如|想|打算|准备|差点|险些|没|别|不(?!再|用)|可能|会|快要|早晚|迟早|劝|[要等]$")
_LEFT = re.compile(
    r"(?:从(?P<v>[^,，]{1,16}?)(?:离职|辞职|跳槽|退休|毕业)|(?:离开|辞去|辞掉|退出)了?(?P<w>[^,，]{1,16}?)|"
    r"(?:已经|刚|刚刚)?(?:离职|辞职|被裁员?|被优化|失业))(?:了|啦)"
)


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person:
        return []
    found = [*attributes.read(clause), *_at_work(clause), *study.read(clause)]
    named = re.match(r"是(?P<name>[\u4e00-\u9fff]{2,3})(?:教授|老师|医生|总|主任|博士)$", clause.body.plain)
    if not any(fact.slot == "occupation" for fact in found) and not (named and full_name(named["name"])):
        found += occupation(clause) or duty(clause)
    return [
        Fact(says=f"以前{fact.says}", importance=2) if clause.past and fact.slot and fact.act is Act.ASSERT else fact
        for fact in found
    ]


_WITHIN = re.compile(r"(?<=..)(?<!阿)(?<!百)[上里]$")  # 在工厂里, but not 在阿里


def _bare_job(words_: str) -> str:
    return clean(re.sub(r"^(?:了|过)?[\d一二两三四五六七八九十几]+[多来几]?年(?:多)?(?:的)?", "", words_))


@behind(_NO_MORE_AT, _LEFT, _POSTED, _HIRED, _FIRM, _AT_SERVING, _AT_AS, _AT_DOING, _HERE_AS, _AT, _JOINED)
def _at_work(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if re.search(r"出差|开会|加班(?!多)", clause.body.plain) or not (
        clause.explicit or not clause.first or "在" in clause.body.plain[:2]
    ):
        return []
    if (gone := begins(_NO_MORE_AT, clause.body)) and COMPANY.search(clean(gone["v"])):
        return [fact.negated(f"不在{gone['v']}工作了") for fact in workplace(gone["v"], gone.plain("v"))]
    if (left := hit(_LEFT, clause.body)) and not _NOT_SO.search(clause.text.plain.partition(left.plain(0))[0]):
        place = clean(left["v"] or left["w"])
        if (
            not re.search(r"毕业|退休", left.plain(0))
            and (place or clause.explicit)
            and not (place and not COMPANY.search(place) and left["w"])
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
    if (
        (posted := begins(_POSTED, clause.body))
        and is_place(posted.plain("v"))
        and not COMPANY.search(posted.plain("v"))
    ):
        return workplace(posted["v"], posted.plain("v"))
    if (hired := begins(_HIRED, clause.body)) and hired.plain("v") not in _KIN:
        firm = clean(hired["v"] or hired["w"])
        return [Fact(slot="employer", value=firm, says=f"在{firm}工作", importance=4, entities=(firm,))]
    if (found := begins(_FIRM, clause.body)) and not re.search(
        r"什么|哪|个|很|最", found.plain("v") or found.plain("w")
    ):
        firm = clean(found["v"] or found["w"])
        return [Fact(slot="employer", value=firm, says=f"在{firm}工作", importance=4, entities=(firm,))]
    if (
        (found := begins(_AT_SERVING, clause.body))
        and is_job(found.plain("job"))
        and re.search(r"做|搞", found.plain("v"))
    ):
        return [*workplace(found["v"], found.plain("v")), job(_bare_job(found["job"]))]
    if (found := begins(_AT_AS, clause.body)) and is_job(found.plain("job")) and _bare_job(found["job"]):
        return [*workplace(found["v"], found.plain("v")), job(_bare_job(found["job"]))]
    if (doing := begins(_AT_DOING, clause.body)) and _NAMED_FIRM.search(clean(doing["v"])):
        says = clean(clause.body.raw)
        known = [
            fact
            for fact in workplace(doing["v"], doing.plain("v"))
            if not NO_TRADE.search(doing.plain("job").removesuffix("图"))
        ]
        return [*known, Fact(slot="occupation", value=doing["job"], says=says, importance=4)] if known else []
    if here := begins(_HERE_AS, clause.body):
        place, trade = clean(here["v"]), here.plain("job")
        if is_place(here.plain("v")) and (practised(trade) or is_job(trade)):
            return [*workplace(place, here.plain("v")), job(clean(here["job"]))]
    if (
        (found := begins(_AT_AS, clause.body))
        and (COMPANY.search(clean(found["v"])) or _PROPER.search(found.plain("v")))
        and practised(found.plain("job"))
        and found.end == len(clause.body.plain)
        and _bare_job(found["job"])
    ):
        return [*workplace(found["v"], found.plain("v")), job(_bare_job(found["job"]))]
    if (found := begins(_AT, clause.body)) and not re.search(
        r"^(?:家|这|那|哪|一起|外面|图书馆|咖啡|地铁|路上)|思考|考虑|备[考战]|换|找|努力|认真|忙|准备|想|辛苦|加班|"
        r"^(?:一家)?(?:公司|单位|工厂|学校|机构|企业)$",
        found.plain("v"),
    ):
        places = workplace(_WITHIN.sub("", found["v"]), _WITHIN.sub("", found.plain("v")))
        return [fact.negated(f"不在{found['v']}工作了") for fact in places] if found["not"] else places
    found = hit(_JOINED, clause.body)
    if found and not re.search(
        r"准备|打算|计划|想|要去|考虑|如果|可能|明年|下个?月",
        clause.text.plain[: clause.text.plain.find(found.plain(0))],
    ):
        value, sure = (
            clean(found["v"]),
            bool(
                re.match(
                    r"(?:正式|已经|刚){0,6}(?:入职|跳槽|跳[到去](?!第|[上下]一|[水河地床楼坑])|就职|任职|供职|服务于|受雇|换到)",
                    found.plain(0),
                )
            )
            or (not clause.first and "换到" in found.plain(0)),
        )
        if (
            (sure or COMPANY.search(value))
            and not is_place(found.plain("v"))
            and not re.search(r"医院$|学校$|大学$|店$|所$|院$|局$", value if not sure else "")
        ):
            return [
                Fact(slot="employer", value=value, says=f"在{value}工作", importance=4, entities=(value,), newer=True)
            ]
    return []
