"""Whether two sentences contradict each other, or only look alike.

Vectors put "likes olives" beside "doesn't like olives", and 周二 beside 周三. What is decided here keeps such
pairs from being merged. An unsure answer is "apart": a duplicate can be merged later, a swallowed statement is lost.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

from app.memories import vocabulary as words
from app.memories.subject import roles
from app.text.language import HAN
from app.text.terms import normalise, terms

_SAME_MATTER: Final = 0.75  # share of the shorter sentence's terms that the other one has
_CONTRADICTION: Final = 0.75  # share of both (Dice): higher, since the older sentence is replaced
_CACHED: Final = 8192  # sentences whose reading is kept; those of one user are compared again and again
_LONGEST_SLOT: Final = 4  # characters in which two Chinese sentences of one mould may differ


def _latin(options: Iterable[str]) -> str:
    ordered = sorted(options, key=len, reverse=True)
    return rf"(?<![a-z'])(?:{'|'.join(map(re.escape, ordered))})(?![a-z'])"


def _han(options: Iterable[str]) -> str:
    return "|".join(sorted(options, key=len, reverse=True))


_NO: Final = rf"{_latin(words.DENIALS_EN)}|(?<![a-z])[a-z]+n't(?![a-z])|{_han(words.DENIALS_ZH)}"
_AVERSION: Final = rf"{_latin(words.AVERSIONS_EN)}|{_han(words.AVERSIONS_ZH)}"
_FRIEND: Final = re.compile(f"{_latin(words.FRIENDS_EN)}|{_han(words.FRIENDS_ZH)}")
_NEGATOR: Final = re.compile(f"{_AVERSION}|{_NO}")
_CANCELLED: Final = re.compile(rf"(?:{_NO}){words.BETWEEN}(?!any ?more)(?:{_AVERSION}|{_NO})")
_CLAUSE: Final = re.compile(r"[,，.。;；!！?？\n]+\s*(?!\d)|\b(?:but|because|although|and)\b|但是?|因为|虽然|而且")
_TOPIC: Final = re.compile(  # olives? No thanks: only named, and what follows speaks of it
    rf"^\s*(?:[-*•]\s)?(?P<topic>[A-Za-z][\w'’-]*(?: [\w'’-]+){{0,2}}|[{HAN}]{{1,6}})[?？]\s*(?=\S)"
)
_STRIPPED_LATIN: Final = re.compile(
    _latin({*words.DENIALS_EN, *words.AVERSIONS_EN, *words.ATTITUDES_EN, *words.FILLERS_EN})
    + "|(?<![a-z])[a-z]+n't(?![a-z])"
)
_STRIPPED_HAN: Final = re.compile(
    f"(?P<friend>{_han(set(words.FRIENDS_ZH) - set(words.FILLERS_ZH))})"
    f"|{_han({*words.DENIALS_ZH, *words.AVERSIONS_ZH, *words.ATTITUDES_ZH, *words.FILLERS_ZH})}"
)
_NUMBER: Final = re.compile(r"\d+(?:[.:,/-]\d+)*|[〇零一二两三四五六七八九十百]+")
_DIGITS: Final = {digit: str(value) for value, digit in enumerate("零一二三四五六七八九十")} | {"两": "2", "〇": "0"}
_NUMBER_WORD_TEXT: Final = """
    two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty
