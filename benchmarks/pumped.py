"""CPU of every reader of text over pumped texts: `python benchmarks/pumped.py [--texts N] [--seed S] [--reader NAME]`.

A pumped text repeats what the patterns of the app look for, or mixes such words at random. Printed is CPU for 1,000
characters at 200, 2,000 and 20,000 characters, of the median text and of the dearest ones, and how much dearer a
character is in a long text than in a short one. Exits 1 where a reader is above its floor.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

from app.context import signals  # noqa: E402  # after the path is set
from app.governance.masking import masked, masked_answer  # noqa: E402
from app.governance.poison import looks_like_injection  # noqa: E402
from app.memories import gate, opposition  # noqa: E402
from app.memories.episodes.pieces import pieces  # noqa: E402
from app.memories.extractors import rules  # noqa: E402
from app.memories.extractors.sentences import Said  # noqa: E402
from app.memories.extractors.unsaying import reading as unsaying  # noqa: E402
from app.schemas.text import QueryText  # noqa: E402
from app.sessions import extractive  # noqa: E402
from app.sessions.model import Extract, Message, Role  # noqa: E402
from app.text import dates, sieved, tokens  # noqa: E402
from app.text.terms import terms  # noqa: E402
from tests import pumping  # noqa: E402

SIZES = (200, 2_000, 20_000)
DEAR, GROWTH = 200.0, 4.0  # ms for 1,000 characters, and how much dearer a character may become
SHOWN = 3
AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
QUERY = QueryText.__metadata__[0].max_length


def said(text: str, role: Role = Role.USER) -> Message:
    return Message(seq=0, role=role, content=text, tokens=tokens.count(text), occurred_at=AT)


def both(text: str) -> list[Message]:
    return [said(text), said(text, Role.ASSISTANT)]


def asked(text: str) -> Any:
    return signals.read(text[:QUERY], [], scene=None, locale="auto", now=AT, zone=UTC)


READERS: dict[str, Callable[[str], Any]] = {
    "rules": lambda text: rules.read([Said("user", text, AT, UTC)]),
    "unsaying": lambda text: (unsaying.read(text), unsaying.points_back(text)),
    "gate": lambda text: gate.decide([said(text)], extract=Extract.AUTO),
    "episodes": lambda text: pieces(both(text)),
    "summary": lambda text: extractive.summarise(None, both(text), language="en"),
    "summary anew": lambda text: extractive.summarise(text[:2000], both("ok"), language="zh"),
    "mask": masked,
    "mask of an answer": lambda text: masked_answer("What is your code?", text),
    "orders": looks_like_injection,
    "context": asked,
    "dates": lambda text: (dates.find(text, AT, UTC), dates.recurring(text), dates.habit(text)),
    "opposition": lambda text: opposition.contradicts(text[:QUERY], "User lives in Brno"),
    "words": lambda text: (tokens.count(text), terms(text)),
}


def words(chance: random.Random, most: int) -> list[str]:
    """What patterns look for: a repetition and what leads to it."""
    modules = [one for name, one in sys.modules.items() if name.startswith("app.")]
    made = [*sieved._written.values(), *(one for module in modules for one in vars(module).values())]
    made = [one for one in made if isinstance(one, sieved.Pattern | re.Pattern) and isinstance(one.pattern, str)]
    found = {
        part
        for one in chance.sample(made, min(most, len(made)))
        for unit in pumping.units(one.pattern, one.flags)
        for part in (unit[1], "".join(unit))
    }
    return sorted(found)


def texts(count: int, chance: random.Random) -> dict[str, str]:
    """By what is repeated in them."""
    known = words(chance, 600)
    repeated = [*pumping.COMMON, *("".join(chance.sample(known, chance.choice((1, 1, 2, 3)))) for _ in range(count))]
    found = {one: pumping.pumped(("", one), SIZES[-1]) for one in repeated}
    for number in range(count // 4):
        found[f"<mixed {number}>"] = pumping.pumped(("", "".join(chance.choices(known, k=4_000))), SIZES[-1])
    return found


def cost(read: Callable[[str], Any], text: str) -> float:
    """Milliseconds of CPU for 1,000 characters; the second look, since some patterns are made at the first."""
    read(text[: SIZES[1]])
    begun = time.process_time()
    read(text)
    return (time.process_time() - begun) * 1e6 / len(text)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--texts", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--reader", choices=sorted(READERS), action="append")
    chosen = options.parse_args()
    made = texts(chosen.texts, random.Random(chosen.seed))
    above = []
    print(f"{len(made)} texts; CPU in ms for 1,000 characters of {', '.join(f'{size:,}' for size in SIZES)}")
    for name in chosen.reader or READERS:
        found = sorted(
            ((*(cost(READERS[name], text[:size]) for size in SIZES), of) for of, text in made.items()), key=_long
        )
        print(name, "| median", *(f"{value:8.1f}" for value in found[len(found) // 2][:3]))
        for *by_size, of in reversed(found[-SHOWN:]):
            print("   ", *(f"{value:8.1f}" for value in by_size), f"{of[:60]!r}")
            if by_size[-1] > DEAR or (by_size[-1] > 1 and by_size[-1] > GROWTH * max(by_size[:2])):
                above.append((name, of))
    print(f"above {DEAR:.0f} ms, or growing faster than {GROWTH:.0f} times: {len(above)}", *above, sep="\n  ")
    sys.exit(bool(above))


def _long(row: tuple[Any, ...]) -> float:
    return float(row[2])


if __name__ == "__main__":
    main()
