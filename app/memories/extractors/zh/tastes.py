"""Likes and dislikes, favourites, habits of eating and drinking, skills and hobbies."""

import re

from app.memories.extractors.zh import skills
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, oneself, several
from app.memories.extractors.zh.lexicon import either, words
from app.memories.extractors.zh.subjects import begins, hit
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
    rf"并不|完全不)(?:喜欢|爱|喜|中意|感兴趣)|看不惯|听不惯|见不得|闻不得|讨厌|反感|厌恶|嫌弃|受不了|忍受不了|"
    rf"接受不了|吃不惯|"
    rf"喝不惯|恨|最怕|怕(?=[吃喝]?[辣苦酸腥冷热吵]|{_FEARED})|害怕|忌讳|抗拒|对(?=[^,，]{{1,16}}(?:不感兴趣|"
    rf"没兴趣|无感|不感冒)))(?P<v>[^,，]{{1,30}})$"
)
_AVOID = re.compile(
    r"^(?:都|也|一律|从来|从|绝对|基本|一点都|一口都|平时|晚上|向来|是|现在|已经){0,6}(?P<verb>不吃|不喝|不碰|"
    r"不沾|不能吃|不能喝|不可以吃|不可以喝|吃不了|喝不了|忌口|忌食|忌|不抽|不玩|不看|不听|不再吃|不再喝|"
    r"戒了|戒掉了?|戒|不打算再吃)(?:的(?:是|东西(?:是|有)))?(?:任何)?(?P<v>[^,，]{1,20})(?:了)?$"
)
_ALSO_NOT = re.compile(r"^(?P<v>[^,，我你他她]{1,8}?)也(?:不行|不吃|不碰|不喜欢|不能吃|不要|不爱|吃不了|一样|算)$")
_COMPARED = re.compile(
    r"^(?:(?:比起|相比于?|与其|跟|和|相较于?)(?P<a>[^,，我]{1,16}?)(?:相比|比起来|来说|比)?(?:,|，)?)?(?:我|"
    r"咱)?(?:平时|一般|还是|其实|都|会|就|总是|一直){0,3}"
    r"(?P<verb>(?:更|比较|还是|宁愿|宁可|不如)(?:喜欢|爱|偏爱|偏好|倾向于?|习惯于?|愿意|想|偏向于?|常|多)?|喜欢|"
    r"爱)(?P<v>[^,，我]{1,20}?)"
    r"(?:,|，)?(?:(?:而不是|胜过|多过|超过|甚于|大于|也不(?:想|愿意?|要)?|不喜欢)(?P<b>[^,，我]{1,16}))?(?:一些|"
    r"一点|多一点|多些)?$"
)
_FAVOURITE = re.compile(
    rf"^(?:的)?{_DEGREE}(?:最喜欢|最爱|最喜爱|最中意|最钟爱|"
    rf"最推崇)(?:的)(?P<cat>[^,，是]{{1,10}}?)(?:就)?(?:是|:|：|叫)(?P<v>[^,，]{{1,24}})$"
)
_MOST = re.compile(r"^(?:最喜欢|最爱)(?P<v>[^,，]{1,24})$")
_ONLY = re.compile(
    r"^(?:从来|平时|一般|基本|现在|都|也|"
    r"就){0,6}(?:(?P<act>[吃喝穿用坐看听读买]?)(?P<what>[^,，只我你他她]{1,8}))?(?:都|就|一般|基本|从来){0,6}(?:只|"
    r"只有|只能|仅)(?:爱|会|肯)?(?P<verb>[吃喝穿用坐看听读买住])(?P<v>[^,，]{1,20})$"
)
_OBJECT_ONLY = re.compile(
    r"^(?P<what>[^,，我你]{1,6})(?:我|咱)(?:一般|从来|平时|都|基本|"
    r"就){0,3}只(?P<verb>[吃喝穿用坐看听读买住])(?P<v>[^,，]{1,16})$"
)
_TAKES = re.compile(
    r"^(?:的)?(?:平时|一般|习惯|都|也|从来){0,6}(?:喝|吃|点)?(?P<what>[^,，不少多喝吃只对]{1,8}?)(?:里|里面|"
    r"中)?(?:都|从来|一般|习惯|总是|要|喜欢|得|必须|一定){0,6}(?P<how>(?:少冰|去冰|多冰|半糖|无糖|全糖|微糖|"
    r"[三五七]分糖|[三五七]分甜|热的?|常温|少糖|少盐|少油|加冰|不加冰){1,3}|(?:不加|不放|不要|少放|少加|多放|"
    r"多加|加|"
    r"只加|不额外加|无|半|全|少|去|[三五七]分|微)(?:糖|奶|冰|盐|辣椒?|香菜|葱|姜|蒜|醋|酱油|味精|双份糖|"
    r"燕麦奶|牛奶|植物奶|奶精|柠檬|辣|油|香料|花椒|孜然|番茄酱|蛋黄酱|芥末|珍珠)|(?:要|点)(?:大杯|中杯|小杯|"
    r"热的?|冰的?|常温|少冰|去冰|半糖|无糖|[三五七]分糖|双份[\u4e00-\u9fff]{1,4})|(?:不加|不放|不要|少放|"
    r"多放|多加|加|只加)[\u4e00-\u9fff]{1,4})(?:的)?$"
)
_FLAVOUR = re.compile(
    r"^(?:的)?(?:口味|饮食|胃口)(?:上)?(?:比较|很|特别|偏|喜欢|是|有点){0,6}(?P<v>清淡|重|咸|甜|辣|淡|酸|油|"
    r"麻辣|偏[咸甜辣淡酸])(?:的)?$"
)
_TOLERATES = re.compile(
    r"^(?P<not>不|不太|不怎么|很|特别|非常|挺)?(?:能|会)吃(?P<v>辣|苦|酸|甜|生冷|海鲜|香菜|麻)(?:的)?$"
)
_LIFTED = re.compile(
    r"^(?:又|终于|也|已经){0,6}(?:可以|能|敢|开始|重新开始)(?:再|重新)?(?P<verb>吃|喝|碰)(?P<v>[^,，]{1,12})了$"
)
_ELABORATE = re.compile(
    r"^(?:尤其|特别|比如|例如|像|其中|最|主要)(?:喜欢|爱|讨厌)?(?:是|说|的是|的)?(?P<v>[^,，]{1,20})$"
)
_FANATIC = re.compile(
    r"^是(?:个|一个|一名|资深|骨灰级|铁杆|忠实|的|狂热){0,6}(?P<v>[^,，个是的]{1,10})(?:爱好者|发烧友|迷|控|"
    r"粉丝|铁粉|粉|重度用户)$"
)
_NOT_THINGS = re.compile(
    r"你|您|回答|回复|的人是|第[一二三四\d]个?|版本$|方案$|这个(?!词|称呼|牌子)|这样|这种|这些|这首|这篇|这里|"
    r"这段|那个|那种|那些|"
    r"那样|里面|其中|那里|演员和|刚才|上面|上一|前面|以上|它|他|她|什么|哪|谁|吗|怎么|多少|还是|应该|如果|就好|"
    r"就行|一点$|"
    r"这件|这家|这份|这道|这本|这部"
)
_VERB = re.compile(
    r"^(?:去|来|在家|在外面|自己|一个人|被人?|别人)?(?:吃|喝|听|看|玩|读|穿|用|逛|"
    r"打(?![雷针工人架折扰扫嗝])|养)(?!起来)(?=[\u4e00-\u9fffA-Za-z])"
)


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person or not _may_speak(clause):
        return []
    found = _favourite(clause) or _tastes(clause) or _ways(clause)
    return [*found, *skills.read(clause)]


