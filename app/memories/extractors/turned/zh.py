"""Chinese clauses that tell of a change: 卖了, 不学了, 换成, 推迟到, 分手."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.turned import tastes
from app.memories.extractors.turned.told import Told
from app.memories.extractors.zh import moods
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.facts import clean, head, third_person
from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.subjects import ROLES, Text
from app.memories.turns import Turn
from app.text import dates

# Without one of these characters no change is told that is read here.
SIGNS: Final = frozenset(
    "卖丢偷坏死走送换改戒停弃退辞裁手离推延提挪调迁转顺不没世废捐散结完倒消断黄砍失飞跑后当扔抵碎动够告毕搬掰卸惯腻爱喜对觉接"
)
_SINCE: Final = (
    r"(?:现在|最近|目前|已经|早就|早已|早|后来|其实|也|就|都|又|刚刚?|昨天|前天|前几天|上周|上个?月|去年|今年|终于|彻底|正式|全|全都|被|给|"
    r"把它|我们?|俺|自己|人|是|上周[一二三四五六日天]|前阵子|不久前|\d{1,2}月|,|，){0,5}"
)
_GONE: Final = (
    r"(?:卖|转手|转让|送人|送走|送给[^,，]{1,6}|送出去|丢|弄丢|搞丢|偷|盗|摔坏|坏|报废|捐|扔|处理|当|抵|没|不见|走丢|跑丢|(?<![累笑烦饿困热冷气吓急忙美渴疼痛乐丑臭冻痒难])死|去世|过世|离世|病逝|飞走|飞|跑|"
    r"出手|出|脱手|退货|碎|摔碎|过户)"
)
_NOT_DONE: Final = (
    r"(?:不(?:再)?(?:学|练|打(?!算|扰|断|电话)|弹|拉|吹|玩|喝|吃|抽|去|上|做|用|看|跑|骑|游|跳|画|写|踢|听|参加|订|教|戴|开|养|穿|追|干|搞|报)|戒|放弃|退出|退|退坑|退订|退社|退会|停|停用|停掉|弃用|弃坑|弃|"
    r"取消|注销|下线|解散|结束|终止|中断|完结|结课|上完|学完|断|砍|叫停|黄|倒闭|关门|到期没续|没续|不续|淘汰|卸载|卸|告一段落|完工|交付|结项)"
)
_GIVEN: Final = r"(?:掉|完|下|下来)?(?:了|啦|咯)$"
_TRIGGER: Final = re.compile(
    rf"{_GONE}(?:掉|出去|去|走)?[了啦]|{_NOT_DONE}|[换改迁]|推迟|提前|[延挪调推]|分手|离婚|分开|[裁辞]|离职|退休|失业|掰|散伙|惯了|上瘾|下岗|最后一[天个]|毕业|搬走|搬出|代替|取代|转学|转到|转战|走了|离开|腻|爱上|喜欢上|迷上|开始[爱喜]|觉得|能接受|兴趣|无感|以前不|吃不|喝不|不[想爱喜]|不[动下了]|工作了"
)
_THING_GONE: Final = re.compile(
    rf"^(?:把|将)?(?P<what>[^,，]{{1,12}}?){_SINCE}(?:被|给)?(?:人)?(?:偷偷)?{_GONE}(?:掉|出去|去|走)?(?:了|啦)$"
)
_THING_LEFT: Final = re.compile(rf"^(?P<what>[^,，]{{1,8}}?){_SINCE}(?:走|离开|不在)(?:我们?)?(?:了|啦)$")
_MOVED_OUT: Final = re.compile(r"^(?P<what>[^,，]{1,8}?)(?:已经|昨天|上周|上个?月|前几天)*(?:搬走|搬出去)(?:了|啦)$")
_I_GAVE: Final = re.compile(
    r"^(?:把|将)?(?P<v>卖|转让|转手|弄丢|丢|扔|捐|报废|送走|处理)(?:掉|出去)?了(?:我的?|那[辆台部只个]|家里的?)?(?P<what>[^,，]{1,12})$"
)
_DOING_OVER: Final = re.compile(
    rf"^(?:把|将)?(?P<what>[^,，]{{1,14}}?){_SINCE}(?:打|学|练|玩|做|看|跑|弹)?(?:不动|不下去|腻)?{_NOT_DONE}{_GIVEN}"
)
_CANNOT_MORE: Final = re.compile(
    r"^(?P<what>[^,，]{1,10}?)(?:我|实在|已经|真的|是){0,3}(?:学|打|练|跑|弹|玩|坚持|做)(?:不动|不下去|不了|够)(?:了)?$"
)
_I_GAVE_UP: Final = re.compile(
    rf"^{_SINCE}(?P<v>放弃|退出|戒|停|退|取消|弃用|注销|停用|不再(?:学|练|打|弹|玩|喝|吃|抽|去|上|做|用|看|跑|骑|参加|订)?|不(?:学|练|打(?!算|扰|断|电话)|弹|拉|玩|喝|抽|用|去|上|做|订)|结束|"
    r"搞砸|卸载|卸)(?:掉)?(?:了)?(?:我的?)?(?P<what>[^,，]{2,12}?)(?:了|啦)?$"
)
_FOR_GOOD: Final = re.compile(r"[了啦]|不再")  # 不用铺垫 is a wish, 不用飞书了 an end
_PUT_DOWN: Final = re.compile(
    r"^(?:把|将)(?P<what>[^,，]{1,10}?)(?:给)?(?:放下|停|戒|退|放弃|辞|断|扔下|搁下)(?:掉|来)?(?:了)?$"
)
_INTO: Final = re.compile(
    r"^(?:已经|都|全|最近|刚|上周|上个?月|现在|,|我们?|组里|团队|公司){0,4}(?:从|把|将|由)(?P<old>[^,，]{1,12}?)(?:已经|全部|都|整体|也|全)*(?:换|改|迁移?|切换?|转|跳|升级|搬|挪|替换)(?:成|到|为|去|至|用|做)(?:了)?(?P<new>[^,，]{1,12}?)(?:了|上|啦)*$"
    r"|^(?P<o2>[^,，从把将]{1,10}?)(?:已经|都|全|我|我们|最近|刚|前几天|上周|上个?月){0,3}(?:换|改|切|替换|更换)(?:成|为|到|用)了?(?P<n2>[^,，]{1,10}?)(?:了|啦)*$"
    r"|^(?P<topic>[^,，从]{1,6})从(?P<o3>[^,，]{1,10}?)(?:换|改|迁移?|切换?|转|搬|升级)(?:成|到|为|去|至|用)了?\s?(?P<n3>[^,，]{1,12}?)(?:了|上|啦)*$"
    r"|^用(?P<n4>[^,，]{1,10}?)(?:代替|替代|取代|替换)(?:掉)?了(?P<o4>[^,，]{1,10})$"
)
_NEXT: Final = re.compile(
    r"^(?:所以|就|又|于是|现在|目前|我|我们|都|也|已经|最近|,|，){0,4}(?:改(?:成)?(?:学|练|打|喝|用|吃|玩|骑|开|戴|上|做|听|看|跑|弹|养|订|去)?(?:了)?|换成(?:了)?|换(?:了|到|上)?|(?:新)?买了|入了|"
    r"换(?:学|用|喝|骑|开|戴|打|练)(?:了)?|转(?:学|用|投|战|练)(?:了)?|(?:现在|如今)(?:改)?(?:用|骑|开|戴|学|打|喝|练|玩|穿|听)(?:的是|着|上了)?|(?<=现在)(?:用|骑|开|戴|学|打|喝|练|玩)(?:的是|着|上了)?)"
    r"(?:一[辆台部只个把款门种块架双条副支]|[辆台部个])?(?P<new>[^,，]{1,12}?)(?:了|啦)?$"
)
_DATE: Final = re.compile(
    r"^(?:把|将)?(?P<what>[^,，]{1,14}?)(?:时间|日期)?(?:已经|又|被|要|得|临时|都|给|我|我们|从[^,，]{2,10}?|,){0,4}(?:推迟|延期|延后|延|顺延|提前|改期|改约|改签|改|挪|调整?|往后推|后推|往后挪|往前挪|变更|另定|重新?约|改定|换)"
    r"(?:到|至|为|成|在|去)了?(?P<to>[^,，]{2,20}?)(?:了|举行|进行|开|办)?$"
)
_NEW_DATE: Final = re.compile(
    r"^(?:改|挪|推|调|延|换|约|定|推迟|提前|延期)(?:到|至|在|成)了?(?P<to>[^,，]{2,20}?)(?:了)?$"
)
_CALLED_OFF: Final = re.compile(
    r"^(?:把)?(?P<what>[^,，]{2,12}?)(?:临时|又|也|都|已经|被|突然|给)*(?:取消|作废|泡汤|黄|吹|不办|不开)(?:掉)?了$"
)
_UNFIXED: Final = re.compile(
    r"^(?P<what>[^,，]{1,12}?)(?:又|被|要|得|临时|已经){0,2}(?:改期|推迟|延期|提前|改时间|改约|延后|变动)(?:了)?$"
)
_PARTED: Final = re.compile(
    r"^(?:我们?)?(?:已经|刚|上个?月|去年|前阵子|最近)*(?:和|跟|与)?(?P<who>[^,，和跟与我]{0,8}?)(?:已经|刚|上个?月|去年|前阵子|最近|正式){0,2}(?:分手|离婚|分开|分居|掰|闹掰|散伙)了$"
)
_WORK_OVER: Final = re.compile(
    r"^(?:把)?(?P<firm>(?!从|上周|上个?月|昨天|前天|前几天|最近|去年|今年|已经|刚)[^,，]{2,12}?)(?:那边|那里|的工作|那份工作|的活)?(?:我)?(?:已经|刚|上周|上个?月|昨天)?(?:辞|辞掉|辞职|离职|不干|不做)(?:掉)?了$"
    r"|^(?:已经|刚|上周|上个?月|前几天|昨天|最近|从)*(?:被)?(?P<firm2>[^,，被]{2,12}?)(?:给)?(?:裁|裁员|开除|辞退|解雇|优化)了$"
    r"|^(?:已经|刚|上周[一二三四五六日]?|上个?月|昨天|前天|前几天|最近|去年|今年|年初|年底)*从(?P<firm4>[^,，]{2,12}?)(?:辞职|离职|跳槽|出来|辞)(?:了)?$"
    r"|^(?:今天|昨天|上周五|周五)?是我在(?P<firm3>[^,，]{2,12}?)的?最后一[天个][^,，]{0,3}$"
)
_BARE_WORK: Final = re.compile(
    r"^(?:已经|刚|上周|上个?月|前几天|昨天|最近|也|又|终于|都|正式|今年|去年)*(?:被(?:公司)?(?:裁|裁员|开除|辞退|优化|解雇)|失业|下岗|离职|辞职|(?:光荣|正式)?退休|丢了?工作|没工作)(?:掉)?了$"
)
_FIRM_CLOSED: Final = re.compile(
    r"^(?:我们?)?(?:公司|单位|厂|店)(?:上个?月|前几天|最近|已经)*(?:倒闭|关门|黄|解散|破产|没)(?:掉)?了$"
)
_FROM_JOB_TO_JOB: Final = re.compile(
    r"^(?:已经|刚|上周|上个?月|昨天|最近)*(?:从)?(?:离开|辞别|告别)?了?(?P<old>[^,，从去]{2,12}?)(?:离职|辞职|跳槽|离开|出来)?(?:去|到|来到|加入|入职|跳到|跳去|进)了?(?P<new>[^,，]{2,12}?)(?:上班|工作|任职|干)(?:了|啦)?$"
)
_NEXT_JOB: Final = re.compile(
    r"^(?:好在|幸好|还好|所以|就|又|现在|目前|我|已经|马上|,|，){0,4}(?:去|到|来到|加入|入职|进|跳到|跳去|下家是?|新公司是|新东家是|新单位是|换到|转到)了?(?P<firm>[^,，]{2,12}?)(?:上班|工作|任职|那边)?(?:了|啦)?$"
    r"|^(?:好在|幸好|还好|不过|但|后来|,|，){0,3}(?P<firm2>[^,，]{2,12}?)(?:已经)?(?:要|录用|录取|收|招|收留)了我(?:了)?$"
)
_NOT_LIKED: Final = re.compile(r"可能|也许|如果|要是|怕|担心|听说|别人|你|吗|呢$|\?|？|会不会|难道|假如|今天|今晚|这次")
_NOT_SO: Final = re.compile(
    r"可能|也许|或许|想|打算|准备|计划|考虑|要不要|该不该|会不会|如果|要是|假如|万一|差点|险些|几乎|没有?(?:卖|丢|死|放弃|退|停|换|改|走丢|离|辞|分)|还没|别|"
    r"不会|不想|不打算|不准备|不可能|不能|不得不想|舍不得|建议|劝|让我|提议|讨论|商量|听说|据说|梦|希望|说要|说不|回来|找到了|又开始|小时候|以前|曾经?|当年|今天|今晚|这次|这周|这两天|"
    r"明天|下周|下个?月|明年|将|快要|马上要|即将|要(?:卖|换|退|辞|离|搬|停)|应该|怕|担心|万万|早晚|迟早|假装|故意|有人|别人|隔壁|大家|你|吗|呢$|\?|？|等.{1,6}再"
)
_DATE_NOT_SO: Final = re.compile(
    r"可能|也许|或许|想|打算|考虑|要不要|会不会|如果|要是|万一|差点|没有?(?:推迟|提前|改)|别|不会|希望|建议|能不能|提议|讨论|听说|吗|呢$|\?|？|你"
)
_PERSON: Final = either(word for word in ROLES if len(word) > 1)
_SHORTEST: Final = 2  # characters of a thing
_SHORT_THINGS: Final = frozenset("烟酒糖茶肉")
_OF_A_TEAM: Final = re.compile(r"用|取消|退|下线|结束|停|解散|注销|交付|黄|砍|完|结项|告一段落|搬")
_BROKEN: Final = re.compile(r"坏了|没了|不见了|倒了|碎了")  # 电梯又坏了
_OTHERS: Final = re.compile(
    rf"^[他她它说]|[他她它]的|^(?:朋友|同事|同学|邻居|别人|人家|老板|对方|客户|有人|谁)|(?:{_PERSON})的?|^[这那]|什么|哪|事情?$|^我?们$|^(?:一|几|两)"
)
_OWNED: Final = re.compile(
    r"^(?:我们?家?的?|俺的?|家里的?|自己的?|那[辆台部只个把]|原来的?|以前的?|老的?|现在这?[辆台部]?|把|将)+"
)
_COUNTED: Final = re.compile(r"^(?:了)?(?:一[辆台部只个把款门种块架双条副套支]|[辆台部个])")
_TAILS: Final = re.compile(
    r"(?:这项运动|这个爱好|这门课|的?会员卡?|的?年卡|的?卡|的?订阅|课程|课|班|的?账号|的习惯|这事|的?活动)$"
)
_VERBS: Final = re.compile(r"^(?:学习?|练习?|打|弹|拉|吹|玩|喝|吃|抽|上|做|用|看|跑|骑|游|跳|去)(?=[^\s]{2,})")


def read(sentence: Sentence) -> list[Told]:
    """What its clauses tell of changes, in order."""
    if SIGNS.isdisjoint(sentence.text) or sentence.question:
        return []
    text = Text.of(sentence.text)
    if not _TRIGGER.search(text.plain):
        return []
    if moods.joking(text.plain) or moods.asks(text.plain):
        return []
    parts = clauses(text, sentence.quotes)
    found: list[Told] = []
    for place, part in enumerate(parts):
        if moods.supposes(part) or moods.reports(part):
            break
        following = parts[place + 1] if place + 1 < len(parts) else None
        found += _of_clause(part, following, sentence)
    return found


def _of_clause(part: Clause, following: Clause | None, sentence: Sentence) -> Iterator[Told]:
    plain = part.text.plain.strip().rstrip("。.!！~～ ")
    raw = part.text.raw.strip()
    if part.subject.who not in ("user", "we", "project") and part.explicit:
        return
    body = re.sub(r"^(?:我们?(?!家)|俺|咱们?)(?:组|团队|公司|部门|这边)?(?:的(?!是))?", "", plain)
    if told := _date(plain, following, sentence, raw):
        yield told
        return
    after = following.text.plain.strip() if following is not None else ""
    if not _NOT_LIKED.search(plain) and (
        taste := tastes.chinese(plain, raw, after) or tastes.chinese(body, raw, after)
    ):
        yield taste
    if _NOT_SO.search(plain):
        return
    for told in _of_work(plain, body, raw):
        joined = _NEXT_JOB.match(after) if told.key == "employer" else None
        yield (
            replace(told, into=clean(joined["firm"] or joined["firm2"]))
            if joined and not _NOT_SO.search(after)
            else told
        )
    if re.match(r"(?:已经|刚|终于|去年|今年|上个?月|正式|顺利|大学|研究生|,)*毕业(?:了|啦)$", body) and (
        "我" in plain or plain == body
    ):
        for key in ("school", "grade", "major"):
            yield Told("学业", Turn.DOING, raw, key=key)
        return
    if job := _FROM_JOB_TO_JOB.match(body):
        old, new = clean(job["old"]), clean(job["new"])
        if not _OTHERS.search(old):
            yield Told(old, Turn.DOING, raw, key="employer", value=head(old), into=new)
            return
    if (parted := _PARTED.match(body)) and ("我" in plain or parted["who"]):
        who = parted["who"]
        yield Told("" if who in ROLES or not who else clean(who), Turn.BOND, raw)
        return
    into = _INTO.match(body) or _INTO.match(plain)
    if into and not dates.find(plain, sentence.at, sentence.zone):
        groups = {name: words for name, words in into.groupdict().items() if words and name != "topic"}
        old = _thing(next(words for name, words in groups.items() if name.startswith("o")))
        new = _thing(next(words for name, words in groups.items() if name.startswith("n")))
        if old and new and old != new and not _OTHERS.search(old):
            yield Told(old, Turn.DOING, raw, into=new)
            return
    new = ""
    if (following is not None and not following.explicit) or (
        following is not None and following.subject.who in ("user", "we")
    ):
        after = following.text.plain.strip()
        if not _NOT_SO.search(after) and (found := _NEXT.match(re.sub(r"^(?:我们?|俺)", "", after))):
            new = _thing(_COUNTED.sub("", found["new"]))
    if (off := _CALLED_OFF.match(body)) and not _OTHERS.search(off["what"]):
        yield Told(_thing(off["what"]), Turn.OFF, raw)
        return
    for pattern, turn in (
        (_MOVED_OUT, Turn.DOING),
        (_THING_GONE, Turn.THING),
        (_I_GAVE, Turn.THING),
        (_PUT_DOWN, Turn.DOING),
        (_DOING_OVER, Turn.DOING),
        (_CANNOT_MORE, Turn.DOING),
        (_I_GAVE_UP, Turn.DOING),
        (_THING_LEFT, Turn.THING),
    ):
        if not (found := pattern.match(body)):
            continue
        what = _thing(found["what"])
        if len(what) < _SHORTEST and what not in _SHORT_THINGS and turn is Turn.DOING and not what.isascii():
            continue
        if part.subject.who == "we" and turn is Turn.DOING and not new and not _OF_A_TEAM.search(body):
            continue
        if pattern is _THING_GONE and _BROKEN.search(body) and not new and "我" not in plain:
            continue
        if pattern is _I_GAVE_UP and not _FOR_GOOD.search(body):
            continue
        if not what or _OTHERS.search(found["what"]) or (pattern is _THING_LEFT and not part.first):
            continue
        yield Told(what, turn, raw, into=new if new != what else "")
        return


def _date(plain: str, following: Clause | None, sentence: Sentence, raw: str) -> Told | None:
    if _DATE_NOT_SO.search(plain):
        return None
    found = _DATE.match(plain)
    if found and dates.find(found["to"], sentence.at, sentence.zone):
        what = _thing(re.sub(r"从.*$", "", found["what"]))
        return Told(what, Turn.DATE, raw) if what and not _OTHERS.search(what) else None
    unfixed = _UNFIXED.match(plain)
    if unfixed and following is not None:
        after = following.text.plain.strip()
        if (new := _NEW_DATE.match(after)) and dates.find(new["to"], sentence.at, sentence.zone):
            return Told(_thing(unfixed["what"]), Turn.DATE, f"{raw}，{following.text.raw.strip()}")
    return None


def _of_work(plain: str, body: str, raw: str) -> Iterator[Told]:
    if work := _WORK_OVER.match(body) or _WORK_OVER.match(plain):
        firm = clean(next(words for words in work.groups() if words))
        firm = re.sub(r"^(?:我|把|在|从|被)|(?:那边|那里|那儿|公司那边|的工作|的)$", "", firm)
        if len(firm) > 1 and not _OTHERS.search(firm) and firm not in ("公司", "工作", "单位"):
            yield Told(firm, Turn.DOING, raw, key="employer", value=head(firm))
            return
    if (_BARE_WORK.match(body) and ("我" in plain or plain == body)) or _FIRM_CLOSED.match(plain):
        yield Told("工作", Turn.DOING, raw, key="employer")
        if "退休" in plain:
            yield Told("职业", Turn.DOING, raw, key="occupation")


def _thing(words: str) -> str:
    """The thing that some words name: 我的钢琴课 → 钢琴."""
    text = _OWNED.sub("", clean(words)).strip()
    text = re.sub(r"(?:我|我们|已经|都|也|就|又|刚|的)$", "", text)
    text = _TAILS.sub("", text) or text
    return _VERBS.sub("", text).strip()


def says(told: Told, sentence: Sentence) -> str:
    """The clause told of the user, its days by their dates."""
    words = dates.rewrite(clean(told.clause), sentence.at, sentence.zone, "zh")
    written = third_person(words)
    return written if "用户" in written else f"用户的{written}" if told.turn is Turn.DATE else f"用户{written}"
