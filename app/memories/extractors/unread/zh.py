"""Chinese sentences that no rule knows."""

import re
from typing import Final

from app.memories import kinds
from app.memories.extractors.sentences import Sentence, quoted
from app.memories.extractors.unread.idle_zh import idle, led
from app.memories.extractors.unread.worth import worth
from app.memories.extractors.zh import changes, moods, pets, wishes
from app.memories.extractors.zh.clauses import Clause, clauses, opened
from app.memories.extractors.zh.facts import third_person
from app.memories.extractors.zh.lexicon import either, narrow, simplify
from app.memories.extractors.zh.names import SOMEBODY
from app.memories.extractors.zh.subjects import ROLES, Text
from app.memories.model import Candidate, Kind, Type
from app.text import dates
from app.text.date_rules.wording import reworded

LEAST: Final = 0.0  # log-odds of a sentence of the first person
LEAST_ASKED: Final = 1.0  # of a wish
LEAST_OTHER: Final = 1.6  # of one that names nobody: more of these are about the world
LEAST_WISH: Final = 0.3  # of a wish beside a lasting one: what follows it lasts as well
_SHORTEST, _LONGEST = 4, 80  # characters
_SHORTEST_CLAUSE: Final = 5

_OWN: Final = re.compile(r"[我咱俺]|本人")
_WISH: Final = re.compile(
    r"^(?:请|麻烦|别|不要|不许|禁止|以后|今后|每次|一律|尽量|回答|回复|回我|写|给我|跟我|用|"
    r"[^,，我你他她它这那]{1,8}(?:别|不要|尽量|最好)(?:再)?(?:给我|劝我|用|写|发|说|整|推荐|安排|排))"
)
_OWN_PLACE: Final = re.compile(
    r"公司|单位|家里|学校|办公室|宿舍|老家|父母|下个?(?:月|周|星期|礼拜)|明年|每[周天月年]|请(?!假|客|问|教|了)"
)
_CARRIED: Final = re.compile(  # what the one of the clause before does or has: 养了两条狗, 预产期圣诞节
    r"(?:也|还|都|现在|目前|平时|特别|主要|最){0,3}(?:养|弹(?!性)|打(?!电话|算了|字|不)|开(?!始|会|玩笑|心)|住|教(?!训)|读|写|练|跑(?!了)|骑|买(?!不)|卖|租|管(?!他|它)|负责|带(?!来)|"
    r"喜欢|爱|怕|讨厌|不吃|不喝|不能[吃喝跑碰用开坐]|只(?:吃|喝|用|能|有|看|接)|吃素|每[天周月年晚]|周[一二三四五六日末](?![之以]?前|要|得|交)|习惯|攒|会(?:弹|说|开|做|写|修|一点)|"
    r"有(?=[个一两三四只条几])|上[一二三四五六]休|膝盖|腰|胃|血压|血糖|左[耳眼手腿]|右[耳眼手腿]|近视|一个人(?=[带住过扛撑养])|独自|对[^,，]{1,8}过敏|预产期|生日|老家|戒|信|离异|单身|在(?=[^,，]{2,8}(?:上班|工作|读|念|当|做)))"
)
_BARE: Final = re.compile(  # a wish, or something that has a subject of its own: 打电话不方便, 缩进用空格
    r"(?:别|不要|不用|只|少|多|尽量|请|用(?![完了得过不]))[^,，]{3}|(?!已经|回到|换|容易|结果|估计|也|还|才|就|再|又|从|给|写|看)"
    r"[^我你他她它,，了\d]{2,8}(?<!的)(?:是|叫|用|在|有|没有|不能|要|得|不方便|必须|只能|统一|一律|默认)[^,，]"
)
_SEVERAL: Final = re.compile(r"[，,；;…—]")
DENIES: Final = re.compile(r"不(?:是|姓|叫|在)(?!乎|意)|(?<![吉其])他|[她它这那]|改回|恢复|原来|不[^,，]+了$")
_WORDS: Final = re.compile(r"[a-z][a-z0-9_+#.-]+|\d{2,}")
_RUNS: Final = re.compile(r"[\u4e00-\u9fff]+(?<![我的了])")
_ONCE: Final = re.compile(  # a request, of this once unless it says otherwise
    r"(?:请|麻烦|拜托|那|你|能|快|再|先|就|帮忙|顺便|,|，){0,4}(?:帮我|给我|替我|为我|跟我|和我|教我|陪我)?(?:再|先|也|来|多|重新){0,2}"
    r"(?:推荐|写(?!给|东西)|列|翻译|总结|解释|介绍|起|想(?:几|个|一|出)|编|讲|找|查|算|做(?:个|一|张|份)|画|改(?!用|成)|润色|生成|分析|对比|比较|说(?:说|一)|看(?:看|一)|"
    r"检查|安排|规划|设计|出(?:个|一|几|道)|来(?:个|一|几|点|段|首)|举|整理|扩写|缩写|续写|概括|祝我|猜|评价|修改|优化|补充|解答|提供|展开|继续|发我|换(?:个|一)|把[^,，]{1,40}(?:改成|翻译?成|译成|换成|写成|变成|转成|缩成|扩成|缩短|扩写|润色))"
)
_STANDING: Final = re.compile(
    r"以后|今后|往后|每次|每回|一律|永远|都|总是|始终|尽量|别|不要|不用|不许|默认|凡是|一直|从现在|从今"
)
_PASSING: Final = re.compile(
    r"^(?:请|麻烦)?[你您]?(?:务必|一定要?|千万|帮我)?(?:记住|记得|记下来?|记好|听好|注意)[了啊哦]?[，,。!！]*$|"
    r"^我[靠去擦晕](?:[，,!！\s]|$)|^[^,，:：我]{0,4}(?:提示|通知|公告|短信|弹窗|播报)[:：]|这(?:次|回|篇|句|段|份|张|页|一次|一回)|就今天|先这样|暂时|今晚|今早|刚(?:才|刚)|待会|等下|马上|好像|可能|大概|听说|据说|^我?不(?:打算|想|准备)[^,，]{0,3}了[。.!！]*$"
    r"|(?:小说|短篇|长篇|漫画|故事|剧本|游戏|剧|设定|作文|段子|同人|梦)里|^我?(?:刚|才)刚?(?:到|下[班课楼车]|吃|睡|醒|起[床来]|出门|回[来到家]|进[门来]|开完|跑完|洗|忙完|交完)|^我?(?:早上|中午|下午|晚上|昨[天晚]|前天)[^,，每都就]{2,14}了[。.!！]*$"
)


