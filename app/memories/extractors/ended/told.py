"""What a clause tells of a change, before it is known of which memory."""

from dataclasses import dataclass

from app.memories.endings import Ending


@dataclass(frozen=True, slots=True)
class Told:
    """`what` ended; with `into` it gave way to that; of a DATE, `says` is the clause with the new day."""

    what: str
    sort: Ending
    clause: str
    into: str = ""
    key: str | None = None  # where the matter itself is told, not a thing: employer
    value: str | None = None
    verb: str = ""  # 吃 or 喝, of a taste
