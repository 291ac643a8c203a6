"""Scenarios of recall: what a person's memory holds, what is asked, what must come, and what must not.

A file is one person, a JSON object a line: `{"memory": {…}}`, `{"turn": {…}}` and `{"talk": {…}}` in the order in which
they were said, then `{"scenario": {…}}`. `must` and `never` name memories by their `ref`; `*` in `never` means that
nothing may come. A turn is small talk: its words may come in no context. A talk is a session that was held so many
`days` ago; what must and must not come of it is told by words: `says` and `silent`. A memory is the person's own unless
`user` names another one, or nobody (null): then it is shared.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EVERYTHING = "*"
_OWN = frozenset(("id", "query", "must", "never", "says", "silent", "tags"))  # fields that are no part of the request


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One question and what its context is measured against."""

    id: str
    query: str | None
    must: tuple[str, ...]
    never: tuple[str, ...]
    says: tuple[str, ...]  # words that must stand in the context
    silent: tuple[str, ...]  # words that may not
    tags: tuple[str, ...]
    asked: Mapping[str, Any]  # other fields of the request: scene, project_id, namespace …


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody with memories, and the scenarios about them."""

    name: str
    memories: tuple[Mapping[str, Any], ...]
    turns: tuple[Mapping[str, Any], ...]
    talks: tuple[Mapping[str, Any], ...]
    scenarios: tuple[Scenario, ...]

    @property
    def language(self) -> str:
        return self.name.partition("-")[0]

    def content(self, ref: str) -> str:
        return next(str(memory["content"]) for memory in self.memories if memory["ref"] == ref)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one context did."""

    scenario: Scenario
    language: str
    missing: tuple[str, ...]
    violations: tuple[str, ...]
    tokens: int
    milliseconds: float


def load(folder: Path) -> list[Person]:
    """The people of a folder, by the names of their files."""
    return [_person(file) for file in sorted(folder.glob("*.jsonl"))]


def _person(file: Path) -> Person:
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return Person(
        name=file.stem,
        memories=tuple(line["memory"] for line in lines if "memory" in line),
        turns=tuple(line["turn"] for line in lines if "turn" in line),
        talks=tuple(line["talk"] for line in lines if "talk" in line),
        scenarios=tuple(_scenario(line["scenario"]) for line in lines if "scenario" in line),
    )


def _scenario(given: Mapping[str, Any]) -> Scenario:
    rest = {name: value for name, value in given.items() if name not in _OWN}
    return Scenario(
        id=given["id"],
        query=given["query"],
        must=tuple(given["must"]),
        never=tuple(given["never"]),
        says=tuple(given.get("says", ())),
        silent=tuple(given.get("silent", ())),
        tags=tuple(given["tags"]),
        asked=rest,
    )


def judged(person: Person, scenario: Scenario, prompt: str, *, tokens: int, milliseconds: float) -> Outcome:
    """What is missing in a prompt, and what stands there although it must not."""
    violations = [ref for ref in scenario.never if (prompt if ref == EVERYTHING else person.content(ref) in prompt)]
    violations += [turn["user"] for turn in person.turns if turn["user"] in prompt]
    violations += [words for words in scenario.silent if words in prompt]
    missing = [ref for ref in scenario.must if person.content(ref) not in prompt]
    missing += [words for words in scenario.says if words not in prompt]
    return Outcome(
        scenario=scenario,
        language=person.language,
        missing=tuple(missing),
        violations=tuple(violations),
        tokens=tokens,
        milliseconds=milliseconds,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Outcomes in numbers."""

    scenarios: int
    recall: float  # share of what must come that came
    hit_rate: float  # share of scenarios in which all of it came
    violations: int
    tokens: float  # mean of a context
    milliseconds: float  # median of a context


def figures(outcomes: Sequence[Outcome]) -> Figures:
    """The figures of some outcomes."""
    wanted = sum(len(one.scenario.must) + len(one.scenario.says) for one in outcomes)
    missing = sum(len(one.missing) for one in outcomes)
    asking = [one for one in outcomes if one.scenario.must or one.scenario.says]
    times = sorted(one.milliseconds for one in outcomes)
    return Figures(
        scenarios=len(outcomes),
        recall=1.0 - missing / wanted if wanted else 1.0,
        hit_rate=sum(not one.missing for one in asking) / len(asking) if asking else 1.0,
        violations=sum(len(one.violations) for one in outcomes),
        tokens=sum(one.tokens for one in outcomes) / len(outcomes) if outcomes else 0.0,
        milliseconds=times[len(times) // 2] if times else 0.0,
    )


def by_group(outcomes: Sequence[Outcome]) -> dict[str, Figures]:
    """Figures of all, of each language, and of each tag."""
    groups: dict[str, list[Outcome]] = {"all": list(outcomes)}
    for one in outcomes:
        groups.setdefault(one.language, []).append(one)
    for name in sorted({tag for one in outcomes for tag in one.scenario.tags}):
        groups[name] = [one for one in outcomes if name in one.scenario.tags]
    return {name: figures(group) for name, group in groups.items()}
