"""Chinese ways of telling that a couple parted, that somebody left a firm, found somebody, or lost an animal, or turned a year older, in plain words.

跟苏苗掰了 → 我和苏苗分手了; 那家公司我去年就离开了 → 我离职了; 豆沙去喵星了 → 豆沙去世了.
"""

import re
from typing import Final

_BEGIN: Final = r"(?:^|(?<=[,，。；;！!\s]))"
_END: Final = r"(?=$|[,，。；;！!\s])"
_WHEN: Final = r"(?:已经|早就|早已|早|就|都|又|也|刚刚?|终于|正式|上周[一二三四五六日天末]?|上个?月|这个?[周月]|昨[天晚]|前天|今[天早晚]|前阵子|前几天|去年|前年|今年|最近|年初|年底|不久前|后来){0,3}"
_PARTED: Final = re.compile(
    rf"{_BEGIN}(?:我|咱)?{_WHEN}(?:和|跟|与)(?:我)?(?P<who>[^,，。的了\s和跟与]{{1,8}}?)(?:他|她)?{_WHEN}(?:彻底|和平|闹)?(?:分|掰|吹|散|黄|断|拜拜|一拍两散|分道扬镳)了{_END}"
    rf"|{_BEGIN}(?:我|咱)?{_WHEN}(?:被)(?P<by>[^,，。的了\s]{{1,8}}?)(?:给)?(?:甩|踹)了{_END}"
    rf"|{_BEGIN}(?:我|咱)?{_WHEN}(?:把)(?P<left>[^,，。的了\s]{{1,8}}?)(?:给)?(?:甩|踹)了{_END}"
)
_NOBODY: Final = re.compile(r"^(?:家里|公司|单位|老板|同事|团队|大家|朋友|他们|她们|客户|面条|球|手|酒|烟)")
_OFF: Final = re.compile(
    rf"{_BEGIN}(?:我们?|咱们?)?{_WHEN}(?:这|那)?(?:婚(?:也|就)?{_WHEN}不结了|不结婚了|婚[礼约期]{_WHEN}取消了|取消了?(?:婚[礼约]|订婚)了?|退婚了|退了婚|解除了?婚约了?|订婚{_WHEN}取消了){_END}"
)
_LEFT: Final = re.compile(
    rf"{_BEGIN}(?:我)?{_WHEN}(?:从)?(?:那家|那个|原来的?|之前的?|以前的?|上家|前)(?:公司|单位|东家|厂|店|医院|学校|岗位|工作)?(?:那边|那儿|那里)?我?{_WHEN}(?:离开|离职|辞职|辞掉?|不干|不做|不在(?:那边|那儿|那里)?|走人)了{_END}"
    rf"|{_BEGIN}(?:学校|医院|厂里|店里|公司|单位|餐厅|工地|银行)(?:那边|那儿|那里|这边)我?{_WHEN}(?:辞|辞职|不干|不做|离职)了{_END}"
    rf"|{_BEGIN}(?:我)?{_WHEN}(?:把)?(?:辞职信|辞呈|离职申请|辞职报告|离职){_WHEN}(?:给)?(?:交|递|提|提交)(?:上去|上|出去)?了{_END}"
    rf"|{_BEGIN}我?{_WHEN}(?:交|递|提|提交)了?(?:辞职信|辞呈|离职申请|辞职报告|离职|辞职)了?{_END}"
    rf"|{_BEGIN}我?{_WHEN}(?:裸辞|跑路|炒了老板鱿鱼|炒了?老板的?鱿鱼)了?{_END}"
)
_TAKEN: Final = re.compile(
    rf"{_BEGIN}我?{_WHEN}(?:脱单|有对象|谈恋爱|不是单身|告别单身|结束单身)了(?:[,，!！。\s]{{1,2}}(?P<who>他|她|对方|对象)(?:名字)?叫(?P<name>[^\s,，。的了]{{1,6}}))?{_END}"
)
_STARS: Final = re.compile(
    rf"{_BEGIN}(?P<pet>[^,，。我了\s]{{1,8}}?){_WHEN}(?:去|回|上)了?(?:喵星|汪星|兔星|彩虹桥|天堂)(?:那边)?了{_END}"
    rf"|{_BEGIN}(?P<pet2>[^,，。我了\s]{{1,8}}?){_WHEN}(?:过|走过)了?彩虹桥了?{_END}"
)
_KEPT_COMPANY: Final = re.compile(r"(?<=去世了)[,，\s]{1,2}陪了?我们?家?[^,，。]{1,8}")
_ALONE: Final = re.compile(r"^(?=(?:一直|还是?)?单身(?:[好很]?多年|[好几\d一二三四五六七八九十两]{1,3}年|好久)?了?$)")
_AGED: Final = re.compile(  # 小芒昨天五岁生日, 小芒五岁了: with 今年 before the age it is not taken for a part of the name
    r"(?P<who>(?:^|(?<=[,，。；;\s]))[^,，。；;\s\d今已都快就才满刚第一二三四五六七八九十两]{1,7}?)(?:昨天|今天|前天|上周[一二三四五六日天]?|刚|昨晚|周[一二三四五六日天])?(?:过了?|满)?"
    r"(?P<age>[一二三四五六七八九十两]{1,3}|\d{1,2})(?:周)?岁(?:(?:的)?生日|了)(?:了)?(?=$|[,，。！!\s])"
)
_FOLDED: Final = re.compile(
    rf"{_BEGIN}(?P<what>[^,，。\s]{{0,6}}(?:读书会|协会|俱乐部|社团|乐[队团]|合唱团|舞团|剧社|[诗书画棋]社|球队|舞队|学习小组)){_WHEN}散(?:伙|摊)?了{_END}"
)
_NOT_FOUND: Final = re.compile(
    r"(?<=[飞走跑丢]了)[,，\s]?(?:一直|再也|还|就|都){0,2}没(?:能)?(?:找|飞|跑|追)(?:回来?|到|着)(?:了)?"
)
_WEIGHS: Final = re.compile(
    rf"{_BEGIN}(?:我)?{_WHEN}(?:瘦|减|胖|涨|长|降)到了?(?P<kg>\d{{2,3}}(?:\.\d)?)\s?(?P<unit>公斤|斤|kg)(?:了)?{_END}"
)
_CARE_HOME: Final = re.compile(r"住进了?(?P<home>养老院|护理院|敬老院|老年公寓|疗养院)(?:了)?")
_GIVEN_TOOL: Final = re.compile(
    rf"^[^,，。\s]{{1,8}}?{_WHEN}(?:给|帮|把)我们{_WHEN}(?:全部|都|全)?换(?:成|到|上)了?\s?(?P<new>[A-Za-z][\w.+#-]*)(?:了)?{_END}"
)
_ALLOWED: Final = re.compile(
    r"^(?P<what>[^,，。\s我你不没]{1,8}?)(?:现在|以后|又|也)?可以(?:再|重新)?(?P<v>用|发|加|写|带)了"
)
_SIGN: Final = re.compile(r"[分掰吹散黄断甩踹婚单桥星鱿辞离没]|拜拜|堂了|恋爱|对象了|不[干做在]|走人|跑路")


