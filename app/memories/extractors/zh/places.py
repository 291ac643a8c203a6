"""Where someone lives and where they come from; trips and plans are neither."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.lexicon import simplify, words
from app.memories.extractors.zh.subjects import hit
from app.memories.model import Act

_PLACES = frozenset(words("places", "known"))
_COUNTRIES = frozenset(words("places", "countries"))
_NOT_HOMES = frozenset(words("places", "not_homes"))
_ENDINGS = words("places", "endings")
COMPANY = re.compile(
    r"(?:公司|科技|集团|银行|大学|医院|学校|中学|小学|研究院|研究所|事务所|工作室|局|厂|店|社|网络|数据|"
    r"传媒|外企|国企|央企|私企|民企|大厂|证券|基金|保险|律所|设计院|出版社|报社|电视台|智能|软件|信息|技术|资本|咨询|物流|航空|能源|制药|"
    r"生物|电子|通信|汽车|地产|教育|游戏|互娱|股份|实业|中心|委|院|所)$"
)
_LIVES = re.compile(
    r"(?P<not>不|没|没有|不再)?(?:是)?(?P<verb>住在|(?:常|长|租|暂?居|蜗|旅|客|定|现)?居住?在|常住在?|长住在?|"
    r"常驻在?|驻扎在|"
    r"定居(?:在|于)?|现居(?:地是)?|居住于|坐标(?:是|在)?|安家(?:在|于)?|落户(?:在|于)?|扎根(?:在|于)?|生活在|租住在|"
    r"住的(?:地方)?(?:是|在)|(?:合|寄|借|同|群)[租住]在|租房(?:子)?(?:住)?在|家住在?|家(?:现在|目前|就)?在|蜗居|旅居|客居|人(?:现在|目前|一直)?在|base\s*(?:在|于|"
    r"是|:)?|住)"
    r"\s*[:：]?\s*(?P<v>[^,，]{1,24})$",
    re.IGNORECASE,
)
_CAME = re.compile(  # 来杭州六年了
    r"^(?:来|到|漂在|扎根|待在|在)(?P<v>[^,，的在来了]{2,6}?)(?:这边|这儿|打工|打拼|发展|生活|定居|安家)?(?:已经|也|都|快|有|整整)*(?P<n>[一二两三四五六七八九十好几半\d]{1,3}(?:多)?年(?:多|半)?)了$"
)
_LIVES_IN = re.compile(
    r"(?P<not>不|没)?(?:人)?在(?P<v>[^,，的在]{1,14}?)(?:生活|居住|定居|常住|长住|租房|租了|租着|过日子|买了?房|买了?套|"
    r"安了?家|"
    r"落户|扎根|(?:已经)?(?:漂|待|呆|住)了?(?=快|有|了|[\d一二两三四五六七八九十好几]+个?[年月]))"
)
_HOUSE_AT = re.compile(r"(?:就)?(?:住)?在(?P<v>[^,，的在]{2,12})$")
_LEFT_PLACE = re.compile(r"(?:搬离|搬出|离开)了?(?P<v>[^,，的]{2,10})了$|(?:搬离|离开)了(?P<w>[^,，的]{2,10})$")
_MOVED = re.compile(
    r"(?:全家|一家人?|举家|刚|又){0,3}(?:搬家?|迁居?|移居|移民|调|回流|搬迁)(?:到|去|来|回|"
    r"至)了?(?P<v>[^,，的]{1,14}?)(?:住|生活|工作|上班|居住|定居|发展)?(?:了|啦|来了|去了|这边)?$"
)
_MOVED_THERE = re.compile(r"搬(?P<v>[^,，的到去来家走回出进过完]{2,6})(?:去|来)(?:了|啦)$")
_PLANNED = re.compile(
    r"(?:准备|打算|计划|考虑|想|要|将|可能|想要|希望|快要|下个?月|明年|下周|下半年|(?<!去年)(?<!去年的)年底|"
    r"等|后年|过几天|以后|或许|应该|如果|差点|本来要|不想)"
)
_PASSING = re.compile(r"出差|旅游|旅行|度假|临时|暂时|暂住|这几天|今晚|这周|今天|这两天|几天|一晚|晚上")
_MOVED_HOUSE = re.compile(r"(?<!要)(?<!想)搬(?:家|到|去|来|回|进)[^,，]{0,10}了")  # 前几天 tells when, not for how long
_SETTLED = re.compile(
    r"(?:人)?(?:已经|现在)?(?:到|在)(?P<v>[^,，的到在]{2,8}?)(?:安顿|落脚|定下来|安了家|扎下根)(?:下来)?(?:了|啦)?$"
    r"|(?:把)?(?:我?们?的?)?(?:家|房子)(?:从[^,，]{1,8})?(?:搬|换|迁|安|挪)(?:到|去|在)了?(?P<w>[^,，的]{2,8}?)(?:了|啦)?$"
)
_FROM = re.compile(
    r"(?:老家|家乡|故乡|祖籍|籍贯)(?:就)?(?:是|在)?(?P<a>[^,，的是在]{1,12})(?:的|人)?$|"
    r"(?:是)?来自(?P<b>[^,，的]{1,14}?)(?:的)?$|(?:是)?(?:出生|生)(?:在|于)(?P<c>[^,，的\d]{1,14})$|"
    r"(?:是)?(?:土生土长|地道|地地道道|正宗|标准)的?(?P<d>[\u4e00-\u9fff]{1,8})人$|是(?:个|"
    r"一个)?(?P<e>[\u4e00-\u9fffA-Za-z]{1,8})人(?:氏)?$|(?:是)?(?:从小)?在(?P<f>[^,，的]{1,12}?)(?:长大|"
    r"出生|土生土长)(?:的)?$"
)
_BARE_ORIGIN = re.compile(r"(?:祖籍)?(?P<v>[\u4e00-\u9fff]{2,5})人$")
_NOT_ORIGINS = re.compile(
    r"(?:好|坏|老|年轻|成年|未成年|普通|平凡|聪明|什么|当事|负责|病|男|女|穷|富|有钱|明白|内向|外向|"
    r"主持|经纪|合伙|创始|发言|代理|联系|候选|监护|自己|一家|同路|过来|机器|外地|本地|外国|北方|南方|"
    r"同龄|成|盲|聋|证|介绍|继承|法|打工|手艺|生意|商|军|猎|匠|诗|文|媒体|投资|音乐|"
    r"电影|广告|互联网|产品|技术|IT|中年|正常|现代|那种|这种|很|太|不|没|个|种)(?:的)?$"
)


def read(clause: Clause) -> list[Fact]:
    return [*_home(clause), *_origin(clause)]


_KNOWN = re.compile("|".join(sorted(map(re.escape, _PLACES | _COUNTRIES), key=len, reverse=True)))
_BARE = re.compile(  # 住 without 在: what it is followed by when it does not name a place
    r"[得了过不着校院一几多满下进在哪这那他她你朋同爸妈父公学新老大小自家医]|酒店|酒吧|宾馆|民宿|民房|民居|旅馆|旅店|旅社|宿舍|"
    r"[二三四五六七八九十\d]+(?:楼|层|年|天|晚|个|人|室|号)|.{7}"
)
_ELSEWHERE = re.compile(  # 人在…: where one is for the moment
    r"机场|车站|高铁|火车|飞机|路上|外地|外面|国外$|办公室|公司|单位|医院|酒店|家$|家里|学校|会上|开会|车上|外边|"
    r"现场|江湖|囧途"
)


def is_place(plain: str) -> bool:
    """Whether `plain` is or begins with a known place, or ends like one."""
    return bool(plain) and (plain[-1] in _ENDINGS or _KNOWN.match(plain) is not None)


def _home_like(plain: str) -> bool:
    if (
        not plain
        or plain in _NOT_HOMES
        or plain[0] in "一这那哪谁几多得你他她它我不很太最自攒凑存贷借等想看"
        or any(plain.startswith(n) for n in _NOT_HOMES if len(n) > 1)
    ):
        return False
    return not re.search(
        r"酒店|宾馆|民宿|医院|宿舍|朋友|同学|什么|哪|还是|出差|旅|集团|公司$|晚$|天$|^的|[吗呢吧]$|上班|[早中晚夜白]班|岗位|[组岗科]$|车间|(?<![东南西北中])部$|一起|"
        r"父母|爸|妈|前列|前面|后面|心里|心上|[得很太]|[夏冬]天|要命|死了",
        plain,
    )


_RENTED = re.compile(r"我们?(?:现在|目前)?(?:租|住)的(?:房子?|地方|公寓|小区)")

_NEW_HOME = re.compile(r"(?:我们?的?)?新家(?:就)?(?:安)?在(?P<v>[^,，的在]{2,10})(?:了)?$")


@behind(_LEFT_PLACE, _NEW_HOME, _HOUSE_AT, _SETTLED, _CAME, _MOVED_THERE, _LIVES, _LIVES_IN, _MOVED)
def _home(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if _PASSING.search(clause.text.plain) and not _MOVED_HOUSE.search(clause.text.plain):
        return []
    if (left := hit(_LEFT_PLACE, clause.body)) and is_place(left.plain("v") or left.plain("w")):
        place = left["v"] or left["w"]
        return [Fact(slot="residence", value=place, says=f"已搬离{place}", act=Act.RETRACT, topic=place)]
    if new := _NEW_HOME.match(clause.text.plain.strip()):
        where = clean(new["v"])
        return [Fact(slot="residence", value=where, says=f"住在{where}", importance=4)] if _home_like(where) else []
    if rented := _RENTED.match(clause.text.plain):  # 我租的房子在徐汇
        house = hit(_HOUSE_AT, clause.text.cut(rented.end()))
    else:
        house = hit(_HOUSE_AT, clause.body) if re.match(r"我们?家|我老?家", clause.text.plain) else None
    if (
        house
        and house.match.start() == 0
        and _home_like(place := clean(house["v"]))
        and not re.search(r"(?<![东西南北])边$|[楼里上]$", place)
    ):
        return [Fact(slot="residence", value=place, says=f"住在{place}", importance=4)]
    settled = hit(_SETTLED, clause.body) or hit(_SETTLED, clause.text)
    if settled and not _PLANNED.search(clause.text.plain):
        place = clean(settled["v"] or settled["w"])
        if _home_like(simplify(place)) and is_place(simplify(place)):
            return [Fact(slot="residence", value=place, says=f"住在{place}", importance=4)]
    came = hit(_CAME, clause.body) if clause.explicit or not clause.first else None
    if came and (came.plain("v") in _PLACES | _COUNTRIES or came.plain("v")[-1] in _ENDINGS):
        place = clean(came["v"])
        return [Fact(slot="residence", value=place, says=f"住在{place}，{came['n']}了", importance=4)]
    for pattern in (_MOVED_THERE, _LIVES, _LIVES_IN, _MOVED):
        found = hit(pattern, clause.body)
        if not found or not _at_start(found, clause, pattern in (_MOVED, _MOVED_THERE)):
            continue
        place = re.split(r"附近|旁边|一带", clean(found["v"]))[0] if pattern is not _LIVES else clean(found["v"])
        place = re.sub(
            r"^(?:在|到|于)|(?:漂|待|呆|混|打拼|打工|上班|工作|住)(?:着|了|呢)$|(?:生活|工作|已经|快|有|住|"
            r"待)?(?:了)?(?:[一二两三四五六七八九十好几\d]+(?:多)?个?[年月])?多?$",
            "",
            place,
        ).strip()
        if found.match.start() and not _of_oneself(clause, clause.body.plain[: found.match.start()]):
            continue
        if pattern is _MOVED and COMPANY.search(simplify(place)) and re.match(r"[^搬迁移]*[调去]", found.plain(0)):
            return [Fact(slot="employer", value=place, says=f"在{place}工作", importance=4, entities=(place,))]
        verb = found.match.groupdict().get("verb") or ""
        if not _home_like(simplify(place)) or not _sure(verb, simplify(place)):
            continue
        if _PLANNED.search(clause.text.plain[: clause.text.plain.find(found.plain(0))]):
            return []
        if "not" in found.match.groupdict() and found["not"]:
            return [Fact(slot="residence", value=place, says=f"不住在{place}了", act=Act.RETRACT, topic=place)]
        return [Fact(slot="residence", value=place, says=f"住在{place}", importance=4)]
    return []


_ON_THE_WAY = (
    r"(?:[\d一二三四五六七八九十]+[年月日号]份?|[去今前明]年|[上这下]个?(?:月|周|星期|礼拜)[初底末中]?|前几天|前天|昨天|前阵子|最近|刚|已经|后来|又|就|都|也|"
    r"年[初底中]|[春夏秋冬]天|毕业后?|结?婚后|退休后?|一起|全家|一家(?:人|[三四五六七]口)?|举家|我们?|咱们?|俩|"
    r"正式|终于|现在|目前|之前|以前|当时|人|也|其实|不过|然后|所以|上大学|工作|单位|公司安排|孩子上学|的|[,，、\s])*"
)
_BEFORE_A_MOVE = re.compile(  # why, from where and with whom, each in any words
    rf"{_ON_THE_WAY}(?:(?:[因为由于]{{1,2}}[^,，]{{1,12}}|从[^,，]{{1,12}}|[跟和与随带][^,，]{{1,10}}){_ON_THE_WAY}){{0,3}}"
)


def _of_oneself(clause: Clause, before: str) -> bool:
    """Whether nothing else than a person is what moved: data, a head office and a server move too."""
    return clause.explicit or _BEFORE_A_MOVE.fullmatch(before) is not None


def _sure(verb: str, plain: str) -> bool:
    """Whether what follows the verb is a home: 住 and 人在 are said of much else."""
    if is_place(plain):
        return "的" not in plain or verb not in ("住", "人在")
    if verb == "住":
        return not _BARE.match(plain) and "的" not in plain
    if verb.startswith("人"):
        return len(plain) < 4 and "的" not in plain and not _ELSEWHERE.search(plain)  # names of towns
    return True


def _at_start(found: object, clause: Clause, moved: bool) -> bool:  # one signature for all three
    start = getattr(found, "match").start()  # noqa: B009  # a Hit
    return (
        start == 0
        or moved
        or (
            bool(
                re.fullmatch(
                    r"[\d年月日号上个周前刚后来，, 去今的就又和老婆公家人一起从]*[^,，]{0,12}",
                    clause.body.plain[:start],
                )
            )
            and moved
        )
    )


_AT_HOME = re.compile(r"拆|修|盖|建房|种|养|下[雪雨]|停|办|过年|来人|亲戚|房|土地|寄|有|没")  # 老家拆迁 names no town


@behind(_FROM, _BARE_ORIGIN)
def _origin(clause: Clause) -> list[Fact]:
    found = hit(_FROM, clause.body)
    if (
        not found
        and not clause.explicit
        and not clause.first
        and (bare := _BARE_ORIGIN.match(clause.body.plain))
        and is_place(bare["v"])
    ):
        return [Fact(slot="origin", value=bare["v"], says=f"来自{bare['v']}")]
    if not found or found.match.start() != 0 or not (clause.explicit or "老家" in found.plain(0) or not clause.first):
        return []
    group = next(name for name in "abcdef" if found[name])
    place = clean(found[group])
    plain = found.plain(group)
    if group in "de" and (
        _NOT_ORIGINS.search(plain) or not (is_place(plain) or group == "d" or 2 <= len(plain) <= 4)
    ):  # lengths of place names
        return []
    if group == "a" and not is_place(plain) and _AT_HOME.search(plain):
        return []
    if re.search(r"哪|什么|谁|[一这那]个|自由|独立", plain) or (
        group == "e" and re.search(r"撰稿|经纪|主持|制片|策展|代理|媒体|音乐|手艺$", plain)
    ):
        return []
    if plain in _COUNTRIES and group == "e":
        return [Fact(slot="nationality", value=place, says=f"是{place}人")]
    return [Fact(slot="origin", value=place, says=f"的老家在{place}" if group == "a" else f"来自{place}")]
