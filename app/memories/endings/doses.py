"""How much of something is taken, in a text."""

import re
from typing import Final

DOSE_EN: Final = (
    r"(?:\d[\d.,]*\s?(?:mg|mcg|µg|g|ml|iu|units?|tablets?|pills?|capsules?|drops?|puffs?)\b"
    r"|(?:half an?|an?|one|two|three|four)\s(?:tablet|pill|capsule|drop|puff)s?\b)"
)
DOSE_ZH: Final = r"(?:\d[\d.]*|[一二两三四五六七八九十半]{1,3})(?:片半|片|粒|颗|毫克|mg|毫升|ml|滴|支|个?单位|包|丸|袋)"
_DOSE: Final = re.compile(rf"{DOSE_EN}|{DOSE_ZH}", re.IGNORECASE)
_ANY: Final = re.compile(r"药|药量|剂量|(?:dose|dosage|meds|medication|medicine|pills|tablets)", re.IGNORECASE)
_MEDICINE: Final = re.compile(r"药|素|片|\b(?:mg|mcg|tablets?|pills?|capsules?|medication)\b|\dmg", re.IGNORECASE)


def dose_of(what: str, content: str) -> str:
    """The dose that a text tells of this medicine; "" where it tells none, or more than one."""
    named = what.casefold() in content.casefold() or (_ANY.fullmatch(what) and _MEDICINE.search(content))
    doses = [found.group() for found in _DOSE.finditer(content)] if named else []
    return doses[0] if len(doses) == 1 else ""
