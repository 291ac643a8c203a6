"""Chinese sentences that no rule knows."""

import re
from typing import Final

from app.memories import kinds
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unread.worth import worth
from app.memories.extractors.zh import changes, moods, pets
from app.memories.extractors.zh.clauses import Clause, clauses, opened
from app.memories.extractors.zh.facts import third_person
from app.memories.extractors.zh.lexicon import either, narrow, simplify
from app.memories.extractors.zh.names import SOMEBODY
from app.memories.extractors.zh.subjects import ROLES, Text
from app.memories.model import Candidate, Kind, Type
from app.text import dates

LEAST: Final = 1.0  # log-odds of a sentence of the first person
LEAST_OTHER: Final = 1.6  # of one that names nobody: more of these are about the world
_SHORTEST, _LONGEST = 4, 80  # characters
_SHORTEST_CLAUSE: Final = 5

_OWN: Final = re.compile(r"[我咱俺]|本人")
_WISH: Final = re.compile(r"^(?:请|麻烦|别|不要|不许|禁止|以后|今后|每次|一律|尽量|回答|回复|写|给我|跟我|用)")
_OWN_PLACE: Final = re.compile(
    r"公司|单位|家里|学校|办公室|宿舍|老家|父母|下个?(?:月|周|星期|礼拜)|明年|每[周天月年]|请(?!假|客|问|教|了)"
)
_CARRIED: Final = re.compile(  # what the one of the clause before does or has: 养了两条狗, 预产期圣诞节
    r"(?:也|还|都|现在|目前|平时|特别|主要|最){0,3}(?:养|弹(?!性)|打(?!电话|算了|字|不)|开(?!始|会|玩笑|心)|住|教(?!训)|读|写|练|跑(?!了)|骑|买(?!不)|卖|租|管(?!他|它)|负责|带(?!来)|"
    r"喜欢|爱|怕|讨厌|不吃|不喝|不能[吃喝跑碰用开坐]|只(?:吃|喝|用|能|有|看|接)|吃素|每[天周月年晚]|周[一二三四五六日末](?![之以]?前|要|得|交)|习惯|攒|会(?:弹|说|开|做|写|修|一点)|"
    r"有(?=[个一两三四只条几])|上[一二三四五六]休|膝盖|腰|胃|血压|血糖|左[耳眼手腿]|右[耳眼手腿]|近视|对[^,，]{1,8}过敏|预产期|生日|老家|戒|信|离异|单身|在(?=[^,，]{2,8}(?:上班|工作|读|念|当|做)))"
)
_BARE: Final = re.compile(  # a wish, or something that has a subject of its own: 打电话不方便, 缩进用空格
    r"(?:别|不要|不用|只|少|多|尽量|请|用(?![完了得过不]))[^,，]{3}|(?!已经|回到|换|容易|结果|估计|也|还|才|就|再|又|从|给|写|看)"
    r"[^我你他她它,，的了\d]{2,6}(?:是|叫|用|在|有|没有|不能|要|得|不方便|必须|只能)[^,，]"
)
_SEVERAL: Final = re.compile(r"[，,；;…—]")
_DENIES: Final = re.compile(r"不(?:是|姓|叫|在)(?!乎|意)|[他她它这那]|改回|恢复|原来|不[^,，]+了$")
_WORDS: Final = re.compile(r"[a-z][\w+#.-]+|\d{2,}")
_RUNS: Final = re.compile(r"[\u4e00-\u9fff]+(?<![我的了])")
_ONCE: Final = re.compile(  # a request, of this once unless it says otherwise
    r"(?:请|麻烦|拜托|那|你|能|快|再|先|就|帮忙|顺便|,|，){0,4}(?:帮我|给我|替我|为我|跟我|和我|教我|陪我)?(?:再|先|也|来|多|重新){0,2}"
    r"(?:推荐|写(?!给|东西)|列|翻译|总结|解释|介绍|起|想(?:几|个|一|出)|编|讲|找|查|算|做(?:个|一|张|份)|画|改(?!用|成)|润色|生成|分析|对比|比较|说(?:说|一)|看(?:看|一)|"
    r"检查|安排|规划|设计|出(?:个|一|几|道)|来(?:个|一|几|点|段|首)|举|整理|扩写|缩写|续写|概括|祝我|猜|评价|修改|优化|补充|解答|提供|展开|继续|发我|换(?:个|一))"
)
_STANDING: Final = re.compile(
    r"以后|今后|往后|每次|每回|一律|永远|都|总是|始终|尽量|别|不要|不用|不许|默认|凡是|一直|从现在|从今"
)
_PASSING: Final = re.compile(
    r"这(?:次|回|篇|句|段|份|张|页|一次|一回)|就今天|先这样|暂时|今晚|今早|刚(?:才|刚)|待会|等下|马上|好像|可能|大概|听说|据说|^我?不(?:打算|想|准备)[^,，]{0,3}了[。.!！]*$"
    r"|(?:小说|短篇|长篇|漫画|故事|剧本|游戏|剧|设定|作文|段子|同人|梦)里|^我?(?:早上|中午|下午|晚上|昨[天晚]|前天)[^,，每都就]{2,14}了[。.!！]*$"
)


