"""What the body does not allow: in which questions it comes."""

import pytest
from context_samples import asking, hit, memory, ranked

from app.context.asking import advised
from app.context.topics import of


@pytest.mark.parametrize(
    "question",
    ["Should I crawl into the loft?", "Is a sauna a good idea for me?", "蒸桑拿我去得了吗", "他们叫我去拔河，去不去？"],
)
def test_whether_to_do_a_thing_is_asked_of_the_body_too(question: str) -> None:
    limit = memory("The user faints in tight spaces", key="condition:fainting")
    assert advised(question)
    assert ranked(asking(question), hit(limit, 0.0, key=True))[0]


def test_a_question_about_code_or_nobody_asks_nothing_of_the_body() -> None:
    limit = memory("The user faints in tight spaces", key="condition:fainting")
    for question in ("Should I write this function as a loop?", "Why do cats purr?"):
        assert not ranked(asking(question), hit(limit, 0.0, key=True))[0]


def test_a_limit_is_of_food_where_its_words_or_its_illness_are_and_not_where_nobody_eats_it() -> None:
    assert "food" in of(memory("用户食管受伤，辣的不能碰", key="condition:食管"))
    assert "food" in of(memory("The user has gout", key="condition"))
    assert "food" in of(memory("The user cannot eat lentils", key="allergy:lentils"))
    assert "food" not in of(memory("The user is allergic to birch pollen", key="allergy:pollen"))


def test_a_taste_is_of_what_its_key_says_where_its_words_tell_nothing() -> None:
    assert of(memory("The user likes skiffle", key="taste:music")) == {"leisure"}
