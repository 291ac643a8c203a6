"""A query that asks several things, or tells much before it asks, is searched question by question."""

import pytest
from context_samples import asking, hit, memory, ranked

from app.context.questions import questions
from app.context.ranking import together


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("我妹妹在哪上学？另外，合唱团几点排练？", ("我妹妹在哪上学", "合唱团几点排练")),
        ("我用什么洗衣机来着，我妹妹住哪个城市？", ("我用什么洗衣机来着", "我妹妹住哪个城市")),
        ("那个住在宜宾的人叫什么名字？还有，我的琴在哪里修？", ("那个住在宜宾的人叫什么名字", "我的琴在哪里修")),
        (
            "Where does my sister teach? And what is our dog's name?",
            ("Where does my sister teach", "what is our dog's name"),
        ),
        (
            "Where does my boss live, and when is my dad's birthday?",
            ("Where does my boss live", "when is my dad's birthday"),
        ),
    ],
)
def test_each_question_is_searched_on_its_own(query: str, asked: tuple[str, ...]) -> None:
    assert questions(query) == asked


def test_what_is_told_beside_a_question_is_searched_with_it_and_the_question_alone() -> None:
    told = "今天路上堵得厉害，到家天都黑了，楼下那家面馆也关门了，只好自己煮了点饺子吃。对了，我的牙医是谁来着？"
    assert questions(told) == ("我的牙医是谁来着", told)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("Where does my sister teach? And what is our dog's name? ", "Which bakery sells the rye bread I like?"),
        ("我妹妹在哪上学？另外，合唱团几点排练？", "还有，我喜欢的黑麦面包是哪家店的？"),
    ],
)
def test_what_stands_behind_what_is_read_of_a_long_query_is_searched_with_the_whole(told: str, asked: str) -> None:
    query = told + "." * 1000 + asked
    assert questions(query)[-1] == query


@pytest.mark.parametrize(
    "query",
    [
        "我妹妹在哪上学？",
        "那回滚呢？另外，怎么回滚？",
        "How long is it? And when does it start?",
        "Do you know where and when the choir meets?",
        "When did Ada and Tom go to the fair?",
        "Ask her this: “Where are you? When do you come?”",
        "帮我写一封请假邮件，语气客气一点。",
        "What is a monad",
        "",
    ],
)
def test_one_question_and_questions_that_lean_on_each_other_stay_together(query: str) -> None:
    assert questions(query) == ()


def test_the_best_of_each_question_come_first_and_each_memory_once() -> None:
    query = asking("Where does my sister teach? And what is our dog's name?")
    first, second, both = memory("The sister teaches in Riga"), memory("The dog is called Pim"), memory("A walk")
    found = [ranked(query, hit(first, 0.44), hit(both, 0.25)), ranked(query, hit(second, 0.4), hit(both, 0.3))]
    kept, drops = together([(list(kept), list(drops)) for kept, drops in found], query)
    assert [one.hit.memory.content for one in kept] == [first.content, second.content, both.content]
    assert kept[2].score == max(one.score for scored, _ in found for one in scored if one.hit.memory is both)
    assert drops == []


def test_what_one_question_drops_and_another_finds_is_not_dropped() -> None:
    query = asking("Where does my sister teach? And what is our dog's name?")
    one, other = memory("The sister teaches in Riga"), memory("The dog is called Pim")
    kept, drops = together([ranked(query, hit(one, 0.9), hit(other)), ranked(query, hit(other, 0.9), hit(one))], query)
    assert {scored.hit.memory.id for scored in kept} == {one.id, other.id}
    assert drops == []


@pytest.mark.parametrize("length", [800, 3000, 8000])
def test_the_question_at_the_end_of_a_long_tale_is_found(length: int) -> None:
    tale = "We walked along the river and looked at the boats for a while. " * (length // 63)
    assert questions(f"{tale}Anyway, who is my dentist these days?")[0].endswith("who is my dentist these days")
    assert questions(f"Who is my dentist these days? {tale}")[0] == "Who is my dentist these days"
