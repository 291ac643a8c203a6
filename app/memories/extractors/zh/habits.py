"""What someone does again and again, or never does. Smoking and drinking have keys of their own in both languages."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, oneself
from app.memories.extractors.zh.subjects import begins, hit
from app.memories.model import Kind

_OFTEN = {
    "daily": r"每天|天天|每日|每晚|每早|睡前|早起|起床后|饭后|通勤",
    "weekend": r"周末",
    "monthly": r"每个?月",
    "yearly": r"每年",
    "weekly": r"每周|每星期|每个?礼拜",
}
_HABIT = re.compile(
    r"^(?:一般|通常|平时|习惯|都|总是|经常|常|会|从来|坚持|每次){0,6}(?P<how>每天|每晚|天天|每日|每次|每早|"
    r"(?:每周|一周|每星期|一星期|每个?月|一个月)(?:至少|大概|大约|"
    r"差不多)?[一二两三四五六七\d]到?[一二两三四五六七\d]?次|每周末?|每个周末|每个月|睡前|饭后|早起|起床后|"
    r"通勤时|通勤路上|周末|经常|常常|总是|老是|偶尔)(?:都|会|要|一般|通常|基本|总|习惯|必须|得|坚持|才|"
    r"就){0,6}(?P<v>[^,，]{2,24})$"
)
_DIGIT = str.maketrans("一二两三四五六七", "12234567")
_TIMES = re.compile(
    r"^(?:一般|通常|平时|基本|都|会|要|坚持|大概|至少|也|,){0,4}(?P<how>每周|一周|每星期|一星期|每个?月|"
    r"一个月)(?:都|会|要|至少|大概|得|固定|坚持)*"
    r"(?P<v>[^,，\d一二两三四五六七是有在]{2,8}?)(?P<n>[一二两三四五六七\d])(?:到[一二两三四五六七\d])?[次趟回](?:左右)?$"
)
_CLOCK = (
    r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点|[:：])(?:半|一刻|三刻|\d{1,2}分?|[一二三四五]?十分?)?"
    r"(?:钟)?(?:左右|多|前|之前|后|以后|准时)?"
)
_ROUTINE = re.compile(
    rf"^(?P<when>(?:每天|每晚|一般|通常|基本|平时|习惯|都|总是|固定|大概|差不多|第二天|早上|晚上|凌晨|中午|下午|"
    rf"周末|工作日|才|就|在){{1,5}}{_CLOCK})(?:才|就|准时|会|要|左右|,)*"
    r"(?P<v>睡觉?|起床|起来|起|吃(?:早|午|晚)?饭|吃早餐|下班|上班|到家|出门|到公司|入睡|休息|午休|午睡|遛狗|跑步|"
    r"健身|送孩子|接孩子)(?:的|了)?$"
)
_NEXT = re.compile(
    rf"^(?P<when>(?:第二天|早上|晚上|中午|下午|周末)*{_CLOCK})(?:才|就|准时|左右)*(?P<v>睡觉?|起床|起来|起|出门|下班|"
    rf"上班|到家|午休|午睡)(?:的|了)?$"
)
_WHENEVER = re.compile(r"^(?:每到|每逢|一到|逢)[^,，]{1,8}(?:就|都|总)(?:会|要|得)?(?!想|觉得|头疼|难过)[^,，]{2,14}$")
_ACCUSTOMED = re.compile(r"^(?:有|的)?(?:个)?(?:习惯(?:于)?|习惯是)(?!了)(?P<v>[^,，]{2,24})(?:的习惯)?$")
_STEADY = r"(?:平时|一般|基本上?|几乎|真的|都|一直|向来|一向|是|其实|也|已经|现在|本来就?){0,4}"
_NEVER = re.compile(
    rf"^{_STEADY}(?:(?P<sure>从来都?不|从不|从来没有?|绝对不|很少|极少|没有)|不(?:怎么|太|"
    rf"大)?)(?:会)?(?P<v>[^,，不没]{{1,14}}?)(?:的习惯)?(?:的|了)?$"
)
_LIVES_WITHOUT = re.compile(
    r"^(?:抽烟|吸烟|喝酒|沾酒|熬夜|化妆|开车|坐飞机|午睡|睡午觉|吃早[饭餐]|吃晚[饭餐]|吃夜宵|健身|运动|打游戏|"
    r"追剧|加班|网购|点外卖|"
    r"用社交媒体|发朋友圈|看电视|刷短视频|穿裙子|穿高跟鞋|戴手表|带孩子|做饭|下厨|泡吧|打牌|打麻将|赌博|炒股|"
    r"投资|借钱|坐电梯|吃零食|喝饮料|吃糖)"
)
_QUIT = re.compile(
    r"^(?:已经|早就|早|刚|成功|都|最近|去年|今年|前年|现在){0,3}(?:戒掉?|戒了)(?P<v>烟|酒|咖啡|糖|奶茶|游戏|短视频|"
    r"可乐|外卖)(?:了|已经)?(?P<n>[^,，]{0,8})$"
)
_KEYS = {
    "抽烟": "smoking",
    "吸烟": "smoking",
    "烟": "smoking",
    "喝酒": "drinking",
    "沾酒": "drinking",
    "酒": "drinking",
}


def read(clause: Clause) -> list[Fact]:
    """Habits and their opposite."""
    plain = clause.text.plain
    if not clause.about_person or re.search(
        r"今天|今晚|这次|最近老|这几天|吗|什么|(?<!不)怎么|帮|请|只能|好累|烦|都在想|为我|给我|对我", plain
    ):
        return []
    if quit_ := hit(_QUIT, clause.body):
        return _quit(quit_["v"], quit_["n"]) if clause.explicit or not clause.first else []
    steady = re.search(r"平时|一般|从来|一直|向来|一向", clause.lead)
    if not clause.explicit and clause.first and not steady:
        return []
    return _never(clause) or _again(clause)


def _habit(thing: str, value: str, says: str) -> Fact:
    return Fact(slot=f"habit:{_KEYS.get(thing, head(thing))}", value=value, says=says, kind=Kind.PREFERENCE)


def _quit(thing: str, since: str) -> list[Fact]:
    if thing in _KEYS:
        return [_habit(thing, "no", f"戒{thing}{since}")]
    return [Fact(slot=f"taste:{head(thing)}", value="dislike", says=f"戒了{thing}{since}", kind=Kind.PREFERENCE)]


@behind(_NEVER)
def _never(clause: Clause) -> list[Fact]:
    found = begins(_NEVER, clause.body)
    if not found or clause.past:
        return []
    thing, plain = clean(found["v"]), found.plain("v")
    sure = found["sure"] or (
        "从来不" if re.search(r"从来|从", clause.lead) and clause.body.plain.startswith("不") else ""
    )
    if sure and plain.startswith("在"):
        return [_habit(thing, "rarely" if found["sure"] in ("很少", "极少") else "no", clean(clause.body.raw))]
    if re.match(
        r"[的是会想要能敢说觉]|过|用(?!社)|吃(?![早晚夜零糖])|喝(?!酒|饮)|知道|喜欢|爱|在|需要|关心|介意|担心|怀疑|"
        r"记|懂|信|服|管",
        plain,
    ):
        return []
    if not (sure or _LIVES_WITHOUT.match(plain)) or (
        len(plain) < 2 and plain not in _KEYS
    ):  # one character says little
        return []
    if sure in ("没有", "") and not _LIVES_WITHOUT.match(plain):
        return []
    value = "rarely" if found["sure"] in ("很少", "极少") else "no"
    always = "从来" if sure and "从来" in clause.lead and not found["sure"] else ""
    return [_habit(plain if plain in _KEYS else thing, value, always + clean(clause.body.raw))]


@behind(_ACCUSTOMED, _NEXT, _ROUTINE, _WHENEVER, _TIMES, _HABIT)
def _again(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    if "你" in clause.text.plain:
        return []
    if found := hit(_ACCUSTOMED, clause.body):
        return [_habit(clean(found["v"]), "yes", f"习惯{oneself(clean(found['v']))}")]
    lead = re.search(r"(?:一般|通常|平时|都|总|习惯|每天|每晚)+$", clause.lead)
    body = clause.body if not lead else clause.text.cut(clause.text.plain.rfind(lead.group()))
    if not clause.explicit and not clause.first and (found := begins(_NEXT, clause.body)):
        return [_habit(found.plain("v"), found["when"], f"{found['when']}{found['v']}")]
    if found := begins(_ROUTINE, body):
        return [_habit(found.plain("v"), found["when"], f"{found['when']}{found['v']}")]
    if found := begins(_WHENEVER, clause.body):
        return [_habit(clean(found[0]), "yes", oneself(clean(found[0])))]
    if found := begins(_TIMES, clause.body):
        value = f"{found.plain('n').translate(_DIGIT)}/{'month' if '月' in found.plain('how') else 'week'}"
        return [_habit(clean(found["v"]), value, clean(clause.body.raw))]
    found = begins(_HABIT, clause.body)
    if not found:
        return []
    thing = clean(found["v"])
    if re.search(
        r"了$|^(?:困难|失败|[党族型]|星人|的|是|在(?!家|改|写|练|学|看|跑|带|读|做)|不|没|有(?!氧)|被|让|会|才)|[它他她]|^(?:加班|动|只|"
        r"还|也|就|再)|加班$|很|太|非常|好[累忙烦困]|特别[累忙烦困]|觉得|感觉|想|担心|忘|出错|失败|报错|"
        r"崩|卡|掉线|头疼|失眠|做梦|梦见|迟到|吵架|生病",
        found.plain("v"),
    ):
        return []
    if re.match(r"经常|常常|总是|老是|偶尔", found.plain("how")) and not re.match(
        r"去|吃|喝|打|看|听|跑|逛|做|写|练|爬|骑|游|画|弹|唱|用|买|熬夜|出差|加班|参加|和", found.plain("v")
    ):
        return []
    value = next((name for name, words in _OFTEN.items() if re.search(words, found.plain("how"))), "yes")
    if times := re.search(r"(?P<n>[一二两三四五六七\d])次", found.plain("how")):
        value = f"{times['n'].translate(_DIGIT)}/{'month' if '月' in found.plain('how') else 'week'}"
    return [_habit(thing, value, f"{found['how']}{oneself(thing)}")]
