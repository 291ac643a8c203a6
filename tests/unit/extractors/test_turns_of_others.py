"""What turned for the people near the user: their jobs, their towns, and who they are to the user."""

import pytest
from speech_zh import told

from app.memories.model import Act, Candidate


def ends(said: str) -> list[str | None]:
    return [one.key for one in told(said) if one.act is Act.RETRACT and one.key]


def states(said: str) -> dict[str | None, str | None]:
    return {one.key: one.value for one in told(said) if one.act is Act.ASSERT and one.key}


@pytest.mark.parametrize(
    ("said", "of"),
    [
        ("我老公跳槽了", "husband"),
        ("我表姐上个月换了工作", "cousin"),
        ("我姐失业了 在家带娃", "sister"),
        ("我发小阿庆辞职去大理了", "friend:阿庆"),
        ("我爸去年退休了", "father"),
        ("我同事被优化了", "colleague"),
    ],
)
def test_who_left_a_job_works_there_no_more(said: str, of: str) -> None:
    assert f"relation:{of}:employer" in ends(said)


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("我发小阿庆换工作去了珠海", "relation:friend:阿庆:residence", "珠海"),
        ("我老公跳槽了 人也搬去珠海了", "relation:husband:residence", "珠海"),
        ("我同事阿南调去珠海了", "relation:colleague:阿南:workplace", "珠海"),
        ("我女儿跳槽去了远山科技", "relation:daughter:employer", "远山科技"),
        ("我妈退休了", "relation:mother:occupation", "退休"),
    ],
)
def test_where_they_are_now_is_told(said: str, key: str, value: str) -> None:
    assert states(said)[key] == value


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("室友换了", "relation:flatmate"),
        ("舍友换人了 新的还没来", "relation:flatmate"),
        ("私教又换了个男的", "relation:coach"),
        ("我们家保姆换了一个", "relation:nanny"),
        ("我换导师了", "relation:mentor"),
        ("前阵子换了个新房东", "relation:landlord"),
        ("我助理离职了", "relation:assistant"),
        ("室友搬出去了", "relation:flatmate"),
    ],
)
def test_who_came_after_somebody_ends_what_was_told_of_them(said: str, key: str) -> None:
    assert ends(said) == [key]


def test_a_successor_with_a_name_has_it() -> None:
    assert states("我室友换成孟凡了") == {"relation:flatmate:孟凡:name": "孟凡"}
    assert ends("我室友换成孟凡了") == ["relation:flatmate"]


@pytest.mark.parametrize(
    "said",
    [
        "室友换了个发型",
        "我室友换手机了",
        "医生给我换了个药",
        "想换个室友",
        "要不要换导师呢",
        "我妈换了件衣服",
        "教练今天换了训练计划",
        "我弟弟想换导师",
        "老公要是辞职了就麻烦了",
        "我老公打算辞职",
        "我姐差点被裁了",
        "我妈换了个新保姆？",
    ],
)
def test_what_they_change_about_them_or_only_think_of_ends_nothing(said: str) -> None:
    assert ends(said) == []


def test_a_friend_who_left_tells_nothing_of_the_job_of_the_user() -> None:
    found: list[Candidate] = told("我朋友辞职了")
    assert all(one.key != "employer" for one in found)
