"""In which groups the numbers of people and accounts are written, and where in a run of groups one could stand."""

import re
from collections.abc import Container, Iterator, Sequence
from itertools import accumulate

Layout = tuple[int, ...]  # the sizes of the groups
Window = tuple[int, int, bool]  # from one group to another, and whether a + leads

LANDLINE = ((3, 8), (4, 7), (4, 8), (3, 4, 4), (4, 4, 4), (4, 3, 4))
LAYOUTS = {
    "card": ((4, 4, 4, 4), (4, 4, 4, 4, 3), (4, 6, 5), (4, 6, 4), (6, 13), (6, 10), (4, 4, 4, 4, 2), (4, 4, 4, 4, 1)),
    "id": ((6, 8, 4), (6, 4, 4, 4), (3, 3, 4, 4, 4), (6, 6, 6), (4, 4, 4, 4, 2), (6, 4, 8), (6, 8, 3), (3, 3, 8, 4)),
    "phone": ((3, 4, 4), (3, 8), (4, 4, 3), (7, 4), (2, 3, 4, 4), (2, 11), (3, 4, 2, 2)),
}
_OPEN = frozenset({(3, 3, 4), (1, 3, 3, 4), (3, 4, 3)})  # phones that may begin with any figure
_SHORTEST, _LONGEST = 7, 30  # digits of a phone and of a bank account
_ANY = range(_SHORTEST, _LONGEST + 1)
# How many digits the numbers have that a word names, and how many groups behind it the word speaks for.
_DIGITS: dict[str | None, Container[int]] = {
    "id_card": (15, 18),
    "card": range(12, 20),
    "account": range(8, 31),
    "ssn": (9,),
    "phone": range(7, 16),
}
_LED = 24
_WRITTEN = frozenset({*(layout for some in LAYOUTS.values() for layout in some), *LANDLINE, *_OPEN, (3, 2, 4)})
_COUNTS = {  # of the groups of the layouts that begin with a group of this size
    size: sorted({len(layout) for layout in _WRITTEN if layout[0] == size}, reverse=True)
    for size in {layout[0] for layout in _WRITTEN}
}
# Where no word says what a number is, the groups do.
KINDS: dict[Layout, tuple[str, ...]] = {
    layout: tuple(
        name
        for name in ("id", "card", "phone")
        if layout in LAYOUTS[name] or (name == "phone" and layout not in {*LAYOUTS["id"], *LAYOUTS["card"]})
    )
    for layout in _WRITTEN - {(3, 2, 4)}
}

# The first figure tells most groups of a table apart from a number; `_FIGURES` where it tells nothing.
_FIGURES = "0123456789"
_BEGINNINGS = {
    layout: "23456" if kinds == ("card",) else "018" if kinds == ("phone",) and layout not in _OPEN else _FIGURES
    for layout, kinds in KINDS.items()
}


def _layout(sizes: Layout, beginnings: str) -> str:
    first, *others = (chr(_SIZE + size) for size in sizes)
    return f"{first}[{beginnings}]" + "".join(f"{size}." for size in others)


# A run is read as the size and the first figure of each of its groups: "C5C5D1" for 555 555 1234.
_SIZE, _LARGEST = ord("@"), 62
_SIZES = [chr(_SIZE + min(size, _LARGEST)) for size in range(_LARGEST + 1)]
_WRITTEN_AT = re.compile(f"(?={'|'.join(_layout(sizes, _BEGINNINGS.get(sizes, _FIGURES)) for sizes in _WRITTEN)})")
_FEW = 8  # groups of which each is tried
ALONE = frozenset({11, *range(13, 20)})  # figures of a number that says what it is without a word


def places(
    text: str, groups: Sequence[tuple[int, int]], sizes: Layout, kind: str | None, *, plus: bool
) -> Iterator[Window]:
    """Stretches of groups that a reader could take for one number, and whether a + leads; the longer come first.

    Behind a word that names a number, or a +, the count of digits decides; elsewhere, and in phones, the groups must be
    those in which numbers are written. Most of a table of figures ends here.
    """
    named = _LED if kind in _DIGITS else 1 if plus else 0
    for first, size in enumerate(sizes[:named]):
        leads = plus and not first
        wanted = _ANY if leads else _DIGITS[kind]
        sums = [*accumulate(sizes[first : first + 20])]
        for count in range(len(sums), 0, -1):
            counts = sums[count - 1] in wanted and (count == 1 or leads or kind != "phone")
            if counts or (count > 1 and sizes[first : first + count] in _WRITTEN):
                yield first, first + count, leads
        if size in _ANY and size not in wanted:
            yield first, first + 1, leads
    alone = ALONE if kind is None or kind == "other" else _ANY
    for first in _beginnings(text, groups, sizes, named, alone):
        size = sizes[first]
        for count in _COUNTS.get(size, ()):
            if first + count <= len(sizes) and sizes[first : first + count] in _WRITTEN:
                yield first, first + count, False
        if size in alone:
            yield first, first + 1, False


def _beginnings(
    text: str, groups: Sequence[tuple[int, int]], sizes: Sequence[int], done: int, alone: Container[int]
) -> list[int]:
    """The groups with which a number could begin."""
    if len(sizes) < _FEW:
        return [*range(done, len(sizes))]
    found = {first for first in range(done, len(sizes)) if sizes[first] in alone}
    read = "".join([_SIZES[min(b - a, _LARGEST)] + text[a] for a, b in groups])
    found.update(match.start() // 2 for match in _WRITTEN_AT.finditer(read, 2 * done))
    return sorted(found)


def may_begin(figure: str, sizes: Layout) -> bool:
    """Whether a number in these groups may begin with this figure."""
    return figure in _BEGINNINGS.get(sizes, _FIGURES)
