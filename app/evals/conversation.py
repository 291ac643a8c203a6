"""Long conversations with planted facts, made by us: chatter from templates, the same for the same seed."""

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final, Literal

Language = Literal["zh", "en"]
LANGUAGES: tuple[Language, ...] = ("zh", "en")
PLANTED = 20
CHANGED = 10


@dataclass(frozen=True, slots=True)
class Fact:
    """Something told once, and perhaps changed later; `question` asks for it, the values are what the answer needs,
    other forms of one after a bar.
    """

    told: str
    value: str
    question: str
    change: str | None = None
    changed: str | None = None

    @property
    def current(self) -> str:
        return self.changed or self.value


@dataclass(frozen=True, slots=True)
class Exchange:
    user: str
    assistant: str
    extract: Literal["auto"] = "auto"


_SET: Final[dict[str, Any]] = tomllib.loads(files("app.evals").joinpath("conversation.toml").read_text("utf-8"))


def _facts(name: str) -> dict[str, list[Fact]]:
    return {language: [Fact(**fact) for fact in _SET[name][language]] for language in LANGUAGES}


FACTS: Final = _facts("first")
OTHERS: Final = _facts("others")  # told in other words, and repeated by the assistant
_ECHOES: Final = {"zh": "收到：{}", "en": "Noted: {}"}


def conversation(language: Language, turns: int, seed: int = 7, *, others: bool = False) -> Iterator[Exchange]:
    """The exchanges in order. Facts are told in the first part, changes come in the last third but before its end.

    `others`: other facts among other chatter, which the assistant repeats in its answer.
    """
    draw = random.Random(seed)  # noqa: S311  # no secret hangs on it
    facts = (OTHERS if others else FACTS)[language]
    told = sorted(draw.sample(range(turns // 50, turns * 6 // 10), len(facts)))
    changes = [fact for fact in facts if fact.change]
    changed = sorted(draw.sample(range(turns * 6 // 10, turns * 95 // 100), len(changes)))
    placed = dict(zip(told, (fact.told for fact in draw.sample(facts, len(facts))), strict=True))
    placed |= dict(zip(changed, (fact.change or "" for fact in draw.sample(changes, len(changes))), strict=True))
    asked, answers = _SET["asked"][language], _SET["answers"][language]
    for number in range(turns):
        if number in placed:
            answer = _ECHOES[language].format(placed[number]) if others else draw.choice(answers)
            yield Exchange(placed[number], answer)
        elif draw.random() < 0.3:  # noqa: PLR2004  # about every third is a question
            yield Exchange(draw.choice(asked), draw.choice(answers))
        else:
            yield Exchange(_chatter(draw, language, number, others=others), draw.choice(answers))


def _chatter(draw: random.Random, language: Language, number: int, *, others: bool) -> str:
    if others:
        return str(draw.choice(_SET["other_chatter"][language]))
    place, event = (draw.choice(_SET[words][language]) for words in ("places", "events"))
    return f"{place}{event}，第{number}次了。" if language == "zh" else f"{place} {event}, time {number}."
