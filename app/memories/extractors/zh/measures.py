"""Values in the notation that both languages share: heights in cm, weights in kg, states as English words."""

import re

from app.memories.extractors.zh.lexicon import simplify
from app.memories.extractors.zh.numbers import number

STATUS = {
    "单身": "single",
    "未婚": "single",
    "已婚": "married",
    "离异": "divorced",
    "离婚": "divorced",
    "丧偶": "widowed",
    "订婚": "engaged",
    "恋爱中": "in a relationship",
}
_METRES = re.compile(r"([一二1])(?:米|\.)([\d零一二三四五六七八九]{1,2})")
_CENTIMETRES = re.compile(r"(\d{3}|[一二三四五六七八九十百零]{4,6})\s*(?:cm|厘米|公分)?", re.IGNORECASE)
_KILOS = re.compile(r"(\d{2,3}(?:\.\d)?|[一二两三四五六七八九十百]{2,6})\s*(公斤|千克|kg|斤)?", re.IGNORECASE)
_JIN = 2  # of them make a kilogram


def measured(slot: str, words: str) -> str:
    """`一米七八` → `178 cm`, `140斤` → `70 kg`; other slots and what is not understood stay as said."""
    plain = simplify(words)
    if slot == "height":
        if found := _METRES.search(plain):
            tail = "".join(str(number(char) or 0) for char in found[2]).ljust(2, "0")
            return f"{number(found[1])}{tail} cm"
        found = _CENTIMETRES.fullmatch(plain)
        return f"{number(found[1]) or found[1]} cm" if found else words
    if slot == "weight" and (found := _KILOS.match(plain)):
        value = (
            float(number(found[1]) or found[1].replace("两", "二"))
            if (number(found[1]) or found[1][0].isdigit())
            else 0.0
        )
        value = value / _JIN if found[2] == "斤" else value
        return f"{value:g} kg" if value and found[2] else words
    return words
