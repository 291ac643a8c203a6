"""Likes and dislikes, favourites, habits of eating and drinking, skills and hobbies."""

import re

from app.memories.extractors.zh import skills
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, oneself, several
from app.memories.extractors.zh.lexicon import either, words
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.extractors.zh.ways import COMPARED, NOT_THINGS, VERB, compared, ways
from app.memories.model import Act, Kind

_DEGREE = (
    r"(?:很|特别|非常|超级?|真的?|比较|挺|蛮|好|十分|尤其|格外|还是|都|也|还|一直|从小就?|更|最|其实|是|"
    r"相当|有点儿?|真心|打心底|实在|简直|太|酷|可|就|开始|现在|越来越|不知道为什么|\s){0,6}"
)
_FEARED = either(words("tastes", "feared"))
_LIKE = re.compile(
    rf"^{_DEGREE}(?P<verb>喜欢上?|prefer|喜爱|热爱|酷爱|偏爱|钟爱|爱上|爱(?=[吃喝听看玩读逛养穿用去做打]|"
    rf"[\u4e00-\u9fff]{{2,4}}$)(?![上死情惜护戴面国理信答])|爱好|"
    rf"迷上|痴迷(?:于)?|着迷(?:于)?|沉迷(?:于)?|偏好|中意|欣赏|对(?=[^,，]{{1,16}}(?:很|特别|"
    rf"非常)?(?:感兴趣|有兴趣|着迷|上瘾)))(?:了|的是|的就是)?(?P<v>[^,，]{{1,30}})$"
)
_DISLIKE = re.compile(
    rf"^{_DEGREE}(?P<verb>(?:不(?:太|怎么|是很|大|喜)?|不是特别|没那么|一点都?不|从来?不|不再|已经不|"
    rf"并不|完全不)(?:喜欢|爱|喜(?!欢)|中意|感兴趣)|看不惯|听不惯|见不得|闻不得|讨厌|反感|厌恶|嫌弃|受不了|忍受不了|"
    rf"接受不了|吃不惯|吃不来|喝不来|听不来|看不来|欣赏不来|"
    rf"喝不惯|恨|最怕|怕(?=[吃喝]?[辣苦酸腥冷热吵]|{_FEARED})|害怕|忌讳|抗拒|对(?=[^,，]{{1,16}}(?:不感兴趣|"
    rf"没兴趣|无感|不感冒)))(?P<v>[^,，]{{1,30}})$"
)
_AVOID = re.compile(
    r"^(?:都|也|一律|从来|从|绝对|基本|一点都|一口都|平时|晚上|向来|是|现在|已经){0,6}(?P<verb>不吃|不喝|不碰|"
    r"不沾|(?:闻都|碰都|吃都|喝都|看都|听都)?(?:闻|碰|吃|喝|看|听)不(?:得|下去?)|碰不得|吃不得|喝不得|沾不得|碰不了|不能吃|不能喝|不可以吃|不可以喝|不敢[吃喝碰]|不能[碰沾]|沾不了|吃不了|喝不了|忌口|忌食|忌|不抽|不玩|不看|不听|不再吃|不再喝|"
    r"戒了|戒掉了?|戒|不打算再吃)(?:的(?:是|东西(?:是|有)))?(?:任何)?(?P<v>[^,，]{1,20}?(?<!失败)(?<!成功)(?<!结束))(?:了)?$"
)
_ALSO_NOT = re.compile(r"^(?P<v>[^,，我你他她]{1,8}?)也(?:不行|不吃|不碰|不喜欢|不能吃|不要|不爱|吃不了|一样|算)$")
_FAVOURITE = re.compile(
    rf"^(?:的)?{_DEGREE}(?:最喜欢|最爱|最喜爱|最中意|最钟爱|"
    rf"最推崇)(?:的)(?P<cat>[^,，是]{{1,10}}?)(?:就)?(?:是|:|：|叫)(?P<v>[^,，]{{1,24}})$"
)
_MOST = re.compile(r"^(?:最喜欢|最爱)(?P<v>[^,，]{1,24})$")
_LIFTED = re.compile(
    r"^(?:又|终于|也|已经){0,6}(?:可以|能|敢|开始|重新开始)(?:再|重新)?(?P<verb>吃|喝|碰)(?P<v>[^,，]{1,12})了$"
)
_ELABORATE = re.compile(
    r"^(?:尤其|特别|比如|例如|像|其中|最|主要)(?:喜欢|爱|讨厌)?(?:是|说|的是|的)?(?P<v>[^,，]{1,20})$"
)
_FANATIC = re.compile(
    r"^是(?:个|一个|一名|资深|骨灰级|铁杆|忠实|的|狂热){0,6}(?P<v>[^,，个是的]{1,10})(?:爱好者|发烧友|迷|控|"
    r"粉丝|铁粉|粉|重度用户|党)$"
)
_PARTY = re.compile(  # 咖啡党一枚
    r"^(?:是)?(?:个|一个|资深|重度|铁杆|骨灰级){0,3}(?P<v>[^,，个是的我]{1,4})(?:党|控)(?:一[枚个名])?$"
)
_NO_PARTY = re.compile(r"学生|上班|打工|共产|民主|共和|保守|国民|在野|执政|朋|同|余|毒|失|掌|操|遥|监|自")


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person or not _may_speak(clause):
        return []
    found = _favourite(clause) or _tastes(clause) or ways(clause)
    return [*found, *skills.read(clause)]


