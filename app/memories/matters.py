"""The matters that a wish to forget may name, as `naming.toml` lists them."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final


@dataclass(frozen=True, slots=True)
class Matter:
    """Its keys, the names that a wish may give it, and how a sentence tells of it."""

    keys: tuple[str, ...]
    name: re.Pattern[str]
    told: re.Pattern[str]
    hints: re.Pattern[str] | None  # how a sentence tells of it that names the one that is meant


def _phrases(text: str) -> list[str]:
    return sorted((" ".join(one.split()) for one in text.split(",")), key=len, reverse=True)


def _named(names: list[str]) -> re.Pattern[str]:
    latin = "|".join(re.escape(name) for name in names if name.isascii())
    han = "|".join(re.escape(name) for name in names if not name.isascii())
    parts = [rf"\b(?:{latin})\b" if latin else "", han]
    return re.compile("|".join(part for part in parts if part))


def _hints(one: dict[str, str]) -> re.Pattern[str] | None:
    return re.compile(one["hints"]) if "hints" in one else None


MATTERS: Final = tuple(
    Matter(tuple(_phrases(one["keys"])), _named(_phrases(one["names"])), re.compile(one["told"]), _hints(one))
    for one in tomllib.loads(files("app.memories").joinpath("naming.toml").read_text(encoding="utf-8")).values()
)


@lru_cache(maxsize=256)
def as_itself(name: str) -> re.Pattern[str]:
    """A name that stands for all that goes on there."""
    own = rf"(?<![a-z]){re.escape(name)}"
    goes_on = r"(?=$|[,，。.!！ 我]|[已没不挂过拒了])"
    return re.compile(
        rf"{own}\s*(?:那|这)(?:个|边|家|件|次)?{goes_on}|{own}的?事|"
        rf"{own} (?:thing|one|stuff|business|process|role|position)\b"
    )
