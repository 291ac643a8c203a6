"""Plain immutable data, made often: checked as frozen where types are checked, as cheap as possible where it runs.

A frozen dataclass sets each field through a guard, which takes three times as long, and a context makes hundreds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(*, eq: bool = True) -> Callable[[type[T]], type[T]]:
    """A dataclass with slots whose fields are named when it is made and never changed afterwards."""
    return dataclass(slots=True, kw_only=True, eq=eq, unsafe_hash=eq)
