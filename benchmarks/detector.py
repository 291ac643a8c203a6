"""CPU of the search for secrets, by kind and size of text: `python benchmarks/detector.py [--search N]`.

Milliseconds for 1,000 characters, in a process that has masked such texts before. Each repetition masks another text of
the kind, so that nothing is known of it, and the least of them counts. `--search` looks for dear texts: it joins what
the patterns look for at random and goes on from the dearest. The yardstick is the same small piece of work each time.
"""

import argparse
import random
import re
import string
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

from app.evals.sensitive import EVERYTHING, rows  # noqa: E402  # after the path is set
from app.governance.sensitive import mask  # noqa: E402

SIZES = (200, 1_000, 4_000, 32_000)
REPETITIONS = 7
Draw = Callable[[random.Random], str]

_TEXTS = tomllib.loads((Path(__file__).parent / "detector.toml").read_text(encoding="utf-8"))
PIECES: list[str] = _TEXTS["search"]["pieces"]
_PLACES = {
    "#": string.digits,
    "~": string.ascii_letters + string.digits,
    "^": "0123456789abcdef",
    "汉": "人大会子小山川日月水火木金土天地花草春夏秋冬东西南北高低远近里外前后左右早晚新旧红黄蓝白黑书桌椅门窗",
}


def filled(piece: str, chance: random.Random) -> str:
    """The piece with its signs drawn."""
    return "".join(chance.choice(_PLACES[sign]) if sign in "#~^汉" else sign for sign in piece)


def one_of(pieces: Sequence[str]) -> Draw:
    return lambda chance: filled(chance.choice(pieces), chance)


def text_of(draw: Draw, size: int, seed: int) -> str:
    chance, parts, length = random.Random(seed), [], 0
    while length < size:
        parts.append(draw(chance))
        length += len(parts[-1])
    return "".join(parts)[:size]


def _own_set(name: str) -> Draw:
    lines = [row["text"] + "\n" for row in rows(ROOT / "tests/evals/sensitive" / f"{name}.jsonl")]
    return lambda chance: chance.choice(lines)


BATTERY: dict[str, Draw] = {name: one_of(pieces) for name, pieces in _TEXTS["kinds"].items()}
BATTERY |= {f"{name} of the own set": _own_set(name) for name in ("negatives", "positives", "unseen")}


def milliseconds(draw: Draw, size: int, repetitions: int = REPETITIONS, first: int = 0) -> float:
    """CPU for 1,000 characters; the least of some texts that differ."""
    texts = [text_of(draw, size, first + seed) for seed in range(repetitions)]
    return min(_timed(text) for text in texts) * 1_000_000 / size


def _timed(text: str) -> float:
    started = time.process_time()
    mask(text, EVERYTHING)
    return time.process_time() - started


def warm(draws: Iterable[Draw]) -> None:
    """The engine builds its automata as it goes; a service has done so long ago."""
    for draw in draws:
        mask(text_of(draw, 48_000, 1_000), EVERYTHING)


def yardstick() -> float:
    """Milliseconds of work such as this: small objects and small expressions."""
    text, best = " ".join(str(number * 7919 % 1_000_003) for number in range(500)), 1.0
    for _ in range(20):
        started = time.process_time()
        sum(int(match[0]) for match in re.finditer(r"\d+", text) if match.start() not in {1, 2})
        best = min(best, time.process_time() - started)
    return best * 1_000


def joined(pieces: Sequence[str], separator: str) -> Draw:
    """The pieces in turn, with their signs drawn anew each time."""
    turns = cycle(pieces)
    return lambda chance: filled(next(turns), chance) + separator


def search(rounds: int, size: int, seed: int) -> list[tuple[float, list[str], str]]:
    """The dearest texts that were found, the dearest first: half of the tries are new, half change a dear one."""
    chance, best = random.Random(seed), list[tuple[float, list[str], str]]()
    for turn in range(rounds):
        if best and turn % 2:
            pieces, separator = [*chance.choice(best)[1]], chance.choice(best)[2]
            for _ in range(chance.randint(1, 2)):
                place, how = chance.randrange(len(pieces)), chance.random()
                if how < 0.3 and len(pieces) > 1:
                    del pieces[place]
                elif how < 0.65:
                    pieces[place] = chance.choice(PIECES)
                else:
                    pieces.insert(place, chance.choice(PIECES))
        else:
            pieces = [chance.choice(PIECES) for _ in range(chance.randint(1, 12))]
            separator = chance.choice(("", "", " ", ", ", "，", "\n"))
        took = milliseconds(joined(pieces, separator), size, 3, turn)
        best = sorted([*best, (took, pieces, separator)], key=lambda one: -one[0])[:24]
    return sorted(
        ((milliseconds(joined(pieces, separator), size), pieces, separator) for _, pieces, separator in best),
        key=lambda one: -one[0],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--search", type=int, default=0, help="how many random texts to try")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=1_000, help="characters of a random text")
    arguments = parser.parse_args()
    warm(BATTERY.values())
    print(f"yardstick {yardstick():.3f} ms")
    if not arguments.search:
        print(f"{'ms per 1,000 characters, of a text of':36}" + "".join(f"{size:>9,}" for size in SIZES))
        worst = [0.0] * len(SIZES)
        for name, draw in BATTERY.items():
            figures = [milliseconds(draw, size) for size in SIZES]
            worst = [*map(max, worst, figures)]
            print(f"{name:36}" + "".join(f"{figure:9.3f}" for figure in figures), flush=True)
        print(f"{'the dearest':36}" + "".join(f"{figure:9.3f}" for figure in worst))
        print(f"yardstick {yardstick():.3f} ms")
        return
    for took, pieces, separator in search(arguments.search, arguments.size, arguments.seed)[:12]:
        print(f"{took:8.3f}  {'|'.join(pieces)!r} between {separator!r}")


if __name__ == "__main__":
    main()
