"""The Chinese grammar: one sentence → what it tells to keep, change or forget.

`read` is the path: forget? → remember this? → a procedure? → cut into `clauses` → standing `instructions` → for each
clause that is left and asserted, the readers of `identity`, `work`, `family`, `health`, `tastes`, `tools`, `schedule`
give `facts`, which become candidates. Words are data in `lexicon/zh.toml`.
"""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import (
    changes,
    family,
    health,
    identity,
    instructions,
    procedures,
    remember,
    schedule,
    tastes,
    tools,
    work,
)
from app.memories.extractors.zh.clauses import MANY, USER, Clause, Subject, Text, clauses
from app.memories.extractors.zh.facts import Fact, candidate
from app.memories.model import Act, Candidate
from app.text import dates

_JOKE = re.compile(r"开玩笑|开个玩笑|逗你|骗你|才怪|说着玩|瞎说的|编的|哈哈.{0,20}(?:都快|快要|要)变成")
_WHETHER = re.compile(
    r"是不是|有没有|能不能|会不会|要不要|该不该|可不可以|好不好(?!吃|喝)|行不行|对不对|是否|需不需要|"
    r"(?P<a>[\u4e00-\u9fff])不(?P=a)(?![\u4e00-\u9fff]{0,2}(?:就|都))"
)
_ASKS = re.compile(
    r"什么(?!都|也)|(?<!不管)(?<!无论)谁(?!都|也)|哪(?:里|儿|个|些|家|位|种|款|天|年|一)?|怎么(?!都|也|"
    r"说呢)|怎样|多少|多久|多大(?=[?？]|$)|几(?=[个点号岁月年天次位])|为啥|为何|为什么|如何|咋|吗$|[?？]"
)
_UNREAL = re.compile(
    r"^(?:但|那|可|不过|而)?(?:如果|假如|要是|倘若|万一|假设|若是|若|假使|除非|就算|即使|即便|哪怕|等我|"
    r"等到|要不是|如若|一旦|设想|想象|比方说|打个比方|比如说?我)"
)
_REPORTED = re.compile(
    r"^(?:又|还|总|老|老是|经常|常|曾|就|也|都|刚|昨天|今天|刚才){0,6}(?:跟我|对我|和我|给我)?(?:说|觉得|认为|"
    r"问|告诉|以为|提到|让|叫(?=他|她|我(?:去|来|做|把|加|写|帮|们|早|不|别|起|滚))|要求|建议|希望|劝|催|讲|"
    r"表示|抱怨|吐槽|听说|声称|传|吹|写道|提议|推荐|安利|发消息)"
)
_MUSING = re.compile(
    r"^(?:觉得|感觉|以为|听说|想问|想知道|想请教|梦见|梦到|猜|是说|说的是|的意思是|意思是|想说|好奇|想象|"
    r"看到|看见|听到|读到|发现|刚看|不知道|不确定|不是|没有?说|想|好想|真想|恨不得|巴不得|希望)(?!$)"
)
_DREAM = re.compile(r"梦见|梦到|听说|想象|看到|读到")
_GREETING = 4
_ADVERBIAL = re.compile(r"(?:的时候|时|之前|之后|以前|以后|来说|的话|期间|里)$|^(?:因为|由于|自从|作为|除了|从|在)")
_KEEP_MUSING = re.compile(r"^(?:想|希望|不是)")


def read(sentence: Sentence) -> list[Candidate]:
    """Candidates of one sentence; none for questions, suppositions, jokes and what others say."""
    text = Text.of(sentence.text)
    if forgotten := changes.forgetting(text):
        return [candidate(fact, USER, sentence) for fact in forgotten]
    if _JOKE.search(text.plain):
        return []
    words = remember.asked(sentence)
    if words is None:
        return _read(sentence)
    inner = replace(sentence, text=words, quotes=_moved(sentence, words), question=False)
    found = [(remember.promoted(fact), subject) for fact, subject in _facts(inner)]
    if not found and not _ASKS.search(Text.of(words).plain):
        found = [(fact, USER) for fact in remember.kept(words, sentence)]
    return [candidate(fact, subject, sentence) for fact, subject in found]


def _moved(sentence: Sentence, words: str) -> tuple[tuple[int, int], ...]:
    offset = max(sentence.text.find(words), 0)
    return tuple((a - offset, b - offset) for a, b in sentence.quotes if a >= offset and b <= offset + len(words))


def _read(sentence: Sentence) -> list[Candidate]:
    return [candidate(fact, subject, sentence) for fact, subject in _facts(sentence)]


def _facts(sentence: Sentence) -> list[tuple[Fact, Subject]]:
    if told := procedures.read(sentence):
        return [(fact, USER) for fact in told]
    if corrected := _corrected(sentence):
        return corrected
    parts = clauses(Text.of(sentence.text), sentence.quotes)
    asking = _asking(parts, sentence)
    standing, taken = instructions.read(parts) if 0 not in asking or len(parts) > 1 else ([], set())
    standing = [] if taken & asking else standing
    found: list[tuple[Fact, Subject]] = [(fact, USER) for fact in standing]
    if not standing and (back := changes.going_back([part.text.plain.strip() for part in parts])):
        return [(fact, USER) for fact in back]
    found += _stated(parts, sentence, asking | taken)
    return _one_each(found)