def read(sentence: Sentence) -> list[Candidate]:
    """The sentence in the third person when it sounds worth keeping."""
    text = Text.of(sentence.text)
    plain = text.plain.strip()
    if not _SHORTEST <= len(plain) <= _LONGEST or sentence.question or moods.asks(plain) or moods.joking(plain):
        return []
    if _PASSING.search(plain) or (_ONCE.match(plain) and not _STANDING.search(plain)):
        return []
    if _of_others(clauses(text, sentence.quotes)):
        return []
    if worth(sentence.text) < (LEAST if _OWN.search(plain) else LEAST_OTHER):
        return []
    return [_candidate(plain, sentence)]


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
        if len(alone) >= _SHORTEST_CLAUSE:
            found.append((alone, part.text.raw.strip()))
    return found


def _alone(part: Clause) -> str:
    """The words of a clause that has a subject of its own or is a wish; what denies the clause before it is neither."""
    text = opened(part.text.strip())
    if _DENIES.search(text.plain) or part.subject.who not in ("user", "relation", "we"):
        return ""
    if part.explicit or _OWN_PLACE.match(text.plain):
        return text.raw
    if part.subject.who == "we" or not _CARRIED.match(text.plain):
        return text.raw if part.subject.who == "user" and _BARE.match(text.plain) else ""
    who = f"我{part.subject.word}{part.subject.name}" if part.subject.who == "relation" else "我"
    return who + text.raw


def told(part: str, read: str) -> bool:
    """Whether what was read has two characters of a clause that stand together, a word or a number of it."""
    known, words = simplify(narrow(read)).casefold(), simplify(narrow(part)).casefold()
    if any(word in known for word in _WORDS.findall(words)):
        return True
    return any(run[at : at + 2] in known for run in _RUNS.findall(words) for at in range(len(run) - 1))


def _candidate(plain: str, sentence: Sentence) -> Candidate:
    words = opened(Text.of(sentence.text.strip())).raw
    wish = _WISH.match(opened(Text.of(plain)).plain) is not None
    told = as_told(dates.rewrite(third_person(_ENDING.sub("", words)), sentence.at, sentence.zone, "zh"), wish=wish)
    kind, type_ = (Kind.PREFERENCE, Type.SEMANTIC) if wish else kinds.infer(told, None, None)
    mentions = dates.find(words, sentence.at, sentence.zone)
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
        expires_at=mentions[-1].until if mentions and not past else None,
    )


def as_told(words: str, *, wish: bool = False) -> str:
    """With the user as subject where the sentence leaves it out; only where that reads badly as words of theirs."""
    if wish:
        return f"用户要求{_POLITE.sub('', words)}"
    plain = simplify(words)
    if re.match(_KIN, plain):
        return f"用户的{words}"
    if "用户" in words:
        return words
    return f"用户{words}" if _PREDICATE.match(plain) else f"用户说：{words}"


_POLITE: Final = re.compile(r"^(?:请|麻烦|拜托|劳驾)(?:你|助手|您)?")
_ENDING: Final = re.compile(r"[\s，,。;；!！~～、:：.…]+$|[啦呢啊呀哦哈吧嘛喔噢]+[\s。!！~～.]*$")
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
