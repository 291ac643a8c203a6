"""The memory block: what stands in it, what it costs, and how it is written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from functools import lru_cache
from typing import Any

from app.context import topics
from app.context.model import Scored
from app.context.wording import BRIEF_NOTICES, CLOSING, LABELS, NOTICES, OPENING, TINY_NOTICES, plain
from app.memories.model import Kind, Memory, Type
from app.memories.profile import core
from app.plain import record
from app.sessions.lexicon import EARLIER
from app.text import tokens
from app.text.language import Language, detect

ROOMY = 800  # budget from which the notice is written out
TIGHT = 400  # budget below which dates are months and facts go without
TINY = 160  # budget below which no dates are written and the notice is as short as it can be
_OLD_DAYS = 30  # age from which the date of a fact matters
_ROUNDS = 4  # of giving the room of a state to its fields
_WORTH_CUTTING = 40  # tokens below which the beginning of a text is not worth showing


@record(eq=False)
class Line:
    """One line of the block. `group` is the date line above it; lines of one date share it."""

    section: str
    text: str
    cost: int  # tokens of the line alone
    group: str = ""
    at: datetime | None = None
    scored: Scored | None = None
    shown: Any = None  # the item of `sections`; of a memory its words
    day: date | None = None
    memory: Memory | None = None  # the one that it tells
    cut: bool = False  # whether only its beginning is shown


def section_of(scored: Scored, *, opening: bool) -> str:
    memory = scored.hit.memory
    if memory.type is Type.EPISODIC or memory.kind is Kind.EVENT:
        return "episodes"
    if memory.type is Type.PROCEDURAL or memory.kind is Kind.PROCEDURE:
        return "procedures"
    if opening and core(memory):
        return "profile"
    if topics.identity(memory) and (opening or "key" in scored.hit.sources):
        return "profile"
    return "preferences" if memory.kind is Kind.PREFERENCE else "facts"


def memory_line(scored: Scored, *, opening: bool, budget: int, now: datetime) -> Line:
    """The line of a memory; `budget` decides how much may be spent on dates."""
    memory = scored.hit.memory
    section = section_of(scored, opening=opening)
    content = plain(memory.content, joint=" / " if section == "episodes" else " ")
    at = told_at(memory)
    day = _day(at, now.tzinfo)
    group, prefix = "", ""
    if section == "episodes":
        group = "" if budget < TINY else _written(day, "%Y-%m:" if budget < TIGHT else "%Y-%m-%d:")
    elif section == "facts" and budget >= TIGHT and (now - at).days >= _OLD_DAYS:
        prefix = _written(day, "[%Y-%m-%d] ")
    if memory.metadata.get("outdated"):
        prefix += EARLIER[detect(content)]
    text = f"- {prefix}{content}\n"
    return Line(
        section=section,
        text=text,
        cost=tokens.count(text),
        group=group,
        at=at,
        scored=scored,
        shown=content,
        day=day,
        memory=memory,
    )


def item(line: Line) -> dict[str, Any]:
    """A memory that was placed, as `sections` show it."""
    assert line.scored is not None
    assert line.day is not None
    memory = line.scored.hit.memory
    return {
        "id": str(memory.id),
        "content": line.shown,
        "kind": memory.kind,
        "date": line.day.isoformat(),
        "score": round(line.scored.score, 4),
    }


def told_at(memory: Memory) -> datetime:
    return memory.occurred_at or memory.valid_from or memory.created_at


@lru_cache(maxsize=4096)
def _written(day: date, form: str) -> str:
    return day.strftime(form)


def _day(at: datetime, zone: tzinfo | None) -> date:
    try:
        return at.astimezone(zone).date()
    except (OverflowError, ValueError):  # the first and the last day of the calendar have no neighbour zone
        return at.date()


def state_line(state: Mapping[str, Any], room: int) -> Line | None:
    """The state as JSON; when it is too large, the fields from its beginning that fit. None when none does."""
    shown = dict(state)
    if not shown:
        return None
    line = _state(shown)
    if line.cost <= room:
        return line
    # A field is counted once by itself: to count the whole anew for each one would take seconds for thousands of them.
    empty = _state({}).cost
    costs = {name: _state({name: value}).cost - empty + 1 for name, value in state.items()}  # 1 for the comma
    shown = {}
    for _ in range(_ROUNDS):  # joined they cost less than one by one, so what is left is given out again
        left = room - _state(shown).cost
        before = len(shown)
        for name, cost in costs.items():
            if name not in shown and cost <= left:
                shown[name] = state[name]
                left -= cost
        if len(shown) == before:
            break
    shown = {name: state[name] for name in state if name in shown}
    while shown and _state(shown).cost > room:
        shown.popitem()
    return _state(shown) if shown else None


def _state(state: dict[str, Any]) -> Line:
    text = f"- {plain(json.dumps(state, ensure_ascii=False))}\n"
    return Line(section="state", text=text, cost=tokens.count(text), shown=state)


def summary_line(summary: str, room: int) -> Line | None:
    """The summary, cut at the end of a sentence when it is too large; None when too little of it would be left."""
    content = plain(summary)
    text = f"- {content}\n"
    if tokens.count(text) > room:
        if room < _WORTH_CUTTING:
            return None
        content = tokens.cut(content, room - 2).rstrip()
        text = f"- {content}\n"
    cost = tokens.count(text)
    return Line(section="summary", text=text, cost=cost, shown=content) if content and cost <= room else None


def shortened(line: Line, room: int) -> Line | None:
    """The beginning of a line, at most `room` tokens; None when too little of it would be left."""
    if room < _WORTH_CUTTING:
        return None
    text = tokens.cut(line.text.rstrip("\n"), room - 1) + "\n"
    cost = tokens.count(text)
    content = text.removeprefix("- ").rstrip("\n")
    return replace(line, text=text, cost=cost, shown=content, cut=True) if cost <= room else None


@dataclass(slots=True)
class Block:
    """The lines chosen so far. `cost` adds up what they take one by one, frame included; joined they may take a few
    tokens more or less, so only `tokens.count(block.text())` is exact.
    """

    language: Language
    budget: int = TIGHT  # decides how long the notice may be
    lines: list[Line] = field(default_factory=list)
    spent: dict[str, int] = field(default_factory=dict)  # by section, labels included
    _groups: set[tuple[str, str]] = field(default_factory=set)
    _text: str | None = None  # as it was last written
    frame: int = field(init=False)  # tokens of what stands around the lines

    def __post_init__(self) -> None:
        self.frame = tokens.count(self._head()) + tokens.count(CLOSING)

    @property
    def cost(self) -> int:
        return self.frame + sum(self.spent.values()) if self.lines else 0

    def price(self, line: Line) -> int:
        """Tokens that the line would add to its section: itself, and label and date where they are new."""
        label = 0 if line.section in self.spent else tokens.count(self._label(line.section))
        new_date = line.group and (line.section, line.group) not in self._groups
        return label + (tokens.count(f"{line.group}\n") if new_date else 0) + line.cost

    def add(self, line: Line) -> None:
        self.spent[line.section] = self.spent.get(line.section, 0) + self.price(line)
        self._groups.add((line.section, line.group))
        self.lines.append(line)
        self._text = None

    def remove(self, line: Line) -> None:
        kept = [other for other in self.lines if other is not line]
        self.lines, self.spent, self._groups, self._text = [], {}, set(), None
        for other in kept:
            self.add(other)

    def section(self, name: str) -> list[Line]:
        """Lines of a section as they are shown: under their dates, the date of the best first, each date in time."""
        if name not in self.spent:
            return []
        groups: dict[str, list[Line]] = {}
        for line in self.lines:
            if line.section == name:
                groups.setdefault(line.group, []).append(line)
        return [line for group, lines in groups.items() for line in (_in_time(lines) if group else lines)]

    def text(self) -> str:
        """The block as it is put into a prompt; "" without lines."""
        if not self.lines:
            return ""
        if self._text is None:
            self._text = self._head() + "".join(self._section_text(name) for name in LABELS) + CLOSING
        return self._text

    def _section_text(self, name: str) -> str:
        lines = self.section(name)
        text, group = self._label(name) if lines else "", ""
        for line in lines:
            if line.group != group:
                group = line.group
                text += f"{group}\n"
            text += line.text
        return text

    def _head(self) -> str:
        notices = TINY_NOTICES if self.budget < TINY else BRIEF_NOTICES if self.budget < ROOMY else NOTICES
        return f"{OPENING}\n{notices[self.language]}\n"

    def _label(self, section: str) -> str:
        return f"{LABELS[section][self.language]}\n"


def _in_time(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (line.at.timestamp() if line.at else 0.0, *_seq(line)))


def _seq(line: Line) -> tuple[int, int]:
    """Place of an episode in its session: question and answer of one turn often have the same time."""
    metadata = line.scored.hit.memory.metadata if line.scored is not None else {}
    seq, part = metadata.get("from_seq"), metadata.get("part")
    return (seq if isinstance(seq, int) else 0, part if isinstance(part, int) else 0)
