"""More or less of what is taken: `my doctor lowered my sertraline to 25mg`, 医生让我把药改成半片了."""

import re
from typing import Final

from app.memories.endings import Ending
from app.memories.endings.doses import DOSE_EN, DOSE_ZH
from app.memories.extractors.ended.told import Told
from app.memories.extractors.sentences import Sentence

_CHANGED: Final = r"(?:lowered|raised|increased|reduced|cut|upped|bumped|dropped|changed|adjusted|put|brought|switched|doubled|halved|titrated)"
_ENGLISH: Final = (
    re.compile(
        rf"\b{_CHANGED}\s(?:up\s|down\s|back\s)?(?:my|the)\s(?:daily\s|dose of\s|dosage of\s)?(?P<what>[a-z][\w-]+(?:\s[a-z]+)?)(?:\s(?:up|down|back))?"
        rf"\s(?:from\s[^,.]{{2,12}}\s)?to\s(?P<new>{DOSE_EN})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bmy\s(?P<what>[a-z][\w-]+(?:\s[a-z]+)?)\s(?:is|was|has been|got|went)\s(?:now\s)?(?:{_CHANGED}\s|up\s|down\s)+(?:from\s[^,.]{{2,12}}\s)?to\s(?P<new>{DOSE_EN})",
        re.IGNORECASE,
    ),
)
_CHINESE: Final = re.compile(
    rf"(?:把|将|我的?|^|[,，])(?P<what>[^,，把将我的]{{1,8}}?)(?:的?(?:剂量|用量|量))?(?:已经|给|都|又){{0,4}}(?:从[^,，]{{1,6}}(?:已经|给|都|又){{0,4}})?(?:减|加|降|增|改|调|换|提)(?:量|少|小|大|低|高)?(?:到|成|为)了?(?:每[天次晚早])?(?:吃)?(?P<new>{DOSE_ZH})"
)
_UNSURE: Final = re.compile(
    r"可能|想|打算|如果|要不要|能不能|建议|吗|\b(?:(?-i:may)|might|could|should|would|want|if|wants|maybe|next)\b",
    re.IGNORECASE,
)


def read(sentence: Sentence) -> list[Told]:
    """What is taken, and how much of it from now on."""
    if sentence.question or _UNSURE.search(sentence.text):
        return []
    patterns = _ENGLISH if sentence.language == "en" else (_CHINESE,)
    found = next((hit for pattern in patterns if (hit := pattern.search(sentence.text))), None)
    if found is None:
        return []
    what = re.sub(r"\s(?:dose|dosage|dos|prescription)$", "", found["what"])
    clause = sentence.text.strip().rstrip("。.!！~～ ")
    return [Told(what, Ending.DOSE, clause, into=found["new"])]