def plainly(text: str) -> str:
    """The sentence with its parting in plain words."""
    text = _ALONE.sub("我", text)
    if "岁" in text:
        text = _AGED.sub(r"\g<who>今年\g<age>岁了", text)
    text = _ALLOWED.sub(r"可以\g<v>\g<what>了", text) if "可以" in text else text
    if "公斤" in text or "斤" in text or "kg" in text:
        text = _WEIGHS.sub(r"我体重\g<kg>\g<unit>", text)
    if "住进" in text:
        text = _CARE_HOME.sub(r"住在\g<home>", text)
    if "我们" in text:
        text = _GIVEN_TOOL.sub(r"我们现在用\g<new>", text)
    if not _SIGN.search(text):
        return text
    text = _NOT_FOUND.sub("", _FOLDED.sub(r"\g<what>解散了", text))
    text = _PARTED.sub(_parted, text)
    text = _OFF.sub("我退婚了", text)
    text = _LEFT.sub("我离职了", text)
    text = _TAKEN.sub(_taken, text)
    text = _STARS.sub(lambda found: f"{found['pet'] or found['pet2']}去世了", text)
    return _KEPT_COMPANY.sub("", text)


def _parted(found: re.Match[str]) -> str:
    who = found["who"] or found["by"] or found["left"]
    return found.group() if _NOBODY.match(who) else f"我和{who}分手了"


def _taken(found: re.Match[str]) -> str:
    if not found["name"]:
        return "我不是单身了"
    role = {"他": "男朋友", "她": "女朋友"}.get(found["who"], "对象")
    return f"我不是单身了，我{role}叫{found['name']}"
