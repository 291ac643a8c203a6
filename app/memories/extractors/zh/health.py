"""Allergies, diets and limits of health. Diagnoses are marked sensitive; a suspicion is only inferred."""

import re

from app.memories.extractors.zh.allergies import allergies, over, reactions
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.lexicon import either, words
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.model import Act, Source

_LEVEL = re.compile(
    r"^(?:一直|常年|现在|有点|最近|的){0,3}(?P<v>血压|血糖|血脂|尿酸|胆固醇)(?:一直|常年|有点儿?|偏|比较|很|太|也|"
    r"都){0,3}(?P<how>高|低)(?:了|的)?$"
)
_LESION = (
    "结节|囊肿|肌瘤|突出|积液|积水|溃疡|反流|扭伤|拉伤|劳损|早搏|不齐|狭窄|硬化|脱落|撕裂|穿孔|萎缩|肥大|亢进|减退"
)
_CONDITION = (
    rf"(?:[^,，的了对我是有得患和、查出在不就]{{1,6}}(?:{_LESION})|{either(words('health', 'conditions'))}|[^,，的了对我是有得患]{{1,8}}(?:病|症|炎|癌|瘤|障碍|"
    rf"综合征|综合症|不耐受|结石|增生|骨折|息肉))"
)
_DIET = re.compile(
    r"(?P<not>不再?|没有?再?|已经不)?(?:在|是|坚持|保持|开始|一直|都|改|属于|长期|现在|信){0,6}(?P<v>吃全素|"
    r"吃纯素|吃素|茹素|全素|纯素|蛋奶素|锅边素|清真饮食|吃清真|清真|生酮饮食|生酮|低碳饮食|低碳水?|"
    r"无麸质饮食|无麸质|低盐饮食|低糖饮食|低脂饮食|低嘌呤饮食|轻断食|间歇性?断食|控糖|低GI饮食|素食主义|素食|纯素食|"
    r"戒糖|犹太洁食|地中海饮食|少油少盐|少盐少油|少盐|少油|少糖|控盐|清淡饮食)"
    r"(?:主义者|者|饮食|的|了|已经|都|快|有|好多年|\d+年|[一二两三四五六七八九十]+年|多年|多){0,6}$"
)
_DIETS = (
    ("纯素|全素", "vegan"),
    ("素", "vegetarian"),
    ("清真", "halal"),
    ("生酮", "keto"),
    ("低碳", "low-carb"),
    ("麸质", "gluten-free"),
    ("[低少控]盐", "low-salt"),
    ("油", "low-fat"),
    ("清淡", "light"),
    ("控糖|GI", "low-sugar"),
    ("糖", "sugar-free"),
    ("低脂", "low-fat"),
    ("嘌呤", "low-purine"),
    ("断食", "intermittent fasting"),
    ("洁食", "kosher"),
    ("地中海", "mediterranean"),
)
_SICK = re.compile(
    rf"(?P<doubt>怀疑|可能|估计|好像|担心|感觉|觉得|疑似|怕|似乎|大概|也许|猜)?(?:我|自己)?(?:可能|"
    rf"是不是|是|好像|会不会){{0,6}}(?P<verb>患有|患了|患上|患|得了|得过|得的是|查出来?(?:了|有)?|确诊(?:了|"
    rf"为|是)?|被?诊断(?:为|出|是|出了)?|有|患过|犯了|没有|得)(?:了|轻微的?|轻度|中度|重度|严重的?|"
    rf"先天性?|一点|点儿?|多年的?|遗传性?|老){{0,6}}(?P<v>{_CONDITION})"
)
_BARE = re.compile(
    rf"^(?:老|轻度|重度|严重|先天性?|多年)?(?P<v>{_CONDITION})(?:患者|病人|病史|"
    rf"体质)?(?:(?:已经|都|快|有)*[\d一二两三四五六七八九十好几多]+年(?:多)?)?(?:了)?$"
)
_HAD = re.compile(  # 外公中风过
    rf"^(?:之前|以前|曾经?|小时候|前年|去年)?(?P<v>{_CONDITION}|中风|心梗|脑梗|脑出血|骨折|流产|抑郁)过(?:[一二两三四五\d]次)?$"
)
_KNOWN = re.compile(either(words("health", "conditions")))
_LASTING_ILL = re.compile(r"^[^,，]{2,8}?(?:已经|都|快|有)*[\d一二两三四五六七八九十好几多]+年(?:多)?了?$")
_GROWTH = re.compile(
    r"^(?P<v>(?:甲状腺|肺|肝|胃|肾|乳腺|颈椎|腰椎|心脏|血管|肠道?|卵巢|子宫|前列腺|胆|鼻子?|声带|膝盖)(?:上|里|"
    r"部)?(?:有|长了|查出|得了)(?:个|一个|一点|点|小)*(?:结节|囊肿|息肉|结石|炎症|肌瘤|增生|阴影|血栓|突出|钙化|"
    r"积水))(?:了)?$"
)
_LIMIT = re.compile(
    r"(?:有点儿?|很|特别|会|容易|严重|比较|重度|轻度|常年|长期|经常|总是){0,6}(?P<v>(?<=常年)失眠|(?<=长期)失眠|"
    r"(?<=经常)失眠|晕(?:车|船|机|血|针|奶|碳|字|3D|3d|VR)|恐高|恐飞|色盲|色弱|夜盲|"
    r"乳糖不耐受?|幽闭恐惧|怀孕|失聪|失明|高度近视|哺乳期)(?P<n>[^,，]{0,8})?(?:了|的)?$"
)
_INJURED = re.compile(
    r"(?P<v>(?:左|右|双)?(?:膝盖|腰|腿|脚踝|脚|手腕|手|肩膀?|颈椎|腰椎|背|耳朵?|眼睛?|心脏|胃|肠胃|关节|"
    r"跟腱|半月板|韧带)(?:做过手术|受过伤|有旧伤|有伤|不好|不太好|不行|骨折过|动过手术|听不见|听力不好|"
    r"看不见|植入[^,，]{1,8}|劳损|疼了[^,，]{1,6})|(?:视力|听力|记性|记忆力|睡眠|牙口|肠胃|皮肤|嗓子|肝|肾|血管)"
    r"(?:一直|从小|特别|很|比较){0,2}(?:不好|不太好|不行|很差|差|衰退|下降))"
)
_SURGERY = re.compile(
    r"^(?:刚|已经|曾经?|以前|都|也){0,3}(?:做|动|接受|开)(?P<done>过|了)?(?:一?[次台个场])?"
    r"(?P<v>[^,，做动不要]{1,10}?(?:手术|移植|搭桥|化疗|放疗|透析))(?P<end>了)?$"
)
_UNABLE = re.compile(
    r"(?:不能|不可以|不宜|医生(?:让|叫|要求)我?(?:不要|别)?|医生说不能)(?P<v>久坐|久站|跑步|剧烈运动|"
    r"爬楼梯?|提重物|熬夜|弯腰|深蹲|游泳|坐飞机|开车|碰水)(?:了)?$"
)


