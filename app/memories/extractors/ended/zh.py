"""Chinese clauses that tell of a change: 卖了, 不学了, 换成, 推迟到, 分手."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from app.memories.endings import Ending
from app.memories.extractors.ended import tastes
from app.memories.extractors.ended import zh_patterns as patterns
from app.memories.extractors.ended.recurring import CLOCK, DAY, recurs
from app.memories.extractors.ended.told import Told
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import moods
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.facts import clean, head, third_person
from app.memories.extractors.zh.subjects import ROLES, Text
from app.text import dates


def read(sentence: Sentence) -> list[Told]:
    """What its clauses tell of changes, in order."""
    if patterns.SIGNS.isdisjoint(sentence.text) or sentence.question:
        return []
    text = Text.of(sentence.text)
    if not patterns.TRIGGER.search(text.plain):
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
    if not patterns.NOT_LIKED.search(plain) and (
        taste := tastes.chinese(plain, raw, after) or tastes.chinese(body, raw, after)
    ):
        yield taste
    if patterns.NOT_SO.search(plain):
        return
    for told in _of_work(plain, body, raw):
        joined = patterns.NEXT_JOB.match(after) if told.key == "employer" else None
        yield (
            replace(told, into=clean(joined["firm"] or joined["firm2"]))
            if joined and not patterns.NOT_SO.search(after)
            else told
        )
    if re.match(r"(?:已经|刚|终于|去年|今年|上个?月|正式|顺利|大学|研究生|,)*毕业(?:了|啦)$", body) and (
        "我" in plain or plain == body
    ):
        for key in ("school", "grade", "major"):
            yield Told("学业", Ending.DOING, raw, key=key)
        return
    if status := patterns.STATUS_OVER.match(body):
        value = "single" if status["single"] else "engaged"
        yield Told("单身" if status["single"] else "婚约", Ending.DOING, raw, key="marital_status", value=value)
        return
    if job := patterns.FROM_JOB_TO_JOB.match(body):
        old, new = clean(job["old"]), clean(job["new"])
        if not patterns.OTHERS.search(old):
            yield Told(old, Ending.DOING, raw, key="employer", value=head(old), into=new)
            return
    if (parted := patterns.PARTED.match(body)) and ("我" in plain or parted["who"]):
        who = parted["who"]
        yield Told("" if who in ROLES or not who else clean(who), Ending.BOND, raw)
        return
    into = patterns.INTO.match(body) or patterns.INTO.match(plain)
    if into and plain.startswith(("把", "将")) and "了" not in plain:  # 把这句改成过去式: asked for, not told
        return
    if into and not dates.find(plain, sentence.at, sentence.zone):
        groups = {name: words for name, words in into.groupdict().items() if words and name != "topic"}
        old = _thing(next(words for name, words in groups.items() if name.startswith("o")))
        new = _thing(next(words for name, words in groups.items() if name.startswith("n")))
        if old and new and old != new and not patterns.OTHERS.search(old):
            yield Told(old, Ending.DOING, raw, into=new)
            return
    new = ""
    if (following is not None and not following.explicit) or (
        following is not None and following.subject.who in ("user", "we")
    ):
        after = following.text.plain.strip()
        if not patterns.NOT_SO.search(after) and (found := patterns.NEXT.match(re.sub(r"^(?:我们?|俺)", "", after))):
            new = _thing(patterns.COUNTED.sub("", found["new"]))
    if (off := patterns.CALLED_OFF.match(body)) and not patterns.OTHERS.search(off["what"]):
        yield Told(_thing(off["what"]), Ending.OFF, raw)
        return
    ways = list(_first(part, body, raw, new))
    yield from ways or _aim(body, raw)


_WAYS: Final = (
    (patterns.MOVED_OUT, Ending.DOING),
    (patterns.THING_GONE, Ending.THING),
    (patterns.I_GAVE, Ending.THING),
    (patterns.PUT_DOWN, Ending.DOING),
    (patterns.DOING_OVER, Ending.DOING),
    (patterns.CANNOT_MORE, Ending.DOING),
    (patterns.I_GAVE_UP, Ending.DOING),
    (patterns.THING_LEFT, Ending.THING),
)


def _first(part: Clause, body: str, raw: str, new: str) -> Iterator[Told]:
    """What ended, by the first way of telling it that fits."""
    for pattern, sort in _WAYS:
        found = pattern.match(body)
        what = _thing(found["what"]) if found else ""
        if not found or not what or patterns.OTHERS.search(found["what"]):
            continue
        if patterns.LOST.search(body) and patterns.TAILS.search(found["what"]):
            continue  # a lost card ends no membership
        if sort is Ending.DOING and not _lasts(part, body, what, new):
            continue
        if pattern is patterns.THING_GONE and patterns.BROKEN.search(body) and not new:
            continue
        if pattern is patterns.I_GAVE_UP and not patterns.FOR_GOOD.search(body):
            continue
        if pattern is patterns.THING_LEFT and not part.first:
            continue
        yield Told(what, sort, raw, into=new if new != what else "")
        return


def _aim(body: str, raw: str) -> Iterator[Told]:
    """What was aimed at and is reached or given up; an evening of it is over in the same words."""
    found = next((found for pattern in patterns.AIM_OVER if (found := pattern.match(body))), None)
    what = re.sub(patterns.AIMING, "", found["what"]) if found else ""
    if len(what) >= patterns.SHORTEST and not patterns.OTHERS.search(what):
        yield Told(what, Ending.AIM, raw)


def _lasts(part: Clause, body: str, what: str, new: str) -> bool:
    """Whether the user gave up more than a meal or an evening: 咖啡不喝了，谢谢 gives up no coffee."""
    if len(what) < patterns.SHORTEST and what not in patterns.SHORT_THINGS and not what.isascii():
        return False
    if new:
        return True
    if patterns.TODAY.search(body) and not patterns.LASTS.search(body):
        return False
    return part.subject.who != "we" or patterns.OF_A_TEAM.search(body) is not None


def _date(plain: str, following: Clause | None, sentence: Sentence, raw: str) -> Told | None:
    if patterns.DATE_NOT_SO.search(plain):
        return None
    found = patterns.DATE.match(plain)
    if found and (
        dates.find(found["to"], sentence.at, sentence.zone)
        or dates.recurring(found["to"])
        or CLOCK.match(found["to"])
        or DAY.fullmatch(found["to"])
    ):
        what = _thing(re.sub(r"从.*$", "", found["what"]))
        return Told(what, Ending.DATE, raw) if what and not patterns.OTHERS.search(what) else None
    unfixed = patterns.UNFIXED.match(plain)
    if unfixed and following is not None:
        after = following.text.plain.strip()
        if (new := patterns.NEW_DATE.match(after)) and dates.find(new["to"], sentence.at, sentence.zone):
            return Told(_thing(unfixed["what"]), Ending.DATE, f"{raw}，{following.text.raw.strip()}")
    return None


def _of_work(plain: str, body: str, raw: str) -> Iterator[Told]:
    if work := patterns.WORK_OVER.match(body) or patterns.WORK_OVER.match(plain):
        firm = clean(next(words for words in work.groups() if words))
        firm = re.sub(r"^(?:我|把|在|从|被)|(?:那边|那里|那儿|公司那边|的工作|的)$", "", firm)
        if len(firm) > 1 and not patterns.OTHERS.search(firm) and firm not in ("公司", "工作", "单位"):
            yield Told(firm, Ending.DOING, raw, key="employer", value=head(firm))
            return
    if (patterns.BARE_WORK.match(body) and ("我" in plain or plain == body)) or patterns.FIRM_CLOSED.match(plain):
        yield Told("工作", Ending.DOING, raw, key="employer")
        if "退休" in plain:
            yield Told("职业", Ending.DOING, raw, key="occupation")


def _thing(words: str) -> str:
    """The thing that some words name: 我的钢琴课 → 钢琴."""
    text = patterns.OWNED.sub("", clean(words)).strip()
    text = re.sub(r"(?:我|我们|已经|都|也|就|又|刚|的)$", "", text)
    text = patterns.TAILS.sub("", text) or text
    return patterns.VERBS.sub("", text).strip()


def says(told: Told, sentence: Sentence) -> str:
    """The clause told of the user, its days by their dates."""
    words = clean(told.clause)
    if not recurs(told.what, told.clause):
        words = dates.rewrite(words, sentence.at, sentence.zone, "zh")
    written = third_person(words)
    return written if "用户" in written else f"用户的{written}" if told.sort is Ending.DATE else f"用户{written}"