def _may_speak(clause: Clause) -> bool:
    """A taste without a subject counts at the start of a sentence too, unless it is a wish of the moment."""
    return not re.search(
        r"今天|今晚|现在想|这次|这一次|待会|等下|一会儿?|刚才|此刻|突然|好像有点|昨天|昨晚", clause.text.plain
    )


def _favourite(clause: Clause) -> list[Fact]:
    found = begins(_FAVOURITE, clause.body)
    if not found or not clause.explicit or _NOT_THINGS.search(re.sub(r"《[^》]*》", "", found.plain("v"))):
        return []
    category, value = clean(found["cat"]), clean(found["v"])
    return [
        Fact(slot=f"favourite:{head(category)}", value=value, says=f"最喜欢的{category}是{value}", kind=Kind.PREFERENCE)
    ]


def _tastes(clause: Clause) -> list[Fact]:
    if compared := _compared(clause):
        return compared
    plain = clause.body.plain
    for pattern, like in ((_DISLIKE, False), (_AVOID, False), (_MOST, True), (_LIKE, True)):
        found = hit(pattern, clause.body)
        if not found or _NOT_THINGS.search(found.plain("v")) or "的是" in found.plain("v"):
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
            if _VERB.sub("", thing).strip("的 ")
        ]
    if (found := begins(_LIFTED, clause.body)) and not _NOT_THINGS.search(found.plain("v")):
        return [lifted(clean(found["v"]), f"可以{found['verb']}{clean(found['v'])}了")]
    if found := begins(_FANATIC, clause.body):
        return [_taste(clean(found["v"]), "", like=True, most=False)] if clause.explicit else []
    return []