def read(clause: Clause) -> list[Fact]:
    if not clause.about_person:
        return []
    return [*(allergies(clause) or reactions(clause)), *_diet(clause), *(_well(clause) or _conditions(clause))]


_WELL = re.compile(  # 湿疹总算好利索了
    rf"^(?:的)?(?:老)?(?P<v>{_CONDITION})(?:我|已经|总算|终于|现在|彻底|都|基本|完全|也|算是|慢慢|居然){{0,4}}(?:好(?:利索|全|透|彻底|完全)?|痊愈|治好|治愈|康复|没|消|消失|不(?:再)?犯|逆转|断根|摘帽)(?:了|啦)$"
)

_SINCE = r"(?:我|已经|上上?个?[周月]|昨天|前几天|最近|去年|医生|大夫|都|也|就|给|让|彻底|慢慢|终于|总算|现在|自己|可以|正式){0,4}"
_STOPPED = re.compile(  # 缬沙坦停了; what was never told to be taken ends nothing
    rf"^(?:把)?(?P<v>[^,，我不没别]{{2,8}}?){_SINCE}(?:停(?:药|掉|用|吃)?|断(?:药|掉)?|撤(?:掉)?|戒(?:掉)?|不(?:用|需要|必)(?:再|接着|继续)?(?:吃|打|用)|不(?:再)?吃)(?:了|啦)$"
)
_STOPPED_FIRST = re.compile(
    rf"^{_SINCE}(?:停(?:掉|用)?|断|不(?:用|需要|再)?吃|不用打|不用再吃)了?(?P<v>[^,，我不没别]{{2,8}}?)(?:了|啦)$"
)


def _well(clause: Clause) -> list[Fact]:
    """The end of what ailed somebody. What is taken for it ends when that is told."""
    if gone := over(clause):
        return gone
    if taken := begins(_STOPPED, clause.body) or begins(_STOPPED_FIRST, clause.body):
        thing = clean(taken["v"])
        return [Fact(slot=f"health:{head(thing)}", value=None, says=f"不再用{thing}", act=Act.RETRACT)]
    found = begins(_WELL, clause.body) if clause.explicit or clause.first else None
    if not found or clause.past or _only_mentioned(clause):
        return []
    thing = clean(found["v"])
    return [Fact(slot=f"health:{head(thing)}", value=None, says=f"的{thing}已经好了", act=Act.RETRACT)]


