"""What a told change names among what is held: the memories that end by it, or in which a thing gives way.

"Sold the Golf", 咖啡戒了: the extractor knows what ended and of what sort it is (`marks`), not how it was told before.
`meant` finds the memory, `able` says which ones may end at all, `rewriting` says what remains of it.
"""

from app.memories.endings.marks import (
    ALONE,
    ENDING,
    INTO,
    LEFT,
    OF,
    Ending,
    ending_of,
    keeps,
    read_by_grammar,
    thing_of,
    unmarked,
)
from app.memories.endings.meant import named, of_something_else
from app.memories.endings.rewriting import as_end, exchanged, moved, stated

__all__ = [
    "ALONE",
    "ENDING",
    "INTO",
    "LEFT",
    "OF",
    "Ending",
    "as_end",
    "ending_of",
    "exchanged",
    "keeps",
    "moved",
    "named",
    "of_something_else",
    "read_by_grammar",
    "stated",
    "thing_of",
    "unmarked",
]