def read(sentence: Sentence, *, wishing: bool = False) -> list[Candidate]:
    """The sentence in the third person when it sounds worth keeping; `wishing` when it stands beside a lasting wish."""
    text = Text.of(sentence.text)
    plain = text.plain.strip()
    if not _SHORTEST <= len(plain) <= _LONGEST or sentence.question or moods.asks(plain) or moods.joking(plain):
        return []
    if _PASSING.search(plain) or asked_for(plain) or wishes.NO_MATTER.match(plain):
        return []
    if _of_others(clauses(text, sentence.quotes)):
        return []
    said = opened(Text.of(plain[led(plain) :])).plain
    wish = _WISH.match(said) is not None
    if not wish and idle(_BARE_END.sub("", said)):
        return []
    least = LEAST_ASKED if wish else LEAST if _OWN.search(plain) else LEAST_OTHER
    if worth(sentence.text) < (LEAST_WISH if wishing and _WISH.match(plain) else least):
        return []
    return [candidate(plain, sentence)]


def asked_for(plain: str) -> bool:
    """Whether it asks for something of this once."""
    return _ONCE.match(plain) is not None and not _STANDING.search(plain)


def _of_others(parts: list[Clause]) -> bool:
    """Whether it is supposed, handed on, a correction of what nobody told, or of somebody the user did not tell of."""
    if any(moods.supposes(part) or moods.reports(part) or moods.muses(part) for part in parts):
        return True
    if any(changes.wrong(part.text.plain.strip()) for part in parts):
        return True
    first = next(iter(parts), None)
    if first is None:
        return False
    return first.subject.who == "other" if first.explicit else bool(SOMEBODY.match(first.body.plain))


