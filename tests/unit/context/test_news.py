"""What was said later of something that is shown, and sounds like a change, comes with it, read by a rule or not."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

import pytest

from app.context.model import Scored
from app.context.news import MOST, news
from app.memories.model import Memory, Trust
from tests.unit.context.context_samples import episode, hit, memory, preference

KILN = "User's kiln trips the breaker above 1260"


def scored(one: Memory, *, near: bool = True, asking: float = 0.0) -> Scored:
    parts = {"vector": 0.1 if near else 0.0, "keyword": 0.0, "asking": asking}
    return Scored(hit=replace(hit(one), weighed=parts), score=0.1, parts=parts)


def came(shown: Memory, *heard: Memory | Scored) -> list[str]:
    others = [one if isinstance(one, Scored) else scored(one) for one in heard]
    passing = [Scored(hit=hit(shown), score=0.8, parts={})]
    return texts(news([*passing, *others], passing))


def texts(found: Sequence[Scored]) -> list[str]:
    return [one.hit.memory.content for one in found]


@pytest.mark.parametrize(
    ("shown", "later"),
    [
        (KILN, "electrician sorted the kiln, it goes to 1300 fine now"),
        ("User's brother drives the van on weekdays", "sold the van last week, finally"),
        ("User will speak at the harvest fair in May", "the harvest fair got postponed again"),
        ("用户的乐队里大鹏弹贝斯", "大鹏不弹了，回老家去了"),
        ("用户把种子放在阁楼", "阁楼漏水，种子换到地窖了"),
    ],
)
def test_a_change_said_later_comes_with_what_it_changes(shown: str, later: str) -> None:
    assert came(memory(shown, days_old=9), episode(later, days_old=1)) == [later]


@pytest.mark.parametrize(
    "heard",
    [
        episode("electrician sorted the kiln, it goes to 1300 fine now", days_old=20),  # before it
        episode("the kiln stands in the yard", days_old=1),  # no change
        episode("electrician sorted the boiler, it runs fine now", days_old=1),  # of something else
        episode("now it is 1260 again", days_old=1),  # a figure is no matter
        episode("the kiln is fixed now", days_old=1, trust=Trust.ASSISTANT),  # not the user's words
        scored(episode("is the kiln fixed now?", days_old=1), asking=1.0),  # tells nothing
        scored(episode("the kiln is fixed now", days_old=1), near=False),  # far from the question, and one word
    ],
)
def test_what_is_older_elsewhere_or_no_change_does_not(heard: Memory | Scored) -> None:
    assert came(memory(KILN, days_old=9), heard) == []


def test_what_is_said_in_the_same_breath_is_no_news() -> None:
    turn = uuid4()
    shown = memory(KILN, days_old=9, source_turn_ids=(turn,))
    assert came(shown, episode("the kiln is fixed now", days_old=1, source_turn_ids=(turn,))) == []


def test_a_word_that_stands_everywhere_names_no_matter() -> None:
    heard = [episode(f"kiln number {name} was moved", days_old=1) for name in ("ash", "birch", "cedar")]
    assert came(memory(KILN, days_old=9), *heard) == []


def test_they_are_few_newest_first_and_behind_all_that_answers() -> None:
    shown = memory("User keeps llamas, geese and otters by the brook", days_old=9)
    heard = [
        scored(episode(f"the {one} are gone now", days_old=days))
        for days, one in enumerate(("geese", "otters", "llamas"))
    ]
    passing = [Scored(hit=hit(shown), score=0.8, parts={})]
    found = news([*passing, *heard], passing)
    assert texts(found) == ["the geese are gone now", "the otters are gone now"]
    assert len(found) == MOST
    assert all(one.score < 0.8 for one in found)
    assert all(one.parts["news"] for one in found)


def test_beside_an_instruction_for_every_reply_there_is_none() -> None:
    told = preference("User wants answers in bullet points", key="instruction:format", days_old=9)
    assert came(told, episode("no bullet points anymore now, answers in prose", days_old=1)) == []


def test_beside_nothing_there_is_none() -> None:
    assert news([scored(episode("the kiln is fixed now"))], []) == []
