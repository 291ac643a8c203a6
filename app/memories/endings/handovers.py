"""Who looks after something by now, and who does no more."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.memories.endings import shift_words as say
from app.memories.endings.known_by import GENERIC
from app.memories.endings.shift import Shift
from app.memories.model import Memory
from app.text import patterns as re
from app.text.language import HAN
from app.text.terms import normalise, terms

_HOLDER: Final = re.compile(r"(?P<a>(?!User)[A-Z]\w+) (?:is|owns)|.*由(?P<b>[^，,]{2,4}?)(?:负责|管|维护)")
_DUTY: Final = re.compile(
    r"\b(?:responsible for|in charge of|owns|maintains|looks after|handles)\b|负责|在(?:管|做|弄|跟|盯)|维护|对接"
)
_HAN: Final = re.compile(f"[{HAN}]")


def handed(parts: Sequence[str], rows: Sequence[Memory]) -> Iterator[Shift]:
    """The duties that somebody else has by now, or nobody."""
    taken = say.TOOK_IT.search(", ".join(parts))
    for place, part in enumerate(parts):
        for what, old, given in _handovers(part):
            new = given or (taken["new"] if old and taken else "")
            for row in rows:
                if not _is_duty(row) or not _of_duty(what, row):
                    continue
                holder = _holder(row)
                other_one = old and holder and normalise(old) != normalise(holder)
                if not other_one and not (new and normalise(new) == normalise(holder)):
                    yield Shift(row, frozenset({place}), holder, new)


def _holder(row: Memory) -> str:
    """Who looks after it as far as a memory tells; "" for the user."""
    if (row.key or "").startswith("owner:") and row.entities:
        return row.entities[0]
    told = _HOLDER.match(row.content)
    return (told["a"] or told["b"]) if told else ""


def _handovers(part: str) -> Iterator[tuple[str, str, str]]:
    chinese = _HAN.search(part) is not None
    if (say.NOT_OVER_ZH if chinese else say.NOT_OVER).search(part):
        return
    for pattern in say.HANDED_ZH if chinese else say.HANDED_EN:
        if found := pattern.search(part):
            groups = found.groupdict()
            yield groups["what"], groups.get("old") or "", groups.get("new") or ""
            return


def _is_duty(row: Memory) -> bool:
    head = (row.key or "").partition(":")[0]
    return head in ("owner", "responsibility", "duty") or _DUTY.search(row.content) is not None


def _of_duty(what: str, row: Memory) -> bool:
    if _HAN.search(what):
        return re.sub(r"^(?:我们?的?|那个|这个)|(?:那块|这块|的事|的活)$", "", what) in row.content
    asked = frozenset(terms(what)) - GENERIC
    return bool(asked) and asked <= frozenset(terms(row.content))
