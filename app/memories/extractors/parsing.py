"""What a model answered, as drafts: pure, never raises, never makes up a field.

A draft has the model's own words in `content` and `evidence`, both whole; every other field that cannot be read is as
if it had not been said. Whether a draft is true is for `grounding` to decide.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

from app.memories.extractors import lenient
from app.memories.extractors.lenient import Pairs
from app.text.normal import normalise

MOST: Final = 24  # drafts of one answer; more is a model that cannot stop
LONGEST: Final = 400  # characters of a content or an evidence
_THOUGHT_END: Final = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_DEEPEST: Final = 6

_CONTENT: Final = ("content", "memory", "fact", "statement", "sentence", "text", "内容", "记忆")
_EVIDENCE: Final = ("evidence", "quote", "source", "source_text", "证据", "原文", "引用")
_KIND: Final = ("kind", "type", "category", "类型")
_YES: Final = {"true", "yes", "1", "是", "lasting", "permanent"}
_NO: Final = {"false", "no", "0", "否", "temporary", "once"}

State = Literal["read", "empty", "none", "unreadable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One memory as a model proposes it."""

    content: str
    evidence: str
    kind: str | None = None  # in lower case, not checked
    key: str | None = None
    act: str | None = None
    about: str | None = None  # the mark of a held memory
    scene: str | None = None
    importance: int | None = None  # 1–5
    confidence: float | None = None  # 0–1
    lasting: bool | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """`read`: drafts came; `none`: the model says that there is nothing; `empty` and `unreadable`: no answer at all.

    `lost` counts what looked like a memory and was incomplete.
    """

    drafts: tuple[Draft, ...]
    state: State
    lost: int = 0


def parse(text: str) -> Parsed:
    """The drafts in an answer, in order, each once, at most `MOST`."""
    said = spoken(text)
    if not said.strip("\ufeff \t\r\n"):
        return Parsed((), "empty")
    parsed = _read(said)
    if not parsed.drafts and '\\"' in said:  # JSON that was written as a string of JSON
        again = _read(said.replace('\\"', '"'))
        return again if again.drafts else parsed
    return parsed


def _read(said: str) -> Parsed:
    found, broken = lenient.read(said)
    drafts: dict[tuple[str, str], Draft] = {}
    lost = int(broken)
    for value in found:
        for item in _items(value, 0):
            draft = _draft(item)
            if draft is None:
                lost += 1
            elif len(drafts) < MOST:
                drafts.setdefault((normalise(draft.content), normalise(draft.evidence)), draft)
    if drafts:
        return Parsed(tuple(drafts.values()), "read", lost)
    return Parsed((), "none" if found and not lost else "unreadable", lost)


def spoken(text: str) -> str:
    """The answer without what the model thought aloud; all of it where the thinking does not end or nothing follows."""
    rest = text[: lenient.LONGEST]
    ends = list(_THOUGHT_END.finditer(rest))
    after = rest[ends[-1].end() :] if ends else ""
    return after if "{" in after or "[" in after else rest


def _items(value: Any, depth: int, *, listed: bool = False) -> Iterator[Pairs]:
    """The objects that stand for memories: those with a content, wherever they are."""
    if depth > _DEEPEST:
        return
    if isinstance(value, Pairs):
        parts = _parted(value)
        if any(_is_item(part) for part in parts):
            yield from parts
            return
        for _, inner in value:
            yield from _items(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _items(inner, depth + 1, listed=True)
    elif isinstance(value, str) and depth and "{" in value:  # JSON inside a string of JSON
        for again in lenient.read(value)[0]:
            yield from _items(again, depth + 2)
    elif isinstance(value, str) and listed:  # a sentence without its evidence
        yield Pairs()


def _is_item(pairs: Pairs) -> bool:
    return any(name.lower() in _CONTENT and isinstance(value, str | list) for name, value in pairs) and not any(
        isinstance(inner, Pairs) for _, value in pairs if isinstance(value, list) for inner in value
    )


def _parted(pairs: Pairs) -> list[Pairs]:
    """Two memories run together in one object are two: the second begins where content or evidence comes again."""
    parts = [Pairs()]
    for name, value in pairs:
        if name.lower() in {*_CONTENT, *_EVIDENCE} and any(before.lower() == name.lower() for before, _ in parts[-1]):
            parts.append(Pairs())
        parts[-1].append((name, value))
    return parts


def _draft(pairs: Pairs) -> Draft | None:
    fields = {name.lower(): value for name, value in reversed(pairs)}  # of a name that comes twice the first counts
    content, evidence = _text(_first(fields, _CONTENT)), _text(_first(fields, _EVIDENCE))
    if not content or not evidence or max(len(content), len(evidence)) > LONGEST:
        return None
    importance, confidence = _number(fields.get("importance")), _number(fields.get("confidence"))
    return Draft(
        content=content,
        evidence=evidence,
        kind=_word(_first(fields, _KIND)),
        key=_word(fields.get("key")),
        act=_word(fields.get("act")),
        about=_word(fields.get("about")),
        scene=_word(fields.get("scene")),
        importance=int(importance) if importance is not None and 1 <= importance <= 5 else None,  # noqa: PLR2004
        confidence=confidence if confidence is not None and 0 <= confidence <= 1 else None,
        lasting=_flag(fields.get("lasting")),
    )


def _first(fields: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((fields[name] for name in names if fields.get(name) is not None), None)


def _text(value: Any) -> str:
    if isinstance(value, list) and not isinstance(value, Pairs) and len(value) == 1:
        value = value[0]
    return " ".join(_CONTROL.sub(" ", value).split()) if isinstance(value, str) else ""


def _word(value: Any) -> str | None:
    """A short text in lower case; None for what is none."""
    text = _text(value).lower()
    return text if text and len(text) <= 80 and text not in {"null", "none", "n/a", "无"} else None  # noqa: PLR2004


def _number(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        try:
            value = float(value.strip())
        except ValueError:
            return None
    return value if isinstance(value, float) and value == value else None  # noqa: PLR0124  # NaN


def _flag(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    word = _text(value).lower() if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else ""
    return True if word in _YES else False if word in _NO else None
