"""Changes that are told in passing: what no grammar of change reads, but what is held lets be understood.

"The docs live in Outline now, Confluence was too slow": no pattern knows what docs are, but a memory says that they
were on Confluence. So the words of the memory are looked for in the sentence: its thing beside a word that something is
over, what it is about beside another value of its sort (`newly`), or another one who looks after it (`handovers`).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from app.memories.endings import shift_words as say
from app.memories.endings.able import may_shift
from app.memories.endings.handovers import handed
from app.memories.endings.known_by import OF_SOMEBODY, RECIPIENT, STOP, is_about_person, is_named, same_people
from app.memories.endings.newly import moved_to, other_value
from app.memories.endings.shift import Shift
from app.memories.endings.wording import ends_an_aversion
from app.memories.model import Memory
from app.memories.subject import roles
from app.text import patterns as re
from app.text.language import HAN, has_han

_MOST: Final = 2  # memories that one sentence may end in passing
_OF_ITS_OWN: Final = frozenset({"residence", "commute", "diet"})
_UNDER_ONE_ROOF: Final = ("relation:flatmate:", "relation:lodger:", "relation:tenant:", "relation:au pair:")
_WORD: Final = re.compile(r"[a-z\d][a-z\d:]+")
_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_ROOT: Final = 4  # letters of a word that it has in all its forms
_EVERYWHERE: Final = frozenset(
    (
        "the",
        "and",
        "for",
        "now",
        "have",
        "has",
        "had",
        "was",
        "were",
        "are",
        "is",
        "in",
        "on",
        "at",
        "to",
        "of",
        "it",
        "we",
        "my",
        "me",
        "us",
        "our",
        "with",
        "from",
        "this",
        "that",
        "they",
        "been",
        "not",
        "no",
        "so",
        "an",
        "by",
        "be",
        "up",
        "as",
        "or",
        "do",
        "did",
        "user",
        "more",
    )
)
_LONGEST_ARGUMENT: Final = 6  # words


def shifts(parts: Sequence[str], held: Iterable[Memory]) -> list[Shift]:
    """What the parts of one sentence change of what is held; nothing when it could be too much."""
    text = ", ".join(parts)
    touched = _touched(text, held)
    if gone := _gone_from_home(parts, touched):
        return gone
    rows = _of_one_person(text, [row for row in touched if may_shift(row)])
    english = not has_han(text)
    found = [*handed(parts, rows), *_gone_home(parts, rows), *_ended(parts, rows, english=english)]
    found = found or list(_of_its_matter(parts, rows)) or list(moved_to(text, rows, english=english))
    if not found and not english:
        found = list(_put_in_place(parts, rows))
    if not found and (other := other_value(text, rows, english=english)):
        found = [other]
    found = list({one.memory.id: one for one in reversed(found)}.values())
    return found if len(found) <= _MOST else []


def _of_one_person(text: str, rows: Sequence[Memory]) -> list[Memory]:
    """Without people where the text names one of a name that two of them have."""
    people = [row for row in rows if (row.key or "").startswith("relation:")]
    named = {tuple((row.key or "").split(":")[1:3]) for row in people if is_about_person(text, row) and not roles(text)}
    return [row for row in rows if row not in people] if len(named) > 1 else list(rows)


def _touched(text: str, held: Iterable[Memory]) -> list[Memory]:
    """Those with a piece of the text in them, or of a matter that has words: a look that costs next to nothing."""
    plain = text.casefold()
    pieces = {word[:_ROOT] for word in _WORD.findall(plain)} - _EVERYWHERE
    pieces |= {run[at : at + 2] for run in _HAN_RUN.findall(plain) for at in range(len(run) - 1)}
    groups = [one for one in say.SAME_MATTER if one.search(text)]
    found = []
    for row in held:
        content = row.content.casefold()
        own = row.key in _OF_ITS_OWN or (row.key or "").startswith("relation:")
        if own or any(piece in content for piece in pieces) or any(one.search(content) for one in groups):
            found.append(row)
    return found


def _ended(parts: Sequence[str], rows: Sequence[Memory], *, english: bool) -> Iterator[Shift]:
    text = ", ".join(parts)
    for place, part in enumerate(parts):
        arguments = list(_over_en(part, text) if english else _over_zh(part, text))
        for row in rows:
            if arguments and same_people(part, row) and any(is_named(row, one, english=english) for one in arguments):
                yield Shift(row, frozenset({place}))


def _over_en(part: str, text: str) -> Iterator[str]:
    """What a clause says to be over; some verbs say so of this once as well, unless the sentence says that it lasts."""
    if say.NOT_OVER.search(part) or say.OTHERS.search(part) or ends_an_aversion(part):
        return
    lasts = say.LASTS.search(text) is not None
    if (found := say.OVER_SUBJECT.match(part)) and (lasts or not found["weak"]):
        words = found["what"].split()
        yield " ".join(words[-_LONGEST_ARGUMENT:])
    if (found := say.OVER_OBJECT.match(part)) and (lasts or not found["weak"]):
        yield " ".join(STOP.sub("", found["what"]).split()[:_LONGEST_ARGUMENT])
        if found["what"].partition(" ")[0].endswith("ing"):
            yield found["what"]
    for found in say.OVER_AROUND.finditer(part):
        yield next(words for words in found.groups() if words)


def _over_zh(part: str, text: str) -> Iterator[str]:
    if say.NOT_OVER_ZH.search(part) or say.OTHERS_ZH.search(part) or ends_an_aversion(part):
        return
    if say.OVER_ZH.search(part) or (say.OVER_WEAKLY_ZH.search(part) and say.LASTS_ZH.search(text)):
        yield RECIPIENT.sub(" ", part)  # who was given it is not over


def _gone_home(parts: Sequence[str], rows: Sequence[Memory]) -> Iterator[Shift]:
    """Who lived with the user, or worked in a town, does so no more: they moved on."""
    for place, part in enumerate(parts):
        if say.NOT_OVER.search(part) or say.NOT_OVER_ZH.search(part):
            continue
        for row in rows:
            matter_of = (row.key or "").rpartition(":")[2] if (row.key or "").startswith("relation:") else ""
            pattern = say.MOVED_ON.get(matter_of)
            if pattern is not None and pattern.search(part) and is_about_person(part, row):
                yield Shift(row, frozenset({place}))


def _gone_from_home(parts: Sequence[str], rows: Sequence[Memory]) -> list[Shift]:
    """All that is told of who shared a home with the user for as long as they lived there: a flatmate, a lodger."""
    for place, part in enumerate(parts):
        if not say.GONE_FROM_HOME.search(part) or say.NOT_OVER.search(part):
            continue
        theirs = [row for row in rows if (row.key or "").startswith(_UNDER_ONE_ROOF) and is_about_person(part, row)]
        if theirs and not _ambiguous(part, theirs):
            role = ":".join((theirs[0].key or "").split(":")[:2])
            found = [row for row in rows if ":".join((row.key or "").split(":")[:2]) == role]
            return [Shift(row, frozenset({place})) for row in (found if _alone(found) else theirs)]
    return []


def _ambiguous(part: str, rows: Sequence[Memory]) -> bool:
    """Whether it names nobody, and there are several whom it may mean."""
    return bool(roles(part)) and not _alone(rows)


def _alone(rows: Sequence[Memory]) -> bool:
    """Whether all of them tell of one person at most by name."""
    names = {one.casefold() for row in rows if (row.key or "").endswith(":name") for one in row.entities}
    keyed = {parts[2] for row in rows if len(parts := (row.key or "").split(":")) > 3}  # noqa: PLR2004  # role, name, slot
    return len(names | keyed) <= 1


def _of_its_matter(parts: Sequence[str], rows: Sequence[Memory]) -> Iterator[Shift]:
    """Where one lives, how one gets to work, what one eats: told in words that name no value of before."""
    text = ", ".join(parts)
    if any(pattern.search(text) for pattern in (say.NOT_OVER, say.NOT_OVER_ZH, say.OTHERS, say.OTHERS_ZH)):
        return
    if say.AWAY.search(text):
        return
    newly = say.NEWLY.search(text) or say.LASTS.search(text) or say.NEWLY_ZH.search(text) or text.endswith("了")
    of_ones_way = newly and say.COMMUTE.search(text) and not (roles(text) - OF_SOMEBODY)
    for row in rows:
        place = next((at for at, part in enumerate(parts) if row.key == "diet" and say.MEAT.search(part)), None)
        if place is not None:
            yield Shift(row, frozenset({place}))
        elif row.key == "residence" and (told := say.LIVES.search(text) or say.LIVES_ZH.search(text)):
            if told["new"] not in row.content and row.value:
                yield Shift(row, frozenset(), row.value, told["new"])
        elif of_ones_way and (row.key == "commute" or (row.key is None and say.COMMUTE.search(row.content))):
            yield Shift(row, frozenset())


def _put_in_place(parts: Sequence[str], rows: Sequence[Memory]) -> Iterator[Shift]:
    """宽带换移动的了: what one memory alone speaks of has something else in its place."""
    for part in parts:
        told = say.PUT_ZH.match(part)
        if not told or say.NOT_OVER_ZH.search(part) or say.OTHERS_ZH.search(part):
            continue
        meant = [row for row in rows if told["what"] in row.content and same_people(part, row)]
        if len(meant) == 1 and told["new"] not in meant[0].content:
            yield Shift(meant[0], frozenset())
            return