def clauses_alone(sentence: Sentence) -> list[tuple[str, str]]:
    """The clauses of a sentence of several that are said for real: with the one each speaks of, and as it was said."""
    text = Text.of(sentence.text)
    if sentence.question or not _SEVERAL.search(text.plain) or moods.asks(text.plain) or moods.joking(text.plain):
        return []
    parts = clauses(text, sentence.quotes)
    if len(parts) < 2 or any(moods.supposes(part) or moods.reports(part) or moods.muses(part) for part in parts):  # noqa: PLR2004  # several
        return []
    found: list[tuple[str, str]] = []
    animal = ""
    for part in parts:
        if part.explicit:
            kind, name = pets.pet_named(part)
            animal = f"我家的{kind}{name}" if kind else ""
        alone = f"{animal}{part.text.raw.strip()}" if animal and not part.explicit else _alone(part)
        if animal and part.text.plain.strip().startswith(("是", "叫")):
            continue
        if len(alone) >= _SHORTEST_CLAUSE or (len(alone) >= _SHORTEST and _WISH.match(alone)):
            found.append((alone, (part.body if part.explicit else part.text).raw.strip()))
    return found


def _alone(part: Clause) -> str:
    """The words of a clause that has a subject of its own or is a wish; what denies the clause before it is neither."""
    text = opened(part.text.strip())
    if DENIES.search(text.plain) or part.subject.who not in ("user", "relation", "we"):
        return ""
    if part.explicit or (_OWN_PLACE.match(text.plain) and part.own):
        return text.raw
    if part.subject.who == "we" or not (_CARRIED.match(text.plain) or _OWN_PLACE.match(text.plain)):
        return text.raw if part.subject.who == "user" and _BARE.match(text.plain) else ""
    who = f"我{part.subject.word}{part.subject.name}" if part.subject.who == "relation" else "我"
    return who + text.raw


def told(part: str, read: str) -> bool:
    """Whether what was read has two characters of a clause that stand together, a word or a number of it."""
    return shared(folded(part), folded(read))


def folded(words: str) -> str:
    return simplify(narrow(words)).casefold()


def shared(words: str, known: str) -> bool:
    """The same of words that are `folded`."""
    if any(word in known for word in _WORDS.findall(words)):
        return True
    return any(run[at : at + 2] in known for run in _RUNS.findall(words) for at in range(len(run) - 1))


def candidate(plain: str, sentence: Sentence) -> Candidate:
    """The sentence in its own words."""
    text = Text.of(sentence.text.strip())
    words = opened(text.cut(led(text.plain))).raw
    wish = _WISH.match(opened(Text.of(plain)).plain) is not None
    own = third_person(_ENDING.sub("", words))
    told = as_told(reworded(own, [] if _HABITUAL.search(plain) else _dated(own, sentence), "zh"), wish=wish)
    kind, type_ = (Kind.PREFERENCE, Type.SEMANTIC) if wish else kinds.infer(told, None, None)
    mentions = [] if _HABITUAL.search(plain) else _dated(words, sentence)
    if kind is Kind.FACT and mentions:
        kind, type_ = Kind.EVENT, Type.EPISODIC
    past = [mention.since for mention in mentions if mention.since <= sentence.at]
    return Candidate(
        content=told,
        evidence=sentence.text,
        kind=kind,
        type=type_,
        importance=2,
        confidence=0.75,
        scene=sentence.scene if wish else None,
        valid_from=past[0] if past else None,
        expires_at=mentions[-1].until if mentions and not past and not dates.recurring(words) else None,
    )


def _dated(words: str, sentence: Sentence) -> list[dates.Mention]:
    """The dates of it; a time of the day or a day of the week alone comes again, unless something is due then."""
    said = quoted(words)
    return [
        one
        for one in dates.find(words, sentence.at, sentence.zone)
        if not any(start <= one.start < end for start, end in said)
        and (
            _DUE.search(_around(words, one.start, one.end))
            or _dates(
                words[one.start : one.end], past=one.since <= sentence.at and _done(_around(words, one.start, one.end))
            )
        )
    ]


def _done(clause: str) -> bool:
    """Whether it is over; what is put on another day is not."""
    return "了" in clause and not re.search("[改调挪换推定]", clause)


