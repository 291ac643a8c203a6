"""What stands on the table while a context is laid, and what it costs as it is rendered."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from app.context import window as recent
from app.context.model import Assembled, ContextQuery, Drop, Reason, Usage
from app.context.rendering import Block, Line, item
from app.context.selection import counted, memory_of
from app.context.spoken import Spoken
from app.context.wording import LABELS
from app.sessions.model import Message
from app.text import tokens
from app.text.language import Language

LISTS = ("profile", "preferences", "facts", "procedures", "episodes")


class Table:
    """The lines and messages of one context, never above its budget once it is settled."""

    def __init__(self, query: ContextQuery, language: Language) -> None:
        self.query = query
        self.language = language
        self.budget = max(0, query.max_tokens)
        self.block = Block(language, self.budget)
        self.messages: list[Message] = []
        self.said = 0  # tokens of the messages
        self.saved = 0  # tokens that the joined block takes less than its lines one by one
        self.count = 0  # counted memories placed
        self.placed: set[UUID] = set()
        self.reasons: dict[UUID, Reason] = {}
        self.spoken = Spoken({})
        self._counted = ("", 0)

    def place(self, line: Line) -> bool:
        """Puts the line into the block unless it stands there already or there is no room for it."""
        mid = memory_of(line).id
        takes_place = counted(line)
        if mid in self.placed or self.spoken.holds(line) or (takes_place and self.count >= self.query.max_memories):
            return False
        facts = () if line.cut else self.spoken.facts.get(mid, ())
        instead = [fact for fact in facts if memory_of(fact).id in self.placed]
        for fact in instead:
            self._take_away(fact)
        if not self.fits(line):
            for fact in instead:
                self._put(fact)
            return False
        self._put(line)
        if not line.cut:
            self.spoken.shown.add(mid)
        return True

    def _put(self, line: Line) -> None:
        self.block.add(line)
        self.placed.add(memory_of(line).id)
        self.count += counted(line)

    def _take_away(self, line: Line) -> None:
        self.block.remove(line)
        self.placed.discard(memory_of(line).id)
        self.spoken.shown.discard(memory_of(line).id)
        self.count -= counted(line)

    def place_digest(self, line: Line | None, limit: int) -> None:
        if line is not None and self.block.price(line) <= limit and self.fits(line):
            self.block.add(line)

    def fits(self, line: Line) -> bool:
        return self.block.price(line) + (0 if self.block.lines else self.block.frame) <= self.room()

    def room(self) -> int:
        return self.budget - self.said - self.block.cost + self.saved

    def settle(self) -> None:
        """Counts what was laid as it is rendered, and takes lines away again until it fits."""
        room = self.budget - self.said
        exact = self._exact()
        while exact > room:
            last = self.block.lines[-1]
            if last.scored is None:
                self.block.remove(last)
            else:
                self._take_away(last)
                self.reasons[memory_of(last).id] = Reason.OVER_BUDGET
            exact = self._exact()
        self.saved = max(0, self.block.cost - exact)

    def _exact(self) -> int:
        """Tokens of the block as it is rendered; the same text is counted once."""
        text = self.block.text()
        if text != self._counted[0]:
            self._counted = (text, tokens.count(text))
        return self._counted[1]

    def result(self, lines: list[Line], drops: Sequence[Drop]) -> Assembled:
        prompt = self.block.text()
        messages = [recent.rendered(message) for message in self.messages]
        sections: dict[str, Any] = {name: [item(line) for line in self.block.section(name)] for name in LISTS}
        sections["state"] = next((line.shown for line in self.block.section("state")), {})
        sections["summary"] = next((line.shown for line in self.block.section("summary")), None)
        sections["recent_messages"] = messages
        return Assembled(
            prompt=prompt,
            messages=messages,
            sections=sections,
            usage=self._usage(self._exact()),
            placed=[memory_of(line).id for name in LABELS for line in self.block.section(name) if line.scored],
            drops=[*drops, *self._left_out(lines)],
        )

    def _usage(self, prompt_tokens: int) -> Usage:
        by_section = {name: self.block.spent[name] for name in LABELS if name in self.block.spent}
        if self.block.lines:
            by_section["frame"] = max(0, prompt_tokens - sum(by_section.values()))
        if self.messages:
            by_section["messages"] = self.said
        return Usage(
            total_tokens=prompt_tokens + self.said,
            by_section=by_section,
            max_tokens=self.query.max_tokens,
            memories=self.count,
        )

    def _left_out(self, lines: list[Line]) -> list[Drop]:
        full = self.count >= self.query.max_memories and self.budget > 0
        left = [(line, memory_of(line).id) for line in lines if memory_of(line).id not in self.placed]
        return [
            Drop(
                memory_id=mid,
                reason=Reason.DUPLICATE
                if self.spoken.holds(line)
                else self.reasons.get(mid) or (Reason.OVER_COUNT if full and counted(line) else Reason.OVER_BUDGET),
            )
            for line, mid in left
        ]
