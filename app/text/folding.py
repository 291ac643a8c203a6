"""One spelling for what reads the same: width, case, ligatures, invisible characters."""

import re
import unicodedata
from typing import Final

# Characters that show nothing, for use inside brackets.
_UNSEEN: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)


def _mark_class() -> str:
    """The combining marks that normalisation may reorder, for use inside brackets."""
    marks: list[str] = []
    for code in range(0x300, 0x1F000):  # all combining marks lie here
        char = chr(code)
        if unicodedata.combining(char):
            if marks and ord(marks[-1][-1]) == code - 1:
                marks[-1] = marks[-1][0] + "-" + char
            else:
                marks.append(char)
    return "".join(marks)


MARKS: Final = _mark_class()  # a mark belongs to the letter before it
# Normalisation sorts a run of combining marks by insertion, which is quadratic: 32,768 marks took 1.2 s. No script
# stacks more than a few, and Unicode's own stream-safe form allows 30.
_STACK: Final = re.compile(f"([{MARKS}]{{30}})[{MARKS}]+")
_INVISIBLE: Final = re.compile(f"[{_UNSEEN}]+")


def compose(text: str) -> str:
    """NFKC without invisible characters; case stays. Linear for any text."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _STACK.sub(r"\1", _INVISIBLE.sub("", text)))


def fold(text: str) -> str:
    """`compose` in lower case, the same after every further call."""
    if text.isascii():
        return text.lower()
    # Lower case may make new compositions possible and the other way round, so the two are done twice.
    once = compose(compose(text).casefold())
    return compose(once.casefold())
