"""Conditions of a query and their values, numbered as asyncpg wants them."""

from typing import Any


class Where:
    """Collects conditions joined by AND; every value becomes a parameter, never part of the text."""

    def __init__(self, *values: Any) -> None:
        self.values: list[Any] = list(values)
        self._conditions: list[str] = []

    def bind(self, value: Any) -> str:
        """The placeholder of one more value."""
        self.values.append(value)
        return f"${len(self.values)}"

    def add(self, condition: str, *values: Any) -> "Where":
        """One more condition, with `{}` for each value."""
        self._conditions.append(condition.format(*(self.bind(value) for value in values)))
        return self

    def same(self, column: str, value: Any) -> "Where":
        """The column has this value, or none where it is None. `IS NOT DISTINCT FROM` would be found by no index."""
        return self.add(f"{column} IS NULL") if value is None else self.add(f"{column} = {{}}", value)

    @property
    def sql(self) -> str:
        return " AND ".join(self._conditions) or "true"
