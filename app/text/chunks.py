"""Sentences of a text, and stretches of whole sentences of a size that can be embedded and searched."""

import re
from collections.abc import Iterator
from typing import Final

from app.text.graphemes import boundary

Place = tuple[int, int]  # start and end in the text, end not included

_END: Final = re.compile(
    r"""(?P<strong>[。！？!?；;…｡]{1,64}|\.{2,64})|(?P<point>\.)|(?P<paragraph>[\n\r\u2028\u2029][\s]{0,64})""",
)
_CLOSING: Final = re.compile(r"""["'”’」』）)\]】》*_]{0,8}""")
_SPACE: Final = re.compile(r"\s{0,64}")
_LAST_WORD: Final = re.compile(r"(?:[A-Za-z]{1,12}\.){0,4}[A-Za-z]{1,12}\Z")
_CLAUSE_MARK: Final = re.compile(r"[，,、：:—]|\s[-–]\s")
_BLANK: Final = re.compile(r"\s")
_ABBREVIATION_TEXT: Final = """
    mr mrs ms dr prof sr jr st mt vs etc e.g i.e eg ie cf al approx dept est inc ltd co corp a.m p.m u.s u.k ph.d
"""
_ABBREVIATIONS: Final = frozenset(_ABBREVIATION_TEXT.split())
_BEFORE_NUMBER_TEXT: Final = "no nos vol pp fig figs sec ch jan feb mar apr jun jul aug sep sept oct nov dec"
_BEFORE_NUMBER: Final = frozenset(_BEFORE_NUMBER_TEXT.split())
_MAY_END: Final = frozenset(("etc", "inc", "ltd", "co", "corp", "a.m", "p.m", "u.s", "u.k", "jr", "sr", "ph.d", "al"))
_LIST_NUMBER: Final = re.compile(r"(?:\A|[\n\r])[ \t]{0,8}\d{1,4}\Z")


def sentences(text: str) -> list[Place]:
    """Places of the sentences, in order; together they hold everything but the blanks between them.

    A sentence ends at 。！？!?;… or a line break, at a point only where a sentence can end: not in 3.5, v1.2, e.g., Dr.
    or an address. Closing quotes belong to the sentence before them.
    """
    places: list[Place] = []
    start = 0
    for end in _ends(text):
        _add(places, text, start, end)
        start = end
    _add(places, text, start, len(text))
    return places


def chunks(text: str, least: int = 200, most: int = 500, overlap: int = 80) -> list[str]:
    """The text in stretches of `least` to `most` characters, in order, each of whole sentences.

    A stretch ends with a paragraph if one ends in its size, else with a sentence. A sentence is cut only when it is
    longer than `most`: at a clause mark, else at a blank, else anywhere. The next stretch begins with the last
    sentences of the one before, as many as stay near `overlap` characters (at most a quarter more). A stretch
    is shorter than `least` only at the end of the text or where the next sentence would make it longer than `most`.
    """
    pieces = [part for place in sentences(text) for part in _short(text, place, most)]
    found: list[str] = []
    first = after = 0
    while first < len(pieces):
        after = _last_fitting(text, pieces, first, after, least, most)
        found.append(text[pieces[first][0] : pieces[after - 1][1]])
        if after == len(pieces):
            break
        first = _overlapping(pieces, first, after, most, overlap)
    return found


def _ends(text: str) -> Iterator[int]:
    """Where sentences end, closing quotes included."""
    done = 0
    for match in _END.finditer(text):
        if match.start() < done:
            continue
        end = match.end()
        if match["point"] and not _ends_sentence(text, match.start()):
            continue
        if match["strong"] in (";", "?", "!") and text[end : end + 1].isascii() and text[end : end + 1].isalnum():
            continue  # ?a=1, a;b and != are no ends
        if not match["paragraph"]:
            closing = _CLOSING.match(text, end)
            end = closing.end() if closing else end
        done = end
        yield end


def _ends_sentence(text: str, point: int) -> bool:
    """Whether the point at this place ends a sentence."""
    closing = _CLOSING.match(text, point + 1)
    after = closing.end() if closing else point + 1
    following = text[after : after + 1]
    if following and not following.isspace() and following.isascii():
        return False
    word = _LAST_WORD.search(text, max(0, point - 64), point)
    last = word.group().lower() if word else ""
    space = _SPACE.match(text, after)
    next_char = text[space.end() : space.end() + 1] if space else ""
    if last in _ABBREVIATIONS:
        return last in _MAY_END and (not next_char or next_char.isupper())
    if last in _BEFORE_NUMBER and next_char.isdigit():
        return False
    if len(last) == 1 and last != "i" and text[point - 1].isupper():  # an initial: J. Smith
        return not next_char
    numbers_line = _LIST_NUMBER.search(text, max(0, point - 16), point)  # "1. First"
    return not numbers_line or not next_char


def _add(places: list[Place], text: str, start: int, end: int) -> None:
    part = text[start:end]
    stripped = part.strip()
    if stripped:
        start += len(part) - len(part.lstrip())
        places.append((start, start + len(stripped)))


def _short(text: str, place: Place, most: int) -> Iterator[Place]:
    """The sentence itself, or parts of at most `most` characters of one that is longer."""
    start, end = place
    while end - start > most:
        cut = _cut(text, start, start + most)
        yield start, cut
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        yield start, end


def _cut(text: str, start: int, limit: int) -> int:
    """The best place before `limit` to cut a long sentence; in its second half, so that the parts are few."""
    middle = start + (limit - start) // 2
    for pattern in (_CLAUSE_MARK, _BLANK):
        last = 0
        for match in pattern.finditer(text, middle, limit):
            last = match.end()
        if last:
            return last
    return max(boundary(text, limit), start + 1)


def _last_fitting(text: str, pieces: list[Place], first: int, beyond: int, least: int, most: int) -> int:
    """Number after the last piece of a chunk that begins at `first` and holds more than the pieces before `beyond`."""
    begin = pieces[first][0]
    after, paragraph = first, 0
    while after < len(pieces) and (after <= first or pieces[after][1] - begin <= most):
        after += 1
        size = pieces[after - 1][1] - begin
        ends_paragraph = after < len(pieces) and "\n" in text[pieces[after - 1][1] : pieces[after][0]]
        if ends_paragraph and size >= least and after > beyond:
            paragraph = after
    return after if after == len(pieces) else paragraph or after


def _overlapping(pieces: list[Place], first: int, after: int, most: int, overlap: int) -> int:
    """Number of the piece that the next chunk begins with."""
    end = pieces[after - 1][1]
    start = after
    while start - 1 > first and end - pieces[start - 1][0] <= overlap + overlap // 4:
        start -= 1
    # The next chunk has to get further than this one.
    while start < after and pieces[after][1] - pieces[start][0] > most:
        start += 1
    return start
