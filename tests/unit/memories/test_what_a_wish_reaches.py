"""A wish to forget a matter reaches all that tells of it, and nothing that only shares a word with it."""

import pytest

from app.memories.ledger import Ledger
from app.memories.model import Event
from app.memories.naming import meant_by
from app.memories.retirement import retire
from tests.unit.memories.judging import NOW, RULES, Act, held, said


@pytest.mark.parametrize(
    ("topic", "gone", "key", "stays", "other"),
    [
        ("my address", "User lives at 4 Mill Row", "address", "User loves living near lakes", "taste:lakes"),
        ("my address", "User lives in Ghent", "residence", "User lives with their brother", "household"),
        ("my phone number", "User's phone number is 555-0100", "phone", "User calls home on the phone", "habit:call"),
        ("work", "User is a welder", "occupation", "User is working on a novel", "goal:working on a novel"),
        ("my medical history", "User is diabetic", "health:diabetic", "User works at Hale Hospital", "employer"),
        ("my weight", "User weighs 80 kg", "weight", "User's dog weighs 30 kg", None),
        ("my weight", "User lost 5 kg", None, "User lifts 100 kg", "habit:lift 100 kg"),
        ("my height", "User is 1.80 m tall", "height", "User likes tall trees", "taste:tall tree"),
        ("my age", "User is 35 years old", "age", "User's car is 12 years old", None),
        ("my drinking", "User drinks gin every day", "habit:drinking", "User drinks oat milk", "habit:drink milk"),
        ("the lawsuit", "User has a court date in May", None, "User plays tennis at the court", "plays:tennis"),
        ("my finances", "User has 9000 dollars of debt", None, "User's bike cost $300", None),
        ("my rates", "User charges $48 an hour", None, "User runs for an hour a day", "habit:run"),
        ("where I am from", "User is from Porto", "origin", "User was born in 1990", "birth_year"),
        ("住址", "用户住在扬州邗江区", "residence", "用户喜欢住在海边", "taste:住在海边"),
        ("手机号", "用户的手机号是5550100", "phone", "用户每周日给爷爷的战友打电话", "schedule:打电话"),
        ("工作", "用户的职业是焊工", "occupation", "用户每天早上工作前跑步", "habit:早上工作前跑步"),
        ("病史", "用户患有甲亢", "health:甲亢", "用户在第一医院工作", "employer"),
        ("信仰", "用户信佛", "religion", "用户每个礼拜六去爬山", "schedule:爬山"),
        ("体重", "用户体重80公斤", "weight", "用户家的狗30斤", None),
        ("我老家在哪", "用户的老家在赣州", "origin", "用户住在扬州", "residence"),
        ("我离婚", "用户2020年离的婚", None, "用户住在扬州", "residence"),
        ("小兰自闭症", "用户的女儿小兰患有自闭症", "relation:daughter:小兰:health:自闭症", "女儿小兰会游泳", None),
        ("我辞职", "用户刚辞了职", None, "用户发牢骚说活太多", None),
    ],
)  # fmt: skip
def test_a_matter_goes_and_what_shares_a_word_with_it_stays(
    topic: str, gone: str, key: str | None, stays: str, other: str | None
) -> None:
    rows = [held(gone, key=key), held(stays, key=other)]
    wish = said("User asked to forget it", act=Act.FORGET, topic=topic)
    verdicts = retire(wish, Ledger(rows, now=NOW, rules=RULES, versions={}))
    assert [one.before.content for one in verdicts if one.before and one.event is Event.FORGET] == [gone]


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [
        ("my weight", "My dog weighs 30 kg."),
        ("my rates", "I run for an hour every day."),
        ("我的信仰", "我每个礼拜六去爬山"),
        ("我的工作", "我每天早上工作前跑步"),
        ("我的病史", "我在第一医院当护士"),
    ],
)
def test_a_sentence_that_shares_a_word_tells_nothing(topic: str, sentence: str) -> None:
    assert not meant_by(topic).tells(sentence)