def _compared(clause: Clause) -> list[Fact]:
    """`比起A我更喜欢B`, `喜欢B胜过A`: what is liked better; the whole comparison is told."""
    found = begins(_COMPARED, clause.text) if clause.own else None
    if not found or not (found["a"] or found["b"]) or _NOT_THINGS.search(found.plain("v")) or "的人" in found.plain(0):
        return []
    thing = clean(found["v"])
    core = _VERB.sub("", thing) or thing
    says = re.sub(
        r"^(?:我|咱)",
        "",
        oneself(clean(clause.text.raw)).replace("自己", "", 1) if found["a"] else clean(clause.body.raw),
    )
    return [Fact(slot=f"taste:{head(core)}", value="like", says=says, kind=Kind.PREFERENCE)]


_SHARED = ("吃", "喝", "听", "看", "读", "穿", "去吃", "来吃")


def _things(words: str) -> list[str]:
    text = re.sub(r"(?:的)?(?:很|特别|非常)?(?:感兴趣|有兴趣|不感兴趣|没兴趣|着迷|上瘾|无感|不感冒)$", "", clean(words))
    text = re.sub(r"(?<=[\u4e00-\u9fff])(?:等等|等(?=[\u4e00-\u9fff]*$)|之类的?)$|(?<=[、和])(?P<l>)$", "", text)
    if re.match(r"[^、的]{1,6}(?:、[^、的]{1,6})+的[^、]+$", text):
        return [text]  # 晴朗、温暖的天气: one thing
    text = re.sub(r"(?<=[\u4e00-\u9fff])(?:这类|之类|一类|类)(?:的东西|的)?$|的东西$|这[件种]事$", "", text)
    pieces = several(text) if not re.search(r"[“「\"]|别人|人家", text) else [text]
    verb = _VERB.match(pieces[0]) if pieces else None
    lead = verb.group() if verb else ""
    return (
        [pieces[0], *(piece if _VERB.match(piece) or lead not in _SHARED else lead + piece for piece in pieces[1:])]
        if pieces
        else []
    )


def _taste(thing: str, verb: str, *, like: bool, most: bool) -> Fact:
    thing = oneself(thing)
    if "怕" in verb and not re.match(r"[吃喝]?[辣苦酸腥冷热吵甜油麻烫]", thing):
        return Fact(slot=f"fear:{head(thing)}", value="yes", says=f"{verb}{thing}", kind=Kind.PREFERENCE)
    core = _VERB.sub("", thing) or thing
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
    return verb in ("不看", "不听", "不玩", "不碰") and not clause.explicit


def _ways(clause: Clause) -> list[Fact]:
    if found := begins(_OBJECT_ONLY, clause.text):
        what, value = clean(found["what"]), f"只{found['verb']}{clean(found['v'])}"
        return [Fact(slot=f"habit:{head(what)}", value=value, says=f"{what}{value}", kind=Kind.PREFERENCE)]
    if found := begins(_ONLY, clause.body):
        what = clean(found["what"]) or ""
        value = clean(found["v"])
        if _NOT_THINGS.search(value) or re.search(r"^(?:了|过|剩)|一口|一次|一点", value):
            return []
        verb = found["verb"]
        says = f"{found['act']}{what}只{verb}{value}" if what else f"只{verb}{value}"
        return [
            Fact(slot=f"habit:{head(what or verb + value)}", value=f"只{verb}{value}", says=says, kind=Kind.PREFERENCE)
        ]
    if found := begins(_FLAVOUR, clause.body):
        return [
            Fact(
                slot="flavour",
                value=found.plain("v").removeprefix("偏"),
                says=f"的口味偏{found['v'].removeprefix('偏')}",
                kind=Kind.PREFERENCE,
            )
        ]
    if found := begins(_TOLERATES, clause.body):
        negative = found["not"].startswith("不")
        return [
            Fact(
                slot=f"taste:{head(found['v'])}",
                value="dislike" if negative else "like",
                says=f"{'不' if negative else ''}能吃{found['v']}",
                kind=Kind.PREFERENCE,
            )
        ]
    found = begins(_TAKES, clause.body)
    if (
        found
        and (clause.explicit or re.search(r"^(?:喝|吃)", clause.body.plain))
        and not re.search(r"^[在把给要想帮请再的是会能可]|(?:可以|不能|要)$|汤$", found.plain("what"))
    ):
        what, how = clean(found["what"]), found["how"]
        return [
            Fact(
                slot=f"habit:{head(what)}",
                value=how,
                says=f"{'喝' if clause.body.plain[:1] == '喝' else ''}{what}{how}",
                kind=Kind.PREFERENCE,
            )
        ]
    return []


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
        or _NOT_THINGS.search(found.plain("v"))
    ):
        return []
    return [_taste(thing, "", like=before.value == "like", most=False) for thing in _things(found["v"])]


def lifted(thing: str, says: str) -> Fact:
    """A dislike or ban that no longer holds."""
    return Fact(
        slot=f"taste:{head(_VERB.sub('', thing) or thing)}",
        value=None,
        says=says,
        act=Act.RETRACT,
        topic=thing,
        kind=Kind.PREFERENCE,
    )
