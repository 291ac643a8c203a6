"""Numbers in Chinese characters."""

_DIGITS = {char: index for index, char in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0, "正": 1, "初": 0}


def number(words_: str) -> int | None:
    """`三十二` → 32, `廿三` → 23; None when it is no number."""
    text = words_.strip().lstrip("初").replace("廿", "二十")
    if text.isdigit():
        return int(text)
    if not text or any(char not in _DIGITS and char not in "十百" for char in text):
        return None
    total, digit = 0, 0
    for char in text:
        if char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + digit