"""
_NUMBER_WORDS: Final = {word: str(value) for value, word in enumerate(_NUMBER_WORD_TEXT.split(), 2)}
_NUMBER_WORD: Final = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b")  # not "one": it often counts nothing
_NO_NUMBER: Final = re.compile(
    "一般|一直|一起|一些|一下|一定|一样|一种|一边|统一|第一|唯一|十分|万一|百分|三明治|千万|(?:周|星期|礼拜)[一二三四五六]"
)
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_NAME: Final = re.compile(r"(?<![A-Za-z])(?:[A-Z][\w.+#-]*|[a-z]+[A-Z0-9][\w.+#-]*)", re.ASCII)
_LETTER: Final = re.compile(r"(?<=[^\W\d_]\s)[A-HJ-Z](?![\w'’])|(?<![\w'’])[A-HJ-Z](?=\s?[型级座班栋])")  # blood type A
_NO_NAME: Final = frozenset({"user", "users", "the", "a", "an", "i", "my", "always", "never", "please"})


def polarity(text: str) -> Literal[1, -1]:
    """-1 when the sentence denies, dislikes or ends something: that of its first clause which says something.

    Two negations that meet cancel each other (不是不喜欢, "doesn't dislike").
    """
    return _polarities(text)[0]


@lru_cache(maxsize=_CACHED)
def ended(text: str) -> bool:
    """Whether it speaks of a state that holds no more ("used to", "until 2020", 以前)."""
    return words.ENDED.search(normalise(text)) is not None


def hedged(text: str) -> bool:
    """Whether it is a guess ("probably", 可能)."""
    return words.HEDGES.search(normalise(text)) is not None


@lru_cache(maxsize=_CACHED)
def matter(text: str) -> frozenset[str]:
    """What the sentence is about: its terms without polarity, attitude and filling words."""
    return frozenset(terms(_bare(text)))


def overlap(a: str, b: str) -> float:
    """Dice coefficient of the matter of both, 0–1."""
    left, right = matter(a), matter(b)
    return 2 * len(left & right) / (len(left) + len(right)) if left and right else 0.0


def says_more(new: str, old: str) -> bool:
    """Whether the new sentence holds all that the old one says, and something besides."""
    return matter(new) > matter(old) and len(new) > len(old)


def opposed(a: str, b: str) -> bool:
    """Whether they may never be merged: the same matter with another polarity or time, or another value in one slot."""
    return other_value(a, b) or (_same_matter(a, b) and not _same_stance(a, b))


def contradicts(a: str, b: str) -> bool:
    """Whether one sentence takes the place of the other: the same matter of the same person, another polarity."""
    if polarity(a) == polarity(b) and ended(a) == ended(b):
        return False
    left, right = matter(a), matter(b)
    same = (left <= right or right <= left) and overlap(a, b) >= _CONTRADICTION
    return same and roles(a) == roles(b) and not other_value(a, b)


def other_value(a: str, b: str) -> bool:
    """Whether they name different numbers, names or values of one class (周二, 周三), or fill one mould differently."""
    if _apart(_numbers(a), _numbers(b)) or _apart(_names(a), _names(b)):
        return True
    left, right = _members(a), _members(b)
    if any(_apart(left[one], right[one]) for one in left.keys() & right.keys()):
        return True
    return _filled_differently(_bare(a).replace(" ", ""), _bare(b).replace(" ", ""))


def one_word_differs(a: str, b: str) -> bool:
    """Whether each has exactly one term that the other lacks: "black tea" and "black coffee", but also two synonyms."""
    left, right = matter(a), matter(b)
    return len(left - right) == 1 and len(right - left) == 1


def one_place_differs(a: str, b: str) -> bool:
    """The same sentence but for a few Han characters in one place, as many or not: 喝咖啡会失眠, 喝茶会失眠."""
    left, right = _slot(_bare(a).replace(" ", ""), _bare(b).replace(" ", ""))
    return all(_HAN_RUN.fullmatch(part) and len(part) <= _LONGEST_SLOT for part in (left, right))


@lru_cache(maxsize=_CACHED)
def _bare(text: str) -> str:
    plain = _STRIPPED_LATIN.sub(" ", normalise(text))
    return _STRIPPED_HAN.sub(lambda match: match["friend"] or "", plain)


@lru_cache(maxsize=_CACHED)
def _polarities(text: str) -> tuple[Literal[1, -1], ...]:
    """The polarity of each clause that says something, at least one."""
    text = _TOPIC.sub(r"\g<topic> ", text)
    clauses = [clause for clause in _CLAUSE.split(text) if matter(clause)] or [text]
    plain = [_CANCELLED.sub(" ", _FRIEND.sub(" ", normalise(clause))) for clause in clauses]
    return tuple(-1 if _NEGATOR.search(clause) else 1 for clause in plain)


def _same_stance(a: str, b: str) -> bool:
    left, right = _polarities(a), _polarities(b)
    if (left != right) if len(left) == len(right) else (left[0] != right[0]):
        return False
    return _holds_no_more(a) == _holds_no_more(b)


@lru_cache(maxsize=_CACHED)
def _holds_no_more(text: str) -> bool:
    plain = normalise(text)
    return bool(words.ENDED.search(plain) or words.PAST_FORM.search(plain))


def _same_matter(a: str, b: str) -> bool:
    left, right = matter(a), matter(b)
    if not left or not right:
        return left == right
    return len(left & right) / min(len(left), len(right)) >= _SAME_MATTER


def _apart(left: frozenset[str], right: frozenset[str]) -> bool:
    return bool(left - right) and bool(right - left)


@lru_cache(maxsize=_CACHED)
def _numbers(text: str) -> frozenset[str]:
    plain = _NO_NUMBER.sub(" ", normalise(text))
    written = (_NUMBER_WORDS[word] for word in _NUMBER_WORD.findall(plain))
    return frozenset((*(_DIGITS.get(found, found) for found in _NUMBER.findall(plain)), *written))


@lru_cache(maxsize=_CACHED)
def _names(text: str) -> frozenset[str]:
    names = frozenset(name.lower() for name in _NAME.findall(text)) - _NO_NAME
    return names | {f"type {letter}" for letter in _LETTER.findall(text)}


@lru_cache(maxsize=_CACHED)
def _members(text: str) -> dict[int, frozenset[str]]:
    """The values that it names, by the number of their class."""
    plain = normalise(text)
    members = {}
    for number, one in enumerate(words.CLASSES):
        found = {member.removesuffix("s") for member in one.findall(plain)}
        if found:
            members[number] = frozenset(words.SYNONYMS.get(member, member) for member in found)
    return members


def _filled_differently(a: str, b: str) -> bool:
    """用户住在杭州, 用户住在苏州: the same sentence but for as many Han characters in one place."""
    left, right = _slot(a, b)
    return (
        (left, right) != (a, b)
        and len(left) == len(right) <= _LONGEST_SLOT
        and bool(_HAN_RUN.fullmatch(left))
        and bool(_HAN_RUN.fullmatch(right))
    )


def _slot(a: str, b: str) -> tuple[str, str]:
    """What is left of both without the beginning and the end that they share."""
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return a[head : len(a) - tail], b[head : len(b) - tail]
