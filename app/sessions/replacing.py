"""When a later statement takes the place of an earlier one: it speaks of the same matter and gives another value."""

from typing import Final

from app.sessions.matters import Matter, figure

_SAME: Final = 0.7  # share of the words of both subjects that they have in common
_MOST: Final = 0.75  # share of its words by which a statement without a subject is recognised
_HALF: Final = 0.5


def replaces(later: Matter, earlier: Matter) -> bool:
    """Whether the later statement leaves nothing of the earlier one."""
    if later.forget:
        return _share(later.words & earlier.words, earlier.subject or earlier.words) >= _HALF
    return (earlier.supposed or not later.supposed) and _settles(later, earlier)


def _settles(later: Matter, earlier: Matter) -> bool:
    if later.slots & earlier.slots or earlier.normal in later.normal:
        return True
    if later.done and earlier.task and later.done <= earlier.words:
        return True
    if later.slots and earlier.slots:  # a grammar knows both, and they are not the same
        return False
    if later.subject and earlier.subject and _another_value(later, earlier):
        return True
    return (later.change or bool(later.old)) and _ends(later, earlier)


def _another_value(later: Matter, earlier: Matter) -> bool:
    common = later.subject & earlier.subject
    same = len(common) >= _SAME * len(later.subject | earlier.subject)
    nested = bool(common) and common in (later.subject, earlier.subject)
    if (later.pointing or earlier.pointing) and not later.change:
        return False  # its price, and its price: of two things, it may be
    if later.change:
        return same or (nested and _heads_alike(later, earlier) and _figures_alike(later, earlier))
    return same and (later.attribute or earlier.attribute or (_figures_alike(later, earlier) and figure(later)))


def _heads_alike(later: Matter, earlier: Matter) -> bool:
    """年会日期 and 日期, the project deadline and the deadline."""
    return bool(later.head) and (later.head.endswith(earlier.head) or earlier.head.endswith(later.head))


def _figures_alike(later: Matter, earlier: Matter) -> bool:
    return figure(later) == figure(earlier)


def _ends(later: Matter, earlier: Matter) -> bool:
    """It names the value that is over, or the greater part of what the earlier statement says."""
    if later.old and later.old <= earlier.words:
        return True
    about = earlier.subject or earlier.words
    return len(about) > 1 and not later.subject and _share(about & later.words, about) >= _MOST


def _share(part: frozenset[str], whole: frozenset[str]) -> float:
    return len(part) / len(whole) if whole else 0.0
