"""Whether a statement touches health, finance or law in a way that its owner should confirm first."""

from app.governance.engine import expression
from app.governance.patterns import alternatives, read

_DATA = read("topics.toml")
_TOPICS = ("health", "finance", "law")
_WORK = expression(alternatives(_DATA["work"]))
_SURE = {topic: expression(alternatives(_DATA[topic]["sure"] + _DATA[topic]["sure_en"])) for topic in _TOPICS}
_MAYBE = {topic: expression(alternatives(_DATA[topic]["maybe"] + _DATA[topic]["maybe_en"])) for topic in _TOPICS}
_NOT = expression(alternatives(_DATA["not"] + _DATA["not_en"]))


def health_finance_law(text: str) -> str | None:
    """`health`, `finance` or `law`, whichever is touched first in this order, or None.

    Diagnoses, suspected diseases, mental health, medication, debts, income, lawsuits and convictions count. Allergies,
    diets, trades ("I work at a bank") and work on such matters ("I build an app for diabetics") do not.
    """
    text = _NOT.replaced(text, lambda _: " ")
    for topic in _TOPICS:
        if _SURE[topic].search(text):
            return topic
    if _WORK.search(text):
        return None
    return next((topic for topic in _TOPICS if _MAYBE[topic].search(text)), None)
