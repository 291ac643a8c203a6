"""Numbers written in digits, Chinese numerals or English words."""

from typing import Final

ZH_NUMERAL: Final = r"(?:\d{1,9}(?!\d)|[〇零一二两三四五六七八九十百]{1,7})"
EN_NUMERAL: Final = (
    r"(?:\d{1,9}(?!\d)|a\s{1,3}couple(?:\s{1,3}of)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    r"(?:twenty|thirty|forty|fifty|sixty|ninety)(?:[-\s](?:one|two|three|four|five|six|seven|eight|nine))?)"
)

_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS: Final = {"十": 10, "百": 100}
_UP_TO_TWENTY: Final = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty"""
_WORDS: Final = {word: value for value, word in enumerate(_UP_TO_TWENTY.split())} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "a": 1,
    "an": 1,
    "couple": 2,
    "of": 0,
}


def zh_number(text: str) -> int:
    """The value of 三, 十二, 二十五, 一百零三, 二〇二六 or 12. ValueError for what is no number (一二十)."""
    if text.isdecimal():
        return int(text)
    if not any(char in _UNITS for char in text):
        if len(text) > 1 and "两" in text:
            raise ValueError(text)
        return int("".join(str(_DIGITS[char]) for char in text))
    total, digit, last_unit = 0, None, 1000
    for char in text:
        unit = _UNITS.get(char)
        if unit is None:
            if digit:
                raise ValueError(text)
            digit = _DIGITS[char]
        else:
            if unit >= last_unit or digit == 0:
                raise ValueError(text)
            total += unit * (1 if digit is None else digit)
            digit, last_unit = None, unit
    return total + (digit or 0)


def en_number(text: str) -> int:
    """The value of three, twenty-five, a, a couple of or 12."""
    if text.isdecimal():
        return int(text)
    words = text.lower().replace("-", " ").split()
    if "couple" in words:
        return 2
    return sum(_WORDS[word] for word in words)
