"""What is done with a thing: who paid the dentist has not called, and who cleaned the drill has not returned it."""

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final


@dataclass(frozen=True, slots=True)
class _Deed:
    told: re.Pattern[str]
    also: frozenset[str]  # other deeds by which it is over: what was handed in is written


_DEEDS: Final = {
    name: _Deed(re.compile(rf"\b(?:{one['en']})\b|{one['zh']}", re.IGNORECASE), frozenset(one["also"]))
    for name, one in tomllib.loads(files("app.memories").joinpath("deeds.toml").read_text(encoding="utf-8")).items()
}


def fits(task: str, news: str, topic: str) -> bool:
    """Whether the news tells of what the task wants done with its topic; where one of them names no deed, it may."""
    wanted, done = _deeds(task, topic), _deeds(news, topic)
    if not wanted or not done:
        return True
    return any(deed in done or _DEEDS[deed].also & done for deed in wanted)


def _deeds(text: str, topic: str) -> set[str]:
    """What the words beside the topic do: the `return` of a tax return is no deed."""
    for word in topic.split():
        text = re.sub(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), " ", text, flags=re.IGNORECASE)
    return {name for name, deed in _DEEDS.items() if deed.told.search(text)}
