"""Chinese sentences that no rule knows."""

import re
from typing import Final

from app.memories import kinds
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.unread.worth import worth
from app.memories.extractors.zh import moods
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.facts import clean, third_person
from app.memories.extractors.zh.lexicon import narrow, simplify
from app.memories.extractors.zh.subjects import Text
from app.memories.model import Candidate, Kind, Type
from app.text import dates

LEAST: Final = 1.0  # log-odds of a sentence of the first person
LEAST_OTHER: Final = 1.6  # of one that names nobody: more of these are about the world
_SHORTEST, _LONGEST = 4, 80  # characters
_SHORTEST_CLAUSE: Final = 5

_OWN: Final = re.compile(r"[我咱俺]|本人")
_WISH: Final = re.compile(r"^(?:请|麻烦|别|不要|不许|禁止|以后|今后|每次|一律|尽量|回答|回复|写|给我|跟我|用)")
_OWN_PLACE: Final = re.compile(r"公司|单位|家里|学校|办公室|宿舍|老家|父母|下个?(?:月|周|星期|礼拜)|明年|每[周天月年]|请(?!假|客|问|教|了)")
_SEVERAL: Final = re.compile(r"[，,；;…—]")
_DENIES: Final = re.compile(r"不(?:是|姓|叫|在)(?!乎|意)|[他她它这那]")
_WORDS: Final = re.compile(r"[a-z][\w+#.-]+|\d{2,}")
_RUNS: Final = re.compile(r"[\u4e00-\u9fff]+(?<![我的了])")
_PASSING: Final = re.compile(
    r"这(?:次|回|篇|句|段|份|张|页|一次|一回)|就今天|先这样|暂时|今晚|今早|刚(?:才|刚)|待会|等下|马上|好像|可能|大概|听说|据说"
)


def read(sentence: Sentence) -> list[Candidate]:
    """The sentence in the third person when it sounds worth keeping."""
    text = Text.of(sentence.text)
    plain = text.plain.strip()
    if not _SHORTEST <= len(plain) <= _LONGEST or sentence.question or moods.asks(plain) or moods.joking(plain):
        return []
    if _PASSING.search(plain):
        return []
    parts = clauses(text, sentence.quotes)
    if any(moods.supposes(part) or moods.reports(part) or moods.muses(part) for part in parts):
        return []
    if parts and parts[0].explicit and parts[0].subject.who == "other":
        return []
    if worth(sentence.text) < (LEAST if _OWN.search(plain) else LEAST_OTHER):
        return []
    return [_candidate(plain, sentence)]


def clauses_alone(sentence: Sentence) -> list[str]:
    """The clauses of a sentence of several that are said for real, each with the one it speaks of."""
    text = Text.of(sentence.text)
    if sentence.question or not _SEVERAL.search(text.plain) or moods.asks(text.plain) or moods.joking(text.plain):
        return []
    parts = clauses(text, sentence.quotes)
    if len(parts) < 2 or any(moods.supposes(part) or moods.reports(part) or moods.muses(part) for part in parts):  # noqa: PLR2004  # several
        return []
    return [alone for part in parts if (alone := _alone(part)) and len(alone) >= _SHORTEST_CLAUSE]


def _alone(part: Clause) -> str:
    """The words of a clause that has a subject of its own or is a wish; what denies the clause before it is neither."""
    words = part.text.raw.strip()
    if _DENIES.search(part.text.plain) or part.subject.who not in ("user", "relation", "we"):
        return ""
    return words if part.explicit or _OWN_PLACE.match(part.text.plain.strip()) else ""


def told(part: str, read: str) -> bool:
    """Whether what was read has two characters of a clause that stand together, a word or a number of it."""
    known, words = simplify(narrow(read)).casefold(), simplify(narrow(part)).casefold()
    if any(word in known for word in _WORDS.findall(words)):
        return True
    return any(run[at : at + 2] in known for run in _RUNS.findall(words) for at in range(len(run) - 1))


def _candidate(plain: str, sentence: Sentence) -> Candidate:
    words = clean(sentence.text)
    wish = _WISH.match(plain) is not None
    told = dates.rewrite(third_person(words), sentence.at, sentence.zone, "zh")
    if wish:
        told = f"用户要求：{told}"
    elif "用户" not in told:
        told = f"用户说：{told}"
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
