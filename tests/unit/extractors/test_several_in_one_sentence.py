"""What is said in the second and the third clause is kept as well as the first, under its own key and subject."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.known import NOBODY
from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Candidate

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def kept(text: str) -> list[Candidate]:
    return extract([Said("user", text, NOON, UTC)])


def told(text: str) -> list[tuple[str | None, str]]:
    return [(one.key, one.content) for one in kept(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "brief replies please, metric units, and never ask me twice",
            ["answer_length", "units", "instruction:ask twice"],
        ),
        ("I prefer numbered lists and imperial units", ["answer_format", "units"]),
        ("From now on answer in Danish and use tables", ["answer_language", "answer_format"]),
        ("I hate emojis and long answers", ["answer_emoji", "answer_length"]),
        ("回答短点，用公制，别催我", ["answer_length", "units", "instruction:催我"]),
    ],
)
def test_wishes_about_different_matters_stand_side_by_side(text: str, expected: list[str]) -> None:
    assert [one.key for one in kept(text)] == expected


@pytest.mark.parametrize("text", ["Write me a brief note and use numbered lists", "make it brief and use a table"])
def test_several_wishes_for_one_text_are_none_for_good(text: str) -> None:
    assert kept(text) == []


def test_wishes_about_one_matter_are_one_wish() -> None:
    assert told("I prefer tables and charts") == [("answer_format", "User prefers tables and charts")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "We host everything on Fly, the database is Postgres",
            [
                ("tool:deployment", "User's team hosts everything on Fly"),
                ("project:database", "The database is Postgres"),
            ],
        ),
        ("I drive a dented Fiat Panda, had it since 2012", "owns:dented fiat panda"),
        ("I'm left handed, 5 foot 9 and often late", "height"),
        ("I have a dodgy knee so no squats for me", "health:knee"),
        ("预算三十万", "project:budget"),
        ("婚礼预算八万封顶，想放在户外", "attribute:婚礼预算"),
        ("客户是青禾农业，对接人叫桑宁", "project:contact"),
        ("我有只猫叫年糕还有条狗叫麻团", "pet:麻团"),
        ("养了两只猫，笔尖和砚台", "pet:砚台"),
        ("我在二院上夜班做护工", ("employer", "用户在二院工作")),
        ("我家有对双胞胎，姐姐叫小雨妹妹叫小雪", ("relation:child:小雪:name", "用户的孩子名叫小雪")),
    ],
)
def test_a_clause_ends_where_another_begins(text: str, expected: object) -> None:
    if isinstance(expected, list):
        assert told(text) == expected
    elif isinstance(expected, tuple):
        assert expected in told(text)
    else:
        assert expected in [key for key, _ in told(text)]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("My aunt Orla is a judge, she lives up near Derry with three lurchers", "lives up near Derry"),
        ("I've a goat called Fern and a goat called Moss, Moss is blind", "User's goat Moss is blind"),
        ("The survey is due on 12 June, and our budget is 40k", "The survey is due on 12 June"),
        ("my boss Agda wants weekly reports by friday noon", "User's boss Agda wants weekly reports"),
        ("我姐是裁缝，住在营口，养了两条哈士奇", "用户的姐养了两条哈士奇"),
        ("I'm colour blind so don't use red and green in charts", "User wants the assistant not to use red and green"),
    ],
)
def test_what_a_later_clause_says_keeps_its_subject(text: str, content: str) -> None:
    assert any(content in one.content for one in kept(text))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("I work four on three off", "age"),
        ("We moved to Kubernetes because our customers asked", "residence"),
        ("我开一辆旧吉普，十二年了还没坏", "habit"),
        ("我在攒钱买船，估计还得两年", "habit"),
        ("yeah so I dropped out of law school", "taste"),
        ("客户是上帝", "project"),
        ("预算多少合适", "project"),
        ("我养了两条狗，大的和小的", "pet:大的"),
        ("I speak Dutch but I hate the weather, it is grim", "instruction"),
    ],
)
def test_what_only_looks_like_another_fact_is_none(text: str, wrong: str) -> None:
    assert not any((one.key or "").startswith(wrong) for one in kept(text))


def test_whom_we_means_shows_in_the_sentence() -> None:
    assert told("We're moving to Aarhus in May because my wife got a job there")[0][1].startswith("User is moving")
    assert ("habit:rehearse", "User's band rehearses Wednesdays") in told(
        "I drum in a jazz band, we rehearse Wednesdays"
    )
    assert told("We moved to Terraform last year")[0][1].startswith("User's team")


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("My sons are called Nils and Ole", "User has a son called Nils"),
        ("My parents are called Ann and Bob", "User's parents are called Ann and Bob"),
        ("I understand Polish but can't speak it", "User understands Polish"),
        ("never use slang in anything you write for me", "in anything the assistant writes for User"),
        ("typing with one hand, broke my wrist on Sunday", "User is typing with one hand, broke their wrist"),
        ("I hate when answers start with a summary", "User dislikes it when answers start with a summary"),
        ("我今年34岁", "用户2026年34岁"),
        ("嗯那个我叫秦岚", "用户名叫秦岚"),
        ("跟你说下哈我右耳听不见", "用户的右耳听不见"),
        ("我们一家五口人住一起", "用户一家五口人住一起"),
        ("给我写东西别用破折号", "用户要求写东西别用破折号"),
    ],
)
def test_sentences_are_written_right_in_number_and_person(text: str, content: str) -> None:
    assert any(content in one.content for one in kept(text))


def test_what_is_over_does_not_wait_for_its_month_to_come() -> None:
    (gone,) = kept("我爷爷十一月走了")
    assert gone.expires_at is None


def test_two_of_one_name_are_told_apart_by_where_they_are_from() -> None:
    people = NOBODY.with_(kept("My friend Tom lives in Leeds"))
    (other,) = extract([Said("user", "Tom from work is allergic to nuts", NOON, UTC)], people)
    assert (other.key, other.content) == (
        "relation:colleague:tom:allergy:nut",
        "User's colleague Tom is allergic to nuts",
    )
    assert kept("Greetings from work everyone is fine") == []
    people = NOBODY.with_(kept("我有个朋友叫阿杰，在深圳做设计"))
    (other,) = extract([Said("user", "公司的阿杰对花生过敏", NOON, UTC)], people)
    assert other.key == "relation:colleague:阿杰:allergy:花生"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("three kids, Bo eleven and Mia two, Mia has a soy allergy", "relation:child:mia:allergy:soy"),
        ("I have two daughters, Ida (7) and Juno (4)", "relation:daughter:juno:age"),
        ("my sister is called Ida, Ida hates olives", "relation:sister:ida:taste:olive"),
        ("hate crowds, love empty beaches", "taste:empty beach"),
        ("I'm the only vegan in a house of hunters lol", "diet"),
        ("my flatmate's coeliac so the toaster is hers", "relation:flatmate:health:coeliac"),
        ("dad's got gout and he hates doctors", "relation:father:health:gout"),
        ("the car's a Fiat Panda", "owns:fiat panda"),
    ],
)
def test_names_ages_and_short_clauses_are_read_with_whom_they_belong_to(text: str, expected: str) -> None:
    assert expected in [key for key, _ in told(text)]


@pytest.mark.parametrize(
    "text",
    [
        "haha I'm basically a goose today",
        "lol I could marry this sandwich",
        "Dear all, I moved to Bergen last week and my desk is free now. Kind regards, Gro",
        "各位同事：本人上周搬到临海，工位已空出，请自取。顺祝商祺",
        "README: run make. The server listens on 8080. We use trunk based development.",
        "网上有个人只吃土豆",
        "我写的短篇里，渔夫住在山上，养了只羊",
        "不喜欢",
        "我要是教瑜伽就搬去海边",
    ],
)
def test_jokes_letters_files_and_tales_leave_nothing(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (
            "when you write rust use short names",
            "When the assistant writes rust, User wants the assistant to use short",
        ),
        ("a mate of mine, Ruari, is rebuilding my shed", "mate of User's"),
        ("my budget is tight, 300 a month for food for four of us", "for four people"),
        ("I get paid on the 25th and rent's due on the 1st", "rent is due on the 1st"),
        ("I can't eat shellfish", "cannot eat shellfish"),
        ("我在林业局干了二十二年", "用户在林业局工作"),
        ("我妈七十了", "用户的妈2026年七十岁"),
        ("室友老贺打呼噜，我睡觉戴耳塞", "用户的室友老贺"),
        ("我是阿岩，修手表的", "用户的职业是修手表"),
    ],
)
def test_odd_words_are_written_as_sentences(text: str, content: str) -> None:
    assert any(content in one.content for one in kept(text))


@pytest.mark.parametrize(
    ("text", "content"),
    [("我在林业局干了二十二年", "职业是"), ("我正离婚呢", "离异"), ("手头紧，四口人一个月伙食费三千", "用户四口人")],
)
def test_half_a_fact_is_none(text: str, content: str) -> None:
    assert not any(one.content.endswith(content) or content == "离异" in one.content for one in kept(text))
    assert not any((one.key or "").startswith("habit:") for one in kept(text))


def test_a_wish_for_this_text_is_split_from_the_one_for_good() -> None:
    assert told("please stop apologising, just answer") == [
        ("instruction:apologising", "User wants the assistant not to apologise")
    ]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("读书会的主题是老城，新店，人和猫。", "读书会的主题是老城，新店，人和猫"),
        ("读书会的主题是老城，地点在图书馆。", "读书会的主题是老城"),
        ("发布会的内容是新品演示，媒体提问，我去不了。", "发布会的内容是新品演示"),
    ],
)
def test_the_list_that_something_is_about_is_kept_whole_and_nothing_else_with_it(text: str, content: str) -> None:
    assert content in [one.content for one in kept(text)]


def test_hints_at_changes_take_no_place_of_what_is_kept() -> None:
    foods = [
        "walnut",
        "pecan",
        "almond",
        "celery",
        "mustard",
        "sesame",
        "lupin",
        "soy",
        "kiwi",
        "mango",
        "banana",
        "rye",
    ]
    text = " ".join(f"I am allergic to {food} since last year." for food in foods)
    assert [one.key for one in kept(text)] == [f"allergy:{food}" for food in foods]
