"""Who looks after something by now, and who does no more."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.memories.endings import shift_words as say
from app.memories.endings.known_by import GENERIC
from app.memories.endings.shift import Shift
from app.memories.model import Memory
from app.text import patterns as re
from app.text.language import has_han
from app.text.terms import normalise, terms

_TOOK_IT: Final = re.compile(
    r"\b(?P<new>[A-Z][\w-]+)\s(?:has\s|have\s)?(?:took|taken|takes|picked|picks)\s(?:it|them|that|this|over)\b"
)
_HANDED_EN: Final = (
    re.compile(
        r"^(?P<old>[A-Z][\w-]+)\s(?:has\s|have\s|just\s|finally\s)*(?:gave up|given up|stepped away from|"
        "stepped down from|dropped|"
        "stopped (?:looking after|maintaining|running|handling|doing|leading)|no longer (?:owns|looks after|"
        "maintains|runs|handles|leads|does)|"
        r"does not (?:own|look after|maintain|run|handle|lead|do))\s(?P<what>.{2,40}?)(?:\sany ?more|\sany longer)?$"
    ),
    re.compile(
        r"^(?:I |we |(?P<old>[A-Z][\w-]+)\s)?(?:(?:have|has|had|just|finally)\s)*(?:handed|passed|gave|given|"
        r"turned|signed|transferred)\s(?:over\s|on\s)?(?P<what>.{2,40}?)\s(?:over\s|on\s|"
        r"across\s)?to\s(?P<new>[A-Z][\w-]+)",
    ),
    re.compile(
        r"(?P<new>[A-Z][\w-]+)\s(?:(?:has|have|is|will be|just|now|officially)\s)*(?:took over|taken over|"
        "takes over|taking over|inherited|inherits|picked up|takes care of|looks after|owns|runs|maintains|"
        r"handles|leads|is in charge of|is responsible for)\s(?P<what>.{2,40}?)(?:\s(?:from\s.+|now|these days|"
        r"instead(?: of .+)?|since\s.+|from now on|going forward))+$"
    ),
    re.compile(
        r"(?:^|,\s)(?P<what>(?:the\s|our\s)?[\w -]{2,40}?)\s(?:is|are|belongs? to|falls? to|sits? with|is with|"
        r"are with|goes to|went to|moved to)\s(?:now\s)?(?P<new>[A-Z][\w-]+)(?:'s)?(?:\s(?:baby|job|problem|"
        r"responsibility|area|thing|call|domain|to look after|to run))?(?:\s(?:now|these days|instead|"
        "from now on|going forward))$"
    ),
    re.compile(
        r"^(?P<none>nobody|no one)\s(?:owns|maintains|runs|looks after|is responsible for|is in charge of|"
        r"takes care of|handles)\s(?P<what>.{2,40}?)\s(?:any ?more|now|these days|at the moment)",
        re.IGNORECASE,
    ),
)
_WHO_ZH: Final = r"(?:(?:老|小|阿)[\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}|[A-Z][a-z]+)"
_HANDED_ZH: Final = (
    re.compile(
        f"^(?:我|我们)?(?:已经|上周|刚|昨天)?(?P<old>{_WHO_ZH})?(?:已经|上周|刚|昨天)?(?:把|"
        "将)(?P<what>[^,，]{2,12}?)(?:都|全|全部|整个|已经|正式)?(?:移交|转交|交接|交|转|让|甩|"
        f"丢)给(?:了)?(?P<new>{_WHO_ZH})(?:负责|管|做|来做|来管|来负责)?(?:了)?$"
    ),
    re.compile(
        "^(?P<what>[^,，把将]{2,12}?)(?:已经|现在|以后|后来|都|全|全部|上周|刚|正式|就|也|改|改由|由|这块|"
        "那块|这边){0,4}(?:移交|转交|交接|交|转|归|换|改由|由|轮到)(?:给|成|"
        f"到)?(?:了)?(?P<new>{_WHO_ZH})(?:那边)?(?:负责|管|接手|来管|来负责|维护|做|来做|对接|盯|跟)?(?:了)$"
    ),
    re.compile(
        f"^(?P<new>{_WHO_ZH})(?:已经|现在|上周|刚|正式)*(?:接手|接管|接替|接过)(?:了)?(?P<what>[^,，]{{2,12}}?)(?:了)?$"
    ),
    re.compile(r"^(?P<what>[^,，]{2,12}?)(?:现在|已经|暂时|目前|就)*(?P<none>没人)(?:负责|管|维护|接手|盯|跟)了$"),
)
_HOLDER: Final = re.compile(r"(?P<a>(?!User)[A-Z]\w+) (?:is|owns)|.*由(?P<b>[^，,]{2,4}?)(?:负责|管|维护)")
_DUTY: Final = re.compile(
    r"\b(?:responsible for|in charge of|owns|maintains|looks after|handles)\b|负责|在(?:管|做|弄|跟|盯)|维护|对接"
)


def handed(parts: Sequence[str], rows: Sequence[Memory]) -> Iterator[Shift]:
    """The duties that somebody else has by now, or nobody."""
    taken = _TOOK_IT.search(", ".join(parts))
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
    chinese = has_han(part)
    if (say.NOT_OVER_ZH if chinese else say.NOT_OVER).search(part):
        return
    for pattern in _HANDED_ZH if chinese else _HANDED_EN:
        if found := pattern.search(part):
            groups = found.groupdict()
            yield groups["what"], groups.get("old") or "", groups.get("new") or ""
            return


def _is_duty(row: Memory) -> bool:
    head = (row.key or "").partition(":")[0]
    return head in ("owner", "responsibility", "duty") or _DUTY.search(row.content) is not None


def _of_duty(what: str, row: Memory) -> bool:
    if has_han(what):
        return re.sub(r"^(?:我们?的?|那个|这个)|(?:那块|这块|的事|的活)$", "", what) in row.content
    asked = frozenset(terms(what)) - GENERIC
    return bool(asked) and asked <= frozenset(terms(row.content))
