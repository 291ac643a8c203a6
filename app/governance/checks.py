"""Check digits and shapes of values. Pure arithmetic on strings, linear in their length."""

import base64
import binascii
import json
import re
from collections import Counter
from math import log2
from operator import mul

_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECK = "10X98765432"
_DOUBLED = bytes.maketrans(b"0123456789", b"0246813579")  # twice the digit, or the sum of its two digits
_ID_REGIONS = frozenset(
    str(region)
    for area in (range(11, 16), range(21, 24), range(31, 38), range(41, 47), range(50, 55), range(61, 66), (71, 81, 82))
    for region in area
)
_LONG_PARTS = re.compile(r"[^\W_]{8,}")
_TURN = re.compile(r"\d\D|\D\d")
_TURNS_OFTEN = re.compile(r"\d\D+\d+\D|\D\d+\D+\d")  # three times or more
_LETTER, _DIGIT, _UNUSUAL = re.compile(r"[^\W\d_]"), re.compile(r"\d"), re.compile(r"[^\w.'/,:()-]")
_UUID = re.compile(r"[0-9a-fA-F]{32}")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def luhn(digits: str) -> bool:
    """The check digit of bank cards (ISO/IEC 7812)."""
    figures = digits.encode()  # whose codes are 48 more than their values
    total = sum(figures[::-2]) + sum(figures[-2::-2].translate(_DOUBLED)) - 48 * len(figures)
    return total % 10 == 0


def id_region_and_date(number: str) -> bool:
    """A mainland identity number of 18 or (without century) 15 places begins with a province and holds a birth date."""
    date = number[6:14] if len(number) == 18 else "19" + number[6:12]  # noqa: PLR2004  # the two lengths of GB 11643
    if number[:2] not in _ID_REGIONS or not date.isdigit():
        return False
    year, month, day = int(date[:4]), int(date[4:6]), int(date[6:])
    return 1900 <= year <= 2049 and 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]  # noqa: PLR2004  # a calendar


def id_check_digit(number: str) -> bool:
    """ISO 7064 MOD 11-2 over 18 places."""
    total = sum(map(mul, number[:17].encode(), _ID_WEIGHTS)) - 48 * sum(_ID_WEIGHTS)  # the code of a figure is 48 more
    return _ID_CHECK[total % 11] == number[17].upper()


def card_issuer(digits: str, *, grouped: bool) -> bool:
    """Whether length and first digits are those of a card scheme.

    Some ranges look like dates or barcodes and count only when written in groups of four.
    """
    size, two, four = len(digits), int(digits[:2]), int(digits[:4])
    return (
        (size in {16, 19} and digits[0] == "4")
        or (size == 16 and 51 <= two <= 55)  # noqa: PLR2004  # Mastercard
        or (size == 16 and grouped and 2200 <= four <= 2720)  # noqa: PLR2004  # Mastercard, Mir
        or (size == 15 and two in {34, 37})  # noqa: PLR2004  # American Express
        or (size == 16 and (four == 6011 or two == 65 or 644 <= int(digits[:3]) <= 649))  # noqa: PLR2004  # Discover
        or (size == 16 and 3528 <= four <= 3589)  # noqa: PLR2004  # JCB
        or (size == 14 and grouped and two in {36, 38, 30})  # noqa: PLR2004  # Diners
        or (16 <= size <= 19 and two == 62)  # noqa: PLR2004  # UnionPay
        or (size == 19 and four in {9558, 6013, 1030})  # noqa: PLR2004  # older cards of Chinese banks
    )


def iban(text: str) -> bool:
    """ISO 13616: country, two check digits, account; remainder 1 of 97."""
    moved = text[4:] + text[:4]
    return text.isalnum() and int("".join(str(int(char, 36)) for char in moved)) % 97 == 1


def ssn(digits: str) -> bool:
    """Nine digits that the US Social Security Administration could have given out."""
    return digits[:3] not in {"000", "666"} and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"


def jwt_header(part: str) -> bool:
    """Whether the first part of a JSON Web Token decodes to a JSON object."""
    try:
        header = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (binascii.Error, ValueError, RecursionError):  # not a token, whatever it is
        return False
    return isinstance(header, dict)


def entropy(text: str) -> float:
    """Bits per character."""
    return -sum(n / len(text) * log2(n / len(text)) for n in Counter(text).values()) if text else 0.0


def strong(value: str) -> bool:
    """What hardly occurs but as a password: letters with digits or marks, six or more."""
    if len(value) < 6:  # noqa: PLR2004  # as the docstring says
        return False
    letter, digit = _LETTER.search(value), _DIGIT.search(value)
    return bool(letter and digit) or (bool(letter or digit) and _UNUSUAL.search(value) is not None)


def random_looking(value: str) -> bool:
    """Whether a value was drawn by a machine: an identifier made of words and a number is not."""
    return any(map(_drawn, _LONG_PARTS.findall(value))) or _UUID.fullmatch(value.replace("-", "")) is not None


def _drawn(part: str) -> bool:
    """Of eight letters and figures or more: they change too often for a word, or too many stand together."""
    if _TURNS_OFTEN.search(part):
        return True
    turns = _TURN.search(part) is not None
    if not turns and part.isdigit():
        return False
    mixed = part != part.lower() and part != part.upper() and not part.istitle()
    if mixed and turns:
        return True
    return len(part) >= 16 and (turns or (mixed and entropy(part) > 3.2))  # noqa: PLR2004  # measured