def _asking(parts: list[Clause], sentence: Sentence) -> set[int]:
    """Indexes of the clauses that ask."""
    asking = {
        index for index, part in enumerate(parts) if _ASKS.search(part.text.plain) or _WHETHER.search(part.text.plain)
    }
    if sentence.question and re.search(r"[?？吗么]\W*$", sentence.text) and parts:
        asking.add(len(parts) - 1)
        if re.match(r"\s*(?:你(?:觉得|说|认为|看)|请问|想问)", parts[0].text.plain):
            asking |= set(range(len(parts)))
    return asking


def _stated(parts: list[Clause], sentence: Sentence, skip: set[int]) -> list[tuple[Fact, Subject]]:
    found: list[tuple[Fact, Subject]] = []
    reported = fixing = unknown = False
    named: dict[Subject, Subject] = {}
    for index, part in enumerate(parts):
        plain = part.text.plain.strip()
        if _UNREAL.match(plain):
            break
        if index in skip:
            continue
        if changes.wrong(plain):
            fixing = True
            continue
        if fixing and found and (value := changes.righted(plain)):
            if again := _with_value(parts, index, found[-1][0], value, sentence):
                found[-1:] = again
                continue
        if part.explicit:
            unknown = False
            reported = (part.subject.who != "user" and bool(_REPORTED.match(part.body.plain))) or bool(
                part.own and _DREAM.match(part.body.plain)
            )
        if (
            unknown
            or reported
            or (part.own and _MUSING.match(part.body.plain) and not _KEEP_MUSING.match(part.body.plain))
        ):
            continue
        part = replace(part, subject=named.get(part.subject, part.subject))
        facts = _of_clause(part, sentence, found)
        for fact, subject in facts:
            if fact.slot == "name" and subject.role in MANY and fact.value and not subject.name:
                named[subject] = replace(subject, name=fact.value)
        facts = [(fact, named.get(subject, subject)) for fact, subject in facts]
        if (
            not facts
            and not found
            and not part.explicit
            and len(part.body.plain.strip()) > _GREETING
            and not _ADVERBIAL.search(plain)
        ):
            unknown = True  # of whom the first clause speaks is not known, so neither is it for those that lean on it
        if fixing:
            found = [(fact, subject) for fact, subject in found if fact.slot not in {new.slot for new, _ in facts}]
        found += facts
    return found


def _of_clause(part: Clause, sentence: Sentence, before: list[tuple[Fact, Subject]]) -> list[tuple[Fact, Subject]]:
    if turned := family.inverse(part):
        return [(turned[1], turned[0])]
    facts = identity.read(part)
    for read_part in (work.read, family.read, health.read):
        slots = {fact.slot for fact in facts}
        facts += [fact for fact in read_part(part) if fact.slot not in slots or fact.slot is None]
    facts = facts or tools.read(part, sentence) or schedule.read(part, sentence)
    facts = facts or tastes.read(part)
    if not facts and before:
        facts = tastes.elaboration(part, before[-1][0])
        if aimed := schedule.target(part, before[-1][0]):
            before[-1] = (aimed[0], before[-1][1])
    return [(_since(fact, part, sentence), part.subject) for fact in facts]


def _since(fact: Fact, part: Clause, sentence: Sentence) -> Fact:
    """With the date of a clause that tells of a change: `2024 年 3 月入职…` holds from then on."""
    if fact.slot == "age":  # an age without its year soon misleads
        return replace(fact, says=dates.rewrite(fact.says, sentence.at, sentence.zone, "zh"))
    if (
        fact.act is not Act.ASSERT
        or fact.valid_from
        or fact.expires_at
        or fact.slot not in ("residence", "employer", "occupation", "school", "marital_status", "workplace")
    ):
        return fact
    past = [
        mention for mention in dates.find(part.text.raw, sentence.at, sentence.zone) if mention.since <= sentence.at
    ]
    return replace(fact, valid_from=past[0].since) if past else fact


def _with_value(
    parts: list[Clause], index: int, fact: Fact, value: str, sentence: Sentence
) -> list[tuple[Fact, Subject]]:
    """The clause that stated `fact`, read again with the right value in its place."""
    for part in reversed(parts[:index]):
        if fact.value and fact.value in part.text.raw:
            text = replace(part).text.raw.replace(fact.value, value)
            again = clauses(Text.of(("" if "我" in text else "我") + text))
            return [pair for clause in again for pair in _of_clause(clause, sentence, [])][:1]
    return []


def _corrected(sentence: Sentence) -> list[tuple[Fact, Subject]]:
    """`不是南京，是苏州` after a sentence with 南京: that sentence with the right value."""
    pair = changes.not_but(Text.of(sentence.text).plain)
    if not pair or pair[0] not in sentence.previous:
        return []
    return _facts(replace(sentence, text=sentence.previous.replace(*pair), previous="", quotes=(), question=False))


def _one_each(found: list[tuple[Fact, Subject]]) -> list[tuple[Fact, Subject]]:
    """The first fact of each key; facts without one all stay."""
    kept: dict[str, tuple[Fact, Subject]] = {}
    for position, (fact, subject) in enumerate(found):
        kept.setdefault(f"{subject.key(fact.slot)} {fact.scene}" if fact.slot else f"#{position}", (fact, subject))
    return list(kept.values())
