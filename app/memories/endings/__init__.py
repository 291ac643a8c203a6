"""What a told change names among what is held: the memories that end by it, or in which a thing gives way.

"Sold the Golf", 咖啡戒了: the extractor knows what ended and of what sort it is (`marks`), not how it was told before.
`meant` finds the memory, `shifts` the one of a change that is told in passing; `able` says which ones may end at all,
`rewriting` what remains of it.
"""

from app.memories.endings.doses import dose_of
from app.memories.endings.marks import (
    BEGINS,
    ENDING,
    HINT,
    INTO,
    LEFT,
    MATTERS,
    OF,
    ONLY,
    PARTS,
    STANDS,
    WEEKLY,
    Ending,
    begun_by,
    ending_of,
    keeps,
    only_hints,
    parts_of,
    read_by_grammar,
    reads_of,
    telling,
    tells_more,
    thing_of,
    unmarked,
)
from app.memories.endings.meant import named, of_something_else
from app.memories.endings.rewriting import as_end, exchanged, moved, patched, put, stated
from app.memories.endings.shift import Shift
from app.memories.endings.shifts import shifts
from app.memories.endings.splicing import place
from app.memories.endings.values import values
from app.memories.endings.when import on_its_day
from app.memories.endings.wording import averse, ends_an_aversion, joined

__all__ = [
    "BEGINS",
    "ENDING",
    "HINT",
    "INTO",
    "LEFT",
    "MATTERS",
    "OF",
    "ONLY",
    "PARTS",
    "STANDS",
    "WEEKLY",
    "Ending",
    "Shift",
    "as_end",
    "averse",
    "begun_by",
    "dose_of",
    "ending_of",
    "ends_an_aversion",
    "exchanged",
    "joined",
    "keeps",
    "moved",
    "named",
    "of_something_else",
    "on_its_day",
    "only_hints",
    "parts_of",
    "patched",
    "place",
    "put",
    "read_by_grammar",
    "reads_of",
    "shifts",
    "stated",
    "telling",
    "tells_more",
    "thing_of",
    "unmarked",
    "values",
]
