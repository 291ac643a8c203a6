"""What the body does not stand: allergies, told or shown, and what upsets the stomach."""

import re

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, several
from app.memories.extractors.zh.subjects import Text, begins, hit
from app.memories.model import Act

_ALLERGY = re.compile(
    r"(?:对(?P<a>[^,，对]{1,24}?)(?:也|都|是|会|有|有点儿?|有些|严重|特别|非常|很|重度|轻度|中度|比较|"
    r"极度|的|东西|食物|类){0,6}(?P<not>不|没有?)?过敏|"
    r"(?:一?吃|喝|碰|闻|接触)(?:了|到)?(?P<b>[^,，]{1,12}?)(?:就|会|都|也){1,6}(?:会|要)?(?:过敏|起疹子|"
    r"起荨麻疹)|过敏(?:原|源)(?:是|有|包括|:|：)\s*(?P<c>[^,，]{1,24})$|"
    r"(?:有|是)?(?:严重|重度|轻度)?(?:的)?(?P<d>[^,，对吃不没是有会的]{1,10}?)(?:严重|重度|"
    r"轻度)?过敏(?:史|体质|者|症)?(?:的)?$)"
)

_REACTS = re.compile(
    r"^(?:只要|每次|一|要是|从小)?(?:一)?(?P<verb>吃|喝|碰|闻|接触|沾|摸)(?:了|到|上|多了|"
    r"着)?(?P<v>(?!就)[^,，吃喝我]{1,10}?)(?:的时候|之后|以后|后)?"
    r"(?:我|的)?(?:就|会|要|都|马上|立刻|容易|总是?|老是?|,){0,4}(?:嘴[唇巴]?|脸|眼睛|全身|身上|浑身|喉咙|嗓子|皮肤|"
    r"手|鼻子|舌头)?(?:就|会|都|要|很|开始){0,3}"
    r"(?:(?P<a>肿|起(?:红|皮)?疹|起疙瘩|起荨麻疹|长疹|发红|发痒|痒|打喷嚏|流鼻涕|喘|呼吸困难|休克|出红点|起包)|"
    r"(?P<i>脸红|上脸|头晕|恶心|想吐|吐|拉肚子|腹泻|胃疼|胃痛|肚子疼|胀气|反酸|头疼|头痛|心慌|睡不着|失眠))"
)


_BY_NOW = r"(?:我|他|她|它|现在|已经|终于|总算|居然|竟然|也|都|又|真的?|其实|彻底|完全|慢慢|基本|好像|算是|是|可以|测了|复查){0,4}"
_STOOD = re.compile(  # what one was allergic to and is no more: 鸡蛋脱敏了, 虾现在随便吃了, 花粉过敏好了
    rf"^(?:对|吃|喝)?(?P<v>[^,，对我你他她它不没别还想敢能的]{{1,8}}?)(?:的)?{_BY_NOW}(?:(?:成功)?脱敏(?:成功|完)?|耐受|(?:能|可以|随便|敢|放心)(?:随便|放心|正常|直接)?(?:吃|喝|碰|摸)|"
    rf"(?:吃|喝|碰|摸)(?:着|了)?{_BY_NOW}(?:没事儿?|没反应|不过敏|不起疹子?|不痒)|过敏{_BY_NOW}(?:好|消|没|治好|痊愈))(?:了|啦)$"
    rf"|^{_BY_NOW}(?:能|敢|随便)(?:随便|放心|正常)?(?:吃|喝|碰|摸)(?P<w>[^,，对我你他她它不没别的]{{1,8}}?)(?:了|啦)$"
)
_NOT_ALLERGENS = re.compile(
    r"^(?:皮肤|鼻子|脸|眼睛|换季|最近|今天|又|老|容易|经常|季节性|什么|哪些|我|你|这|那|它|他|她|手|身上|"
    r"全身|药物?过)|^(?:会|要|是|都|也|有点|很|特别)$"
)


def reactions(clause: Clause) -> list[Fact]:
    """`吃芒果嘴会肿` is an allergy though nobody says so; what upsets the stomach is not tolerated."""
    found = begins(_REACTS, clause.body)
    if (
        not found
        or _NOT_ALLERGENS.search(found.plain("v"))
        or re.search(r"昨|今天|这次|刚|药|饱|撑|太多|完", clause.text.plain)
    ):
        return []
    thing = clean(found["v"])
    allergic = bool(found.match["a"])
    says = clean(clause.body.raw)
    if allergic:
        says = f"对{thing}过敏（{says}）"
    return [
        Fact(
            slot=f"{'allergy' if allergic else 'intolerance'}:{head(thing)}",
            value="yes",
            says=says,
            importance=5 if allergic else 4,
        )
    ]


def allergies(clause: Clause) -> list[Fact]:
    found = hit(_ALLERGY, clause.body)
    if not found or found.match.start() != 0:
        return []
    group = next(name for name in "abcd" if found.match[name])
    if group == "d" and not clause.explicit and clause.first:
        return []
    if found["not"] or re.search(r"(?:不|没)过敏", found.plain(0)):
        if re.search(r"过敏(?:了|啦)", clause.text.plain):
            return [
                Fact(slot=f"allergy:{head(thing)}", value=None, says=f"对{thing}不再过敏", act=Act.RETRACT, topic=thing)
                for thing in several(found[group])
            ]
        return [
            Fact(slot=f"allergy:{head(thing)}", value="no", says=f"对{thing}不过敏", importance=4)
            for thing in several(found[group])
        ]
    things = [
        re.sub(r"^(?:吃|喝|食用)|(?:等|之类的?|类食物|也|都|我|他|她)$", "", thing) for thing in several(found[group])
    ]
    return [
        Fact(slot=f"allergy:{head(thing)}", value="yes", says=f"对{thing}过敏", importance=5, confidence=0.9)
        for thing in things
        if thing and not _NOT_ALLERGENS.search(thing)
    ]


def stood(text: Text) -> str:
    """What the words say that somebody stands by now; "" for nothing."""
    found = begins(_STOOD, text)
    return clean(found["v"] or found["w"]) if found else ""


def over(clause: Clause) -> list[Fact]:
    """The end of what was not stood before: only what is held tells that there was such a thing."""
    thing = stood(clause.body) if clause.explicit or clause.first else ""
    says = f"不再对{thing}过敏"
    slots = (f"allergy:{head(thing)}", f"intolerance:{head(thing)}") if thing else ()
    return [Fact(slot=slot, value=None, says=says, act=Act.RETRACT) for slot in slots]
