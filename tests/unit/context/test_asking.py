"""Whose matter a question is, and which topics a chance word touches."""

import pytest
from context_samples import asking, hit, memory, preference, ranked, signals_of

from app.context.asking import general, own
from app.context.topics import foremost, topics


@pytest.mark.parametrize(
    "question",
    [
        "How does a compressor work?",
        "Explain how glaciers move",
        "What time does the sun rise in Quito?",
        "Which company built the first steam engine?",
        "How do wolves live?",
        "抽水机是怎么工作的？",
        "给我讲讲工作记忆的原理",
        "面向对象是什么意思？",
        "谷歌是哪年成立的？",
        "时间复杂度怎么算？",
        "为什么政治家喜欢演讲？",
        "快速排序的时间是多少？",
    ],
)
def test_a_chance_word_in_a_question_about_nobody_touches_no_life_of_the_user(question: str) -> None:
    assert topics(question).isdisjoint({"work", "place", "schedule", "family", "leisure", "health"})


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What do I do for a living?", "work"),
        ("Where do I live?", "place"),
        ("Where is our house?", "place"),
        ("When can we meet?", "schedule"),
        ("Book me a coach to Delft", "place"),
        ("What should I still hand in?", "tasks"),
        ("Can the flour come on Friday?", "schedule"),
        ("我是干哪一行的？", "work"),
        ("我平时几点有空？", "schedule"),
        ("去邻县怎么走？", "place"),
        ("我喜欢什么？", "leisure"),
        ("我还有什么没办完？", "tasks"),
        ("最近工作太累，怎么办？", "work"),  # Chinese drops the pronoun
    ],
)
def test_the_same_word_counts_where_the_question_is_the_users_own(question: str, topic: str) -> None:
    assert topic in topics(question)


@pytest.mark.parametrize("question", ["What does my brother do for a living?", "What is my wife's name?"])
def test_what_is_asked_of_a_relative_is_not_asked_of_the_user(question: str) -> None:
    assert not own(question)
    assert topics(question).isdisjoint({"work", "identity", "place"})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who invented the zip?", True),
        ("I wonder why leaves turn red", True),
        ("Tell me about volcanoes", True),
        ("我想知道彩虹是怎么形成的", True),
        ("解释一下潮汐的原理", True),
        ("When does the ferry leave?", False),  # both know which ferry
        ("How many people can sleep here?", False),
        ("What is good for dinner?", False),
        ("Why am I so tired?", False),
        ("我为什么总是失眠？", False),
        ("店里房租现在多少？", False),
    ],
)
def test_a_question_about_nobody_is_told_from_one_about_the_user_or_what_both_know(
    question: str, expected: bool
) -> None:
    assert general(question) is expected


def test_a_wish_is_for_what_stands_first_in_english_and_last_in_chinese() -> None:
    assert foremost("Find a cafe with live jazz", frozenset(("food", "leisure"))) == "food"
    assert foremost("推荐电影院旁边的馆子", frozenset(("food", "leisure"))) == "food"
    assert foremost("Is there jazz in the cafe", frozenset(("food", "leisure"))) is None


def test_a_topic_alone_brings_nothing_of_the_user_for_a_question_about_nobody() -> None:
    allergy = memory("The user is allergic to celery", key="allergy:celery")
    assert ranked(asking("What does a badger eat?"), hit(allergy, 0.15, key=True))[0] == []
    assert ranked(asking("What shall I eat?"), hit(allergy, 0.15, key=True))[0]
    assert ranked(asking("Does soup stock contain celery?"), hit(allergy, 0.15, key=True))[0]


def test_what_the_body_does_not_take_comes_before_any_number_of_tastes() -> None:
    limit = memory("The user eats no gluten", key="diet")
    tastes = [preference(f"The user likes dish number {n}", key=f"taste:dish {n}") for n in range(8)]
    kept, _ = ranked(
        asking("Recommend a restaurant", max_tokens=200), *[hit(one, 0.1, key=True) for one in (*tastes, limit)]
    )
    assert kept[0].hit.memory.id == limit.id


def test_of_tastes_those_of_what_is_wanted_come_first_and_dislikes_before_likings() -> None:
    film = preference("The user likes westerns", key="taste:westerns")
    liked = preference("The user likes dumplings at a restaurant", key="taste:dumplings")
    disliked = preference("The user detests okra", key="taste:okra")
    third = preference("The user likes soup", key="taste:soup")
    hits = [hit(one, 0.0, key=True) for one in (film, liked, disliked, third)]
    kept, _ = ranked(asking("Recommend a restaurant near the cinema"), *hits)
    assert kept[0].hit.memory.id == disliked.id
    assert kept[-1].hit.memory.id == film.id


def test_a_fact_without_a_key_comes_when_its_own_words_are_of_the_topic() -> None:
    carsick = memory("The user gets carsick on a coach and takes the bicycle")
    clerk = memory("The clerk reads novels on the coach")
    kept, _ = ranked(asking("How do I get to the coast, by bus?"), hit(carsick, 0.1), hit(clerk, 0.1))
    assert [one.hit.memory.id for one in kept] == [carsick.id]


def test_an_instruction_for_a_scene_stands_behind_all_others_where_no_scene_is_named() -> None:
    bound = preference("The user wants a stern tone with carriers", key="tone", scene="freight")
    free = preference("The user wants lengths in metres", key="units")
    kept, _ = ranked(asking("How deep is the well?"), hit(bound, 0.1, key=True), hit(free, 0.1, key=True))
    assert [one.hit.memory.id for one in kept] == [free.id, bound.id]
    kept, _ = ranked(asking("How deep is the well?", scene="freight"), hit(bound, 0.1, key=True))
    assert kept[0].score > 0.25


def test_a_question_about_a_day_is_about_the_users_day() -> None:
    assert not signals_of(asking("What is on next Tuesday?")).general
