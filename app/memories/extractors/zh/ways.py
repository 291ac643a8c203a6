"""How something is had (coffee with oat milk, only cold water), and what is liked better than what."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, oneself
from app.memories.extractors.zh.subjects import begins
from app.memories.model import Kind

COMPARED = re.compile(
    r"^(?:(?:比起|相比于?|与其|跟|和|相较于?)(?P<a>[^,，我]{1,16}?)(?:相比|比起来|来说|比)?(?:,|，)?)?(?:我|"
    r"咱)?(?:平时|一般|还是|其实|都|会|就|总是|一直){0,3}"
    r"(?P<verb>(?:更|比较|还是|宁愿|宁可|不如)(?:喜欢|爱|偏爱|偏好|倾向于?|习惯于?|愿意|想|偏向于?|常|多)?|喜欢|"
    r"爱)(?P<v>[^,，我]{1,20}?)"
    r"(?:,|，)?(?:(?:而不是|胜过|多过|超过|甚于|大于|也不(?:想|愿意?|要)?|不喜欢)(?P<b>[^,，我]{1,16}))?(?:一些|"
    r"一点|多一点|多些)?$"
)


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


NOT_THINGS = re.compile(
    r"你|您|回答|回复|的人是|第[一二三四\d]个?|版本$|方案$|这个(?!词|称呼|牌子)|这样|这种|这些|这首|这篇|这里|"
    r"这段|那个|那种|那些|"
    r"那样|里面|其中|那里|演员和|刚才|上面|上一|前面|以上|它|他|她|什么|哪|谁|吗|怎么|多少|还是|应该|如果|就好|"
    r"就行|一点$|"
    r"这件|这家|这份|这道|这本|这部"
)


VERB = re.compile(
    r"^(?:去|来|在家|在外面|自己|一个人|被人?|别人)?(?:吃|喝|听|看|玩|读|穿|用|逛|"
    r"打(?![雷针工人架折扰扫嗝])|养)(?!起来)(?=[\u4e00-\u9fffA-Za-z])"
)


def compared(clause: Clause) -> list[Fact]:
    """`比起A我更喜欢B`, `喜欢B胜过A`: what is liked better; the whole comparison is told."""
    found = begins(COMPARED, clause.text) if clause.own else None
    if not found or not (found["a"] or found["b"]) or NOT_THINGS.search(found.plain("v")) or "的人" in found.plain(0):
        return []
    thing = clean(found["v"])
    core = VERB.sub("", thing) or thing
    says = re.sub(
        r"^(?:我|咱)",
        "",
        oneself(clean(clause.text.raw)).replace("自己", "", 1) if found["a"] else clean(clause.body.raw),
    )
    return [Fact(slot=f"taste:{head(core)}", value="like", says=says, kind=Kind.PREFERENCE)]


_NEVER_ENOUGH = re.compile(
    r"^(?P<what>[^,，我你他她]{1,8})我?(?:真是|怎么|永远|一直|都|是)*(?:百吃不厌|吃不够|吃都?不腻|越吃越爱吃?|越吃越香)(?:了)?$"
)


_OBJECT_LIKED = re.compile(  # 手冲我喜欢浅烘的: of a kind of things, which of them
    r"^(?P<what>(?![^,，]*(?:[天早晚周末年月节假时后前午]|平时|其实|以前|现在|没事|有空|季|说实话)我)(?![把将对跟和给让叫被])[^,，我你他她它这那“「\"]{1,6})(?:我|俺)"
    r"(?P<how>(?:一般|比较|还是|更|最|都|就|从来|平时|其实)*)(?P<verb>喜欢|偏爱|偏好|爱|习惯|认准|只认)(?P<v>(?!你|[她他它得不])[^,，]{2,14})$"
)


@behind(_NEVER_ENOUGH, _OBJECT_ONLY, _OBJECT_LIKED, _ONLY, _FLAVOUR, _TOLERATES, _TAKES)
def ways(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if found := begins(_NEVER_ENOUGH, clause.text):
        what = clean(found["what"])
        return [Fact(slot=f"taste:{head(what)}", value="like", says=f"爱吃{what}", kind=Kind.PREFERENCE)]
    if found := begins(_OBJECT_ONLY, clause.text):
        what, value = clean(found["what"]), f"只{found['verb']}{clean(found['v'])}"
        return [Fact(slot=f"habit:{head(what)}", value=value, says=f"{what}{value}", kind=Kind.PREFERENCE)]
    if found := begins(_OBJECT_LIKED, clause.text):
        what, value = clean(found["what"]), f"{found['verb']}{clean(found['v'])}"
        if "最" in found.plain("how") and not found.plain("v").endswith("的"):
            kind, one = re.sub("[里中]$", "", what), VERB.sub("", clean(found["v"]))
            says = f"最喜欢的{kind}是{one}"
            return [Fact(slot=f"favourite:{head(kind)}", value=one, says=says, kind=Kind.PREFERENCE)]
        return [
            Fact(slot=f"habit:{head(what)}", value=value, says=f"{what}{found['how']}{value}", kind=Kind.PREFERENCE)
        ]
    if found := begins(_ONLY, clause.body):
        what = clean(found["what"]) or ""
        value = clean(found["v"])
        if NOT_THINGS.search(value) or re.search(r"^(?:了|过|剩)|一口|一次|一点", value):
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
