"""What is stored but reads like an order to the model, and is therefore not shown: the last look before the block.

Memories were looked at when they were written; a state, a summary, a speaker's name and a tenant's defaults come here
unseen, and so does what was written before a rule was known. Nothing is changed in the stores.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from app.context.model import Drop, Reason, Scored
from app.governance.poison import looks_like_injection
from app.memories.reasons import Reason as Refusal
from app.text.chunks import sentences

_SHORT: Final = 512  # characters up to which the answer is remembered: the same lines come up again
_DEEPEST: Final = 8  # levels of a state that are looked into; below them it goes as a whole
_ANYTHING: Final = "."  # the state as a whole


@dataclass(frozen=True, slots=True)
class Quarantined:
    """What was kept out of a context: the path of a field, the number of sentences; never their words."""

    fields: tuple[str, ...] = ()
    sentences: int = 0

    def shown(self) -> list[dict[str, Any]]:
        """As the trace shows it."""
        reason = Refusal.INSTRUCTION_LIKE.value
        told = [{"section": "state", "where": path, "reason": reason} for path in self.fields]
        return told + [{"section": "summary", "sentences": self.sentences, "reason": reason}] * bool(self.sentences)


@dataclass(slots=True)
class Quarantine:
    """Takes out what reads like an order, and notes where it stood."""

    fields: list[str] = field(default_factory=list)
    sentences: int = 0

    def state(self, state: Mapping[str, Any] | None) -> dict[str, Any] | None:
        """The state without the fields that hold an order, the smallest ones that do."""
        if not state or not _ordering(state):
            return dict(state) if state else None
        kept = self._object(state, "", 0)
        if _ordering(kept):  # an order that only comes together from several fields
            self.fields = [_ANYTHING]
            return None
        return kept or None

    def summary(self, summary: str | None) -> str | None:
        """The summary without the sentences that are an order."""
        if not summary or not orders(summary):
            return summary
        places = sentences(summary)
        kept = [place for place in places if not orders(summary[slice(*place)])]
        text = " ".join(summary[slice(*place)] for place in kept)
        if orders(text) or len(kept) == len(places):  # it goes over several sentences
            kept, text = [], ""
        self.sentences += len(places) - len(kept)
        return text or None

    def memories(self, scored: Sequence[Scored]) -> tuple[list[Scored], list[Drop]]:
        """Those that are no orders, and the others as dropped."""
        aside = {one.hit.memory.id for one in scored if orders(one.hit.memory.content)}
        kept = [one for one in scored if one.hit.memory.id not in aside] if aside else list(scored)
        return kept, [Drop(memory_id=found, reason=Reason.UNTRUSTED) for found in aside]

    def noted(self) -> Quarantined:
        return Quarantined(tuple(self.fields), self.sentences)

    def _object(self, value: Mapping[str, Any], path: str, depth: int) -> dict[str, Any]:
        kept = {}
        for name, item in value.items():
            where = f"{path}.{name}" if path else name
            inner = self._inner(f"{name} {_said(item)}", item, where, depth, named=orders(name))
            if inner is not self:
                kept[name] = inner
        return kept

    def _list(self, value: Sequence[Any], path: str, depth: int) -> list[Any]:
        inner = (self._inner(_said(item), item, f"{path}[{n}]", depth) for n, item in enumerate(value))
        return [item for item in inner if item is not self]

    def _inner(self, said: str, item: Any, path: str, depth: int, *, named: bool = False) -> Any:
        """The item without its orders; this quarantine itself where it goes as a whole."""
        if not orders(said):
            return item
        if not named and depth < _DEEPEST and isinstance(item, Mapping | list):
            before = len(self.fields)
            inner = (
                self._object(item, path, depth + 1) if isinstance(item, Mapping) else self._list(item, path, depth + 1)
            )
            if inner and not _ordering(inner):
                return inner
            del self.fields[before:]
        self.fields.append(path)
        return self


def orders(text: str) -> bool:
    return _short(text) if len(text) <= _SHORT else looks_like_injection(text)


_short = lru_cache(maxsize=4096)(looks_like_injection)


def _ordering(value: Any) -> bool:
    """Whether its words are an order, with the names of the fields between them or without."""
    return orders(_said(value)) or orders(" ".join(_strings(value, names=False)))


def _said(value: Any) -> str:
    return " ".join(_strings(value))


def _strings(value: Any, *, names: bool = True) -> Iterator[str]:
    """All words of a JSON value in order."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            waiting += [
                part for pair in reversed(list(item.items())) for part in (reversed(pair) if names else pair[1:])
            ]
        elif isinstance(item, list):
            waiting += reversed(item)
