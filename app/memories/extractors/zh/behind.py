"""Readers of a clause that are asked only where it has a character that one of their patterns needs."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact
from app.text.gates import gate

Rest = ParamSpec("Rest")
Reader = Callable[Concatenate[Clause, Rest], list[Fact]]


def behind(*patterns: "re.Pattern[str]") -> Callable[[Reader[Rest]], Reader[Rest]]:
    """For a reader that reads nothing from a clause in which none of these patterns finds anything."""
    may = gate(*patterns)

    def gated(read: Reader[Rest]) -> Reader[Rest]:
        @wraps(read)
        def asked(clause: Clause, /, *rest: Rest.args, **named: Rest.kwargs) -> list[Fact]:
            return read(clause, *rest, **named) if may(clause.text.plain) else []

        asked.may = may  # type: ignore[attr-defined]  # what the tests ask
        return asked

    return gated
