"""Chinese readers are asked only of clauses in which they may find something, and are not missed in the others."""

import importlib
import inspect
import json
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from app.memories.extractors import zh
from app.memories.extractors.sentences import Said, own_speech
from app.memories.extractors.zh.clauses import Clause, clauses
from app.memories.extractors.zh.subjects import USER, Subject, Text

ROOT = Path(__file__).parents[3]
SETS = sorted((ROOT / "tests/evals/extraction").glob("zh*.jsonl"))
TRAINED = sorted((ROOT / "training").glob("zh.*.txt"))
SPOKEN = [
    *(json.loads(line)["text"] for path in SETS for line in path.read_text("utf-8").splitlines()),
    *(line for path in TRAINED for line in path.read_text("utf-8").splitlines()[::3]),
]
WHO = cycle((USER, Subject("relation", "sister", "姐姐"), Subject("we", word="团队")))
AT = datetime(2026, 8, 6, 12, tzinfo=UTC)


def gated() -> dict[str, Callable[..., Any]]:
    """The readers that stand behind a gate, by name."""
    modules = (importlib.import_module(f"{zh.__name__}.{each.name}") for each in pkgutil.iter_modules(zh.__path__))
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": reader
        for module in modules
        for name, reader in vars(module).items()
        if hasattr(reader, "may") and reader.__module__ == module.__name__
    }


def spoken() -> Iterator[tuple[Clause, Any]]:
    """Each clause as it was read, and as one that names somebody: a reader asks for that besides its words."""
    for text in SPOKEN:
        for sentence in own_speech(Said("user", text, AT, UTC)):
            for part in clauses(Text.of(sentence.text), sentence.quotes):
                yield part, sentence
                yield replace(part, subject=next(WHO), explicit=True, first=False), sentence


def test_a_reader_that_is_not_asked_would_have_found_nothing() -> None:
    readers = gated()
    assert len(readers) > 40
    wholes = {name: inspect.unwrap(reader) for name, reader in readers.items()}
    parameters = {name: list(inspect.signature(whole).parameters) for name, whole in wholes.items()}
    missed = []
    for part, sentence in spoken():
        for name, reader in readers.items():
            if reader.may(part.text.plain):  # type: ignore[attr-defined]  # set by `behind`
                continue
            given = {"clause": part, "sentence": sentence, "project": "用户的项目"}
            if found := wholes[name](*(given[each] for each in parameters[name])):
                missed.append((name, part.text.plain, found))
    assert missed == []


def test_most_readers_are_spared_most_clauses() -> None:
    parts = [part.text.plain for text in SPOKEN for part in clauses(Text.of(text))]
    opened = {name: sum(1 for plain in parts if reader.may(plain)) for name, reader in gated().items()}  # type: ignore[attr-defined]
    assert sum(opened.values()) < len(parts) * len(opened) / 4
    assert [name for name, count in opened.items() if count > len(parts) * 0.7] == []