def _diet(clause: Clause) -> list[Fact]:
    found = hit(_DIET, clause.body)
    if not found or found.match.start() != 0:
        return []
    value = found.plain("v")
    canonical = next(code for words_, code in _DIETS if re.search(words_, value))
    fact = Fact(
        slot="diet",
        value=canonical,
        says=found["v"] if found["v"][0] in "吃茹戒" else f"的饮食是{found['v']}",
        importance=4,
    )
    return (
        [Fact(slot="diet", value=canonical, says=f"不再{found['v']}", act=Act.RETRACT, topic=value)]
        if found["not"]
        else [fact]
    )


def _conditions(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if (found := begins(_SICK, clause.body)) and not _only_mentioned(clause):
        thing = clean(found["v"])
        if found.plain("verb") == "没有":
            return []
        doubt = bool(
            found["doubt"] or re.search(r"可能|怀疑|估计|好像|是不是|疑似|似乎|也许|大概|吧$|会不会", clause.text.plain)
        )
        slot = f"health:{head(thing)}"
        if doubt:
            return [
                Fact(
                    slot=slot,
                    value="suspected",
                    says=f"怀疑自己患有{thing}",
                    source=Source.INFERRED,
                    confidence=0.4,
                    sensitive="health",
                    importance=2,
                )
            ]
        if re.search(r"(?:好了|痊愈|治好|康复)", clause.rest.plain):
            return [Fact(slot=slot, value=None, says=f"的{thing}已经好了", act=Act.RETRACT, topic=thing)]
        return [Fact(slot=slot, value="yes", says=f"患有{thing}", sensitive="health", importance=4)]
    if (clause.explicit or not clause.first) and (had := begins(_HAD, clause.body)):
        thing = clean(had["v"])
        return [Fact(slot=f"health:{head(thing)}", value="yes", says=f"{thing}过", sensitive="health", importance=4)]
    if not (
        clause.explicit
        or not clause.first
        or _led_by_illness(clause)
        or begins(_LEVEL, clause.body)
        or begins(_INJURED, clause.body)
    ):
        return []
    if (
        (clause.explicit or begins(_LASTING_ILL, clause.body) or _led_by_illness(clause))
        and (found := begins(_BARE, clause.body))
        and "乳糖" not in found.plain("v")
        and not _only_mentioned(clause)
    ) or (found := begins(_GROWTH, clause.body)):
        thing = clean(found["v"])
        return [
            Fact(
                slot=f"health:{head(thing)}",
                value="yes",
                says=f"患有{thing}" if "有" not in thing else f"的{thing}",
                sensitive="health",
                importance=4,
            )
        ]
    if found := hit(_LEVEL, clause.body):
        thing = found.plain("how") + found.plain("v")
        return [
            Fact(slot=f"health:{thing}", value="yes", says=f"的{clean(found[0])}", sensitive="health", importance=4)
        ]
    if found := begins(_LIMIT, clause.body):
        if "乳糖" in found.plain("v"):
            return [Fact(slot="intolerance:乳糖", value="yes", says=clean(found["v"]), importance=4)]
        return [
            Fact(
                slot=f"health:{head(found['v'])}",
                value="yes",
                says=clean(found["v"] + found["n"]),
                sensitive="health",
                importance=4,
            )
        ]
    if found := begins(_INJURED, clause.body):
        return [Fact(slot=f"health:{head(found['v'])}", value="yes", says=f"的{found['v']}", sensitive="health")]
    if (found := begins(_SURGERY, clause.body)) and (
        found["done"] or re.search(r"去年|前年|上个?月|以前|年前", clause.lead)
    ):
        thing = clean(found["v"])
        slot = f"health:{head(thing)}"
        return [Fact(slot=slot, value="yes", says=f"做过{thing}", sensitive="health", importance=4)]
    if found := begins(_UNABLE, clause.body):
        return [
            Fact(
                slot=f"health:{head(found['v'])}",
                value="unable",
                says=f"不能{found['v']}",
                sensitive="health",
                importance=4,
            )
        ]
    return []


def of_body(clause: Clause) -> bool:
    """Whether it tells of a body, which is that of the user where nobody else is named: 胆固醇高."""
    return not clause.explicit and bool(begins(_LEVEL, clause.body) or begins(_INJURED, clause.body))


def _led_by_illness(clause: Clause) -> bool:
    """Whether a sentence begins with a known illness alone, and goes on about it: 青光眼，字小了看不清."""
    return (
        clause.first
        and _KNOWN.fullmatch(clause.text.plain.strip()) is not None
        and clause.rest.plain != clause.text.plain
    )


def _only_mentioned(clause: Clause) -> bool:
    return bool(
        re.search(
            r"怎么|什么|如何|吗|的(?:人|患者|药|书|症状|原因)|强迫症(?:犯|发作)|选择(?:困难|恐惧)症|拖延症",
            clause.body.plain,
        )
    )