def _may_speak(clause: Clause) -> bool:
    """A taste without a subject counts at the start of a sentence too, unless it is a wish of the moment."""
    return not re.search(
        r"今天|今晚|现在想|这次|这一次|待会|等下|一会儿?|刚才|此刻|突然|好像有点|昨天|昨晚", clause.text.plain
    )


@behind(_FAVOURITE)
def _favourite(clause: Clause) -> list[Fact]:
    found = begins(_FAVOURITE, clause.body)
    if (
        not found
        or (clause.first and not clause.explicit)
        or NOT_THINGS.search(re.sub(r"《[^》]*》", "", found.plain("v")))
    ):
        return []
    category, value = clean(found["cat"]), clean(found["v"])
    return [
        Fact(slot=f"favourite:{head(category)}", value=value, says=f"最喜欢的{category}是{value}", kind=Kind.PREFERENCE)
    ]


@behind(COMPARED, _DISLIKE, _AVOID, _MOST, _LIKE, _LIFTED, _PARTY, _FANATIC)
def _tastes(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if better := compared(clause):
        return better
    plain = clause.body.plain
    for pattern, like in ((_DISLIKE, False), (_AVOID, False), (_MOST, True), (_LIKE, True)):
        found = hit(pattern, clause.body)
        if not found or NOT_THINGS.search(found.plain("v")) or "的是" in found.plain("v"):
            continue
        verb = found.match.groupdict().get("verb") or "最喜欢"
        if pattern is _AVOID and _not_lasting(clause, found.plain("v"), verb):
            return []
        if verb == "害怕" and not clause.explicit:
            return []
        kept = verb if pattern is _AVOID or "怕" in verb else ""
        return [
            _taste(thing, kept, like=like, most="最" in plain[:4])
            for thing in _things(found["v"])
            if VERB.sub("", thing).strip("的 ")
        ]
    if (found := begins(_LIFTED, clause.body)) and not NOT_THINGS.search(found.plain("v")):
        return [lifted(clean(found["v"]), f"可以{found['verb']}{clean(found['v'])}了")]
    if (found := begins(_PARTY, clause.body)) and not _NO_PARTY.search(found.plain("v")):
        return [_taste(clean(found["v"]), "", like=True, most=False)]
    if found := begins(_FANATIC, clause.body):
        return [_taste(clean(found["v"]), "", like=True, most=False)] if clause.explicit else []
    return []


_AND_SO_ON = re.compile(
    r"(?<=[、和与])(?P<last>[^、]{1,12}?)(?<![平高中初同不相优上下])等(?![待级候于式价人你我])[\u4e00-\u9fff]{0,6}$"
)
_WHERE = re.compile(r"在[^、和或]{1,8}(?:[、和或][^、和或]{1,8})+[边上里下中旁前后间外近](?!的|、|和)")
_SOME = r"[\d一二两三四五六七八九十好几半]"
_SHARED = ("吃", "喝", "听", "看", "读", "穿", "去吃", "来吃")


def _things(words: str) -> list[str]:
    text = re.sub(r"(?:的)?(?:很|特别|非常)?(?:感兴趣|有兴趣|不感兴趣|没兴趣|着迷|上瘾|无感|不感冒)$", "", clean(words))
    text = re.sub(r"(?<=[\u4e00-\u9fff])(?:等等|(?<![平高中初同不相优上下])等|之类的?)$|(?<=[、和])(?P<l>)$", "", text)
    text = re.sub(rf"(?:已经|快|都|有)*第?{_SOME}+(?:来|多|几)?个?(?:年|月|星期|礼拜|周|天)(?:多)?$", "", text) or text
    text = _AND_SO_ON.sub(r"\g<last>", text)
    if re.match(r"[^、的]{1,6}(?:、[^、的]{1,6})+的[^、]+$", text) or _WHERE.match(text):
        return [text]  # 晴朗、温暖的天气, 在海边、山里和湖边钓鱼: one thing
    text = re.sub(r"(?<=[\u4e00-\u9fff])(?:这类|之类|一类|类)(?:的东西|的)?$|(?<=..)的东西$|这[件种]事$", "", text)
    pieces = _listed(text) if not re.search(r"[“「\"]|别人|人家", text) else [text]
    verb = VERB.match(pieces[0]) if pieces else None
    lead = verb.group() if verb else ""
    return (
        [pieces[0], *(piece if VERB.match(piece) or lead not in _SHARED else lead + piece for piece in pieces[1:])]
        if pieces
        else []
    )


def _listed(text: str) -> list[str]:
    """Each thing of a list; beside the comma of lists 与 joins the words of one name: 星星、风与沙."""
    if "、" not in text or "与" not in text:
        return several(text)
    return [each.replace("\0", "与") for each in several(text.replace("与", "\0"))]


def _taste(thing: str, verb: str, *, like: bool, most: bool) -> Fact:
    thing = oneself(thing)
    if "怕" in verb and not re.match(r"[吃喝]?[辣苦酸腥冷热吵甜油麻烫]", thing):
        return Fact(slot=f"fear:{head(thing)}", value="yes", says=f"{verb}{thing}", kind=Kind.PREFERENCE)
    core = VERB.sub("", thing) or thing
    core = re.sub(r"^(?:的)|(?:的味道|的气味|的口感|的口味|的|了)$", "", core)
    if verb:
        says = f"{'戒了' if verb.startswith('戒') else verb}{thing}"
    else:
        says = f"{'最' if most and like else ''}{'喜欢' if like else '不喜欢'}{thing}"
    strong = verb.startswith(("不能", "吃不", "忌"))
    return Fact(
        slot=f"taste:{head(core)}",
        value="like" if like else "dislike",
        says=says,
        kind=Kind.PREFERENCE,
        importance=4 if strong else 3,
    )


def _not_lasting(clause: Clause, thing: str, verb: str) -> bool:
    if re.search(r"^(?:饭|东西|了|下|完|饱|到|得|药|早饭|午饭|晚饭|什么|动$|进|清|懂|出)", thing) and verb in (
        "不吃",
        "不喝",
        "不看",
        "不听",
        "吃不了",
        "喝不了",
        "不玩",
    ):
        return not re.search(r"^(?:早饭|晚饭)", thing) or not clause.explicit
    return (
        verb in ("不看", "不听", "不玩", "不碰")
        and not clause.explicit
        and not re.search(r"平时|从来|一直|一般|向来|也", clause.lead)
    )


def elaboration(clause: Clause, before: Fact) -> list[Fact]:
    """`…，尤其是川菜`, `…，香菜也不行`: one more taste of the same direction as the fact `before`."""
    if (
        (also := begins(_ALSO_NOT, clause.body))
        and not clause.explicit
        and (before.slot or "").startswith(("taste:", "allergy:"))
        and before.value in ("dislike", "yes")
    ):
        return [_taste(thing, "不吃", like=False, most=False) for thing in several(also["v"])]
    found = begins(_ELABORATE, clause.body)
    if (
        not found
        or clause.explicit
        or not (before.slot or "").startswith("taste:")
        or NOT_THINGS.search(found.plain("v"))
    ):
        return []
    return [_taste(thing, "", like=before.value == "like", most=False) for thing in _things(found["v"])]


def lifted(thing: str, says: str) -> Fact:
    """A dislike or ban that no longer holds."""
    return Fact(
        slot=f"taste:{head(VERB.sub('', thing) or thing)}",
        value=None,
        says=says,
        act=Act.RETRACT,
        topic=thing,
        kind=Kind.PREFERENCE,
    )