def _around(words: str, start: int, end: int) -> str:
    """The clause around a place in the words."""
    begins = max(words.rfind(mark, 0, start) for mark in ",，;；")
    ends = [at for mark in ",，;；" if (at := words.find(mark, end)) >= 0]
    return words[begins + 1 : min(ends, default=len(words))]


def _dates(words: str, *, past: bool) -> bool:
    """Whether it says which day: 周日 does of what is over."""
    return not _AGAIN.fullmatch(words) or (past and re.match("周|星期|礼拜", words) is not None)


_AGAIN: Final = re.compile(  # nothing that says which day
    r"(?:(?:周|星期|礼拜)[一二三四五六日天末]|凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|[\d一二两三四五六七八九十]{1,3}[点:：时][\d一二三四五十半整刻钟分]{0,4}|"
    r"[之以]?[前后]|[到至和、，,\s左右])+"
)
_DUE: Final = re.compile(
    r"要(?!是|不|么)|得(?=[去赶参交开回])|约了|[去来飞交](?=[^,，]|$)|到(?=[^\d一二两三四五六七八九十半早晚上下中周月年,，])|面试|考试|航班|飞机|高铁|火车|开庭|手术|复查|截止|到期|提醒|通知|[定约订]在|安排在"
)


def as_told(words: str, *, wish: bool = False) -> str:
    """With the user as subject where the sentence leaves it out; only where that reads badly as words of theirs."""
    if wish:
        return f"用户要求{_POLITE.sub('', words)}"
    plain = simplify(words)
    if re.match(_KIN, plain):
        return f"用户的{words}"
    if fronted := _FRONTED.match(words):
        return f"用户{fronted['topic'].strip()}{words[fronted.end() :]}"
    if "用户" in words:
        return words
    return f"用户{words}" if _PREDICATE.match(plain) else f"用户说：{words}"


_FRONTED: Final = re.compile(  # 科幻我都看 is of the user
    r"(?P<topic>(?![^,，]*(?:别|不要|请|@)[^,，]*用户)[^,，用户]{1,10}(?<![跟给和对让叫把被比陪教帮带问找为回劝说喊等像的是与求向随送接催了找请约就只连除醒知邀归由靠轮该使令])\s?)用户(?![的家他自所，,。]|$)"
)
_HABITUAL: Final = re.compile(
    r"有时|有空|经常|常常|平时|一般|通常|偶尔|总是|习惯|往往"
)  # whose weekend is none of the calendar
_POLITE: Final = re.compile(r"^(?:请|麻烦|拜托|劳驾)(?:你|助手|您)?")
_ENDING: Final = re.compile(r"[\s，,。;；!！~～、:：.…]+$|[啦呢啊呀哦哈吧嘛喔噢]+[\s。!！~～.]*$")
_BARE_END: Final = re.compile(r"[\s，,。;；!！~～、:：.…]+$")
_KIN: Final = (
    rf"(?:{either(word for word in ROLES if len(word) > 1)}|父母|爸妈|孩子|家人|长辈|室友|老家)(?!们|说|问|觉得)"
)
_PREDICATE: Final = re.compile(  # what the user does, has or is; where and when
    r"(?:\d{4}[年-]|每[天周月年个晚早]|公司|单位|家里|学校|宿舍|办公室|手机|电脑|房贷|房租|车贷|工资|月薪|年假|现在|目前|已经|正在|一直|从小|"
    r"平时|周[一二三四五六日末]|最近|今年|去年|明年|早上|晚上|下班|上班|刚|才|就|又|也|不(?!是|过|然)|没(?!人|事|什么|关系)|有(?!人|的|一种|点|没)|"
    r"做|学|教|练|写过|画|当|干|开|住|搬|买|养|考|报|申请|参加|准备|打算|计划|想|喜欢|爱|怕|讨厌|吃|喝|用了|用着|去过|去年|来自|换|跳|辞|入职|毕业|"
    r"离|结|订|怀|生|得|患|查出|确诊|戒|坚持|负责|管|带|跑|骑|游|打|弹|唱|拍|租|贷|欠|存|攒|睡|起|出差|调|被|跟|和|在|是|属|会|能|习惯|信|对|每|"
    r"升|创业|退休|失业|待业|休|值|夜班|实习|读|念|种|收集|加入|担任|兼职|腰|膝盖|肩|胃|血压|血糖|视力|近视)"
)
