"""One person or animal that is known by name."""

from dataclasses import dataclass
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class Known:
    """`prefixes` begin the keys under which they are held, the newest first; none for an animal."""

    name: str  # as it was written
    role: str  # "sister", or the kind of the animal
    word: str = ""  # what the memory calls them in Chinese: 妹妹
    prefixes: tuple[str, ...] = ()
    birthday: str = ""  # MM-DD

    @property
    def animal(self) -> bool:
        return not self.prefixes

    @property
    def month(self) -> int | None:
        """Of their birthday."""
        month = self.birthday[-5:-3]
        return int(month) if month.isdigit() and 1 <= int(month) <= len(MONTHS) else None
