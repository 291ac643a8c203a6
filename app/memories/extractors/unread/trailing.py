"""What a clause of a Chinese sentence adds to the one before it: 我有哮喘，换季的时候容易发作.

Such a clause leans on the one before it and says little alone. So where no reader knows it, and it sounds lasting, it
is kept with what the clause before it was read as, and is replaced and forgotten with that.
"""

import re
from dataclasses import replace
from typing import Final

from app.governance.topics import health_finance_law
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unread import zh
from app.memories.extractors.unread.worth import worth
from app.memories.extractors.zh import changes, moods
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.facts import third_person
from app.memories.extractors.zh.names import SOMEBODY
from app.memories.extractors.zh.subjects import Text
from app.memories.model import Act, Candidate, Kind
from app.text import dates

LEAST: Final = -1.0  # log-odds; moods and small talk lie below, whatever their length
_SHORTEST, _LONGEST = 3, 24  # characters
_RULE: Final = 20  # characters
_MOST: Final = 2  # clauses added to one memory
_BARE: Final = re.compile(  # told of by a value alone, or a wish
    r"(?:relation:(?:[^:]+:)+)?(?:surname|birthday|birth_year|phone|email)$|(?:name|surname|form_of_address|birthday|birth_year|phone|email|age|gender)$|"
    r"(?:entity:|instruction|answer_|code_|report_|comment_)"
)
_THERE: Final = re.compile(
    r"那(?:几天|段时间|天|会儿|周|个点|阵子|时候|边|儿|[台个只部辆把条])"
)  # of the clause before
_WISHED: Final = re.compile(r"(?:那)?(?:请|千万|所以|就)?(?:别|不要|请勿)(?![客担难急慌笑怪])")
_END: Final = re.compile(r"[\s。.!！~～、:：…]+$|(?<=[^的])[啦呢呀哦哈噢喔]+$")
_PASSING: Final = re.compile(
    r"今[天晚早]|昨[天晚]|刚才|待会|等下|马上|正在|还在|[你您哈]|谢谢|指教|关照|改主意|搬家|改名|辞职|说错|写错|记错|打错|纠正|更正|觉得|感觉|好像|"
    r"不知道|没办法|习惯|不重要|说来|说实话|无所谓|这个|那个|坏了|不舒服|(?<![就会])难受|有点[疼烦累慌晕冷热困饿懵虚]|[透惨爽]了$|(?:快|要|都)[^,，]{0,4}[疯死崩炸秃废裂吐]了?$|[吧吗呢嘛]$|真的?(?:很|太|好)|太.{1,4}了$|死了?$|帮我|(?<![别要用少])给我|这[次回]|最近|还没[定想]|^(?:让|叫|建议|说)[我你他她]|^(?:不|没)(?:是|在)"
)


def trailing(sentence: Sentence, read: list[Candidate]) -> list[Candidate]:
    """`read`, with the words of the clauses that lean on what it tells."""
    if sentence.language != "zh" or sentence.question or not read:
        return read
    parts = clauses(Text.of(sentence.text), sentence.quotes)
    if not any(_may_lean(part) for part in parts[1:]) or _unmeant(sentence, parts):
        return read
    said = [_END.sub("", part.text.raw.strip()) for part in parts]
    kept, added, known = list(read), dict.fromkeys(range(len(read)), 0), [zh.folded(_words(one)) for one in read]
    onto: int | None = None
    for part, words in zip(parts, said, strict=True):
        telling = [index for index, told in enumerate(known) if zh.shared(zh.folded(words), told)]
        if telling:
            onto = telling[-1] if _adds_to(read[telling[-1]]) else None
        elif onto is None or not _may_lean(part) or not _lasts(part, words) or _stale(words, kept[onto], sentence):
            onto = None
        elif (topic := health_finance_law(words)) and not kept[onto].sensitive:  # not beside what may be shown freely
            kept += _apart(part, words, topic, sentence)
            onto = None
        elif added[onto] < _MOST:
            more = dates.rewrite(third_person(words), sentence.at, sentence.zone, "zh")
            kept[onto] = replace(kept[onto], content=f"{kept[onto].content}，{more}")
            added[onto] += 1
    return kept


def _apart(part: Clause, words: str, topic: str, sentence: Sentence) -> list[Candidate]:
    """What touches health or money, as a memory of its own."""
    if not part.own:
        return []
    alone = replace(sentence, text=words, previous="", quotes=())
    return [replace(zh.candidate(Text.of(words).plain, alone), evidence=sentence.text, sensitive=topic)]


def _stale(words: str, onto: Candidate, sentence: Sentence) -> bool:
    """Whether it is of a day to come, and would be added to what has no end."""
    if onto.expires_at or onto.kind in (Kind.EVENT, Kind.TASK) or (onto.key or "").startswith(("goal", "project")):
        return False
    return any(one.since > sentence.at for one in dates.find(words, sentence.at, sentence.zone))


def _unmeant(sentence: Sentence, parts: list[Clause]) -> bool:
    plain = Text.of(sentence.text).plain
    return (
        moods.asks(plain)
        or moods.joking(plain)
        or changes.wrong(plain)
        or any(moods.supposes(part) or moods.reports(part) or moods.muses(part) for part in parts)
    )


def _words(one: Candidate) -> str:
    return f"{one.content} {one.key or ''} {one.value or ''} {one.topic or ''}"


def _adds_to(one: Candidate) -> bool:
    """Whether it is of a kind that can be added to."""
    if one.kind is Kind.PROCEDURE:
        return len(one.content) <= _RULE  # a rule, not a procedure told from end to end
    return one.act is Act.ASSERT and one.key is not None and not _BARE.match(one.key)


def _may_lean(part: Clause) -> bool:
    plain = part.text.plain.strip()
    return (
        (not part.explicit or (part.own and not plain.startswith(("我", "咱", "俺"))))  # 家里那台是Windows
        and _SHORTEST <= len(plain) <= _LONGEST
        and not _PASSING.search(plain)
        and not zh.DENIES.search(_THERE.sub("", plain))
        and not zh.asked_for(plain)
        and not SOMEBODY.match(plain)
    )


def _lasts(part: Clause, words: str) -> bool:
    return worth(words) >= LEAST or _WISHED.match(part.text.plain.strip()) is not None
