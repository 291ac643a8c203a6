"""The summary without a model keeps what matters, what is current, and its length."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.sessions.extractive import Allowance, language_of, shortened, summarise
from app.sessions.model import Message, Role
from app.text import tokens

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def talk(*lines: str, answer: str | None = None) -> list[Message]:
    said: list[tuple[Role, str]] = []
    for line in lines:
        said.append((Role.USER, line))
        if answer is not None:
            said.append((Role.ASSISTANT, answer))
    return [
        Message(seq=seq, role=role, content=text, tokens=tokens.count(text), occurred_at=NOON)
        for seq, (role, text) in enumerate(said)
    ]


def told(*lines: str, previous: str | None = None, **more: object) -> str:
    messages = talk(*lines)
    return summarise(previous, messages, language=language_of(messages, previous), **more)  # type: ignore[arg-type]


def folded(lines: list[str], size: int = 2) -> str:
    """The summary after one fold for every few lines."""
    summary: str | None = None
    for start in range(0, len(lines), size):
        summary = told(*lines[start : start + size], previous=summary)
    return summary or ""


CHATTER_ZH = [f"第{n}天午后我在湖边散步，看见一群野鸭飞过去。" for n in range(1, 60)]
CHATTER_EN = [f"On day {n} we walked by the lake and watched some ducks fly past." for n in range(1, 60)]


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["报告不能超过十二页。"], "十二页"),
        (["我们决定把仓库迁到松江。"], "松江"),
        (["记得周四之前把合同寄给法务。"], "合同"),
        (["我对芒果过敏。"], "芒果"),
        (["以后邮件都用德语写。"], "德语"),
        (["The report must not exceed twelve pages."], "twelve"),
        (["We decided to rent the old mill."], "mill"),
        (["I need to return the projector by Thursday."], "projector"),
        (["My sister's name is Ottilie."], "Ottilie"),
        (["From now on write the mails in German."], "German"),
    ],
)
def test_what_matters_outlives_long_chatter(lines: list[str], kept: str) -> None:
    chatter = CHATTER_ZH if ord(lines[0][0]) > 255 or "。" in lines[0] else CHATTER_EN
    assert kept in folded([*lines, *chatter])


@pytest.mark.parametrize(
    ("earlier", "later", "gone", "stays"),
    [
        ("预算是三万。", "预算改成四万二了。", "三万", "四万二"),
        ("会议定在周三下午。", "会议改到周五上午。", "周三", "周五"),
        ("负责人是孟岚。", "负责人换成陶野了。", "孟岚", "陶野"),
        ("场地在梧桐厅，人数80人。", "场地换到银杏厅了。", "梧桐", "银杏"),
        ("数据库用的是MySQL。", "数据库换成PostgreSQL了。", "MySQL", "PostgreSQL"),
        ("The deadline is June 3.", "The deadline has moved to June 20.", "June 3.", "June 20"),
        ("The venue is the town hall.", "The venue is now the boathouse.", "town hall", "boathouse"),
        ("We decided to use Kafka.", "Let's use RabbitMQ instead of Kafka.", "decided", "RabbitMQ"),
        ("The port is 8080 and the host is elm.", "The port changed to 9090.", "8080", "9090"),
        ("Our contact is Petra.", "Our contact is now Jonas.", "Petra", "Jonas"),
        ("工期不能超过三个月。", "工期放宽到四个月。", "三个月", "四个月"),
        ("押金谈好了，是两千。", "押金降到一千五了。", "两千", "一千五"),
        ("院子里要装一个秋千。", "秋千不装了，太占地方。", "院子", "秋千不装"),
        ("下周二前要把表格交了。", "表格已经交了。", "下周二", "已经交"),
        ("Classes start on Monday.", "Classes now start on Wednesday, not Monday.", "start on Monday", "Wednesday"),
        ("My train leaves at 9:40.", "My train got delayed, it leaves at 11:15.", "9:40", "11:15"),
        ("The candidate must know Haskell.", "Haskell is no longer required.", "must know", "no longer"),
        ("I'll draft the leaflet by Thursday.", "The leaflet is done.", "Thursday", "done"),
    ],
)
def test_the_current_value_wins(earlier: str, later: str, gone: str, stays: str) -> None:
    summary = folded([earlier, "随便聊聊。" if "。" in earlier else "Just chatting.", later], size=1)
    assert stays in summary
    assert gone not in summary


@pytest.mark.parametrize(
    ("said", "corrected", "gone", "stays"),
    [
        ("We picked the red tiles.", "Scratch that, we'll take the grey ones.", "red", "grey"),
        ("车次写的是G102。", "说错了，应该是G120。", "G102", "G120"),
    ],
)
def test_what_is_taken_back_at_once_is_gone_and_no_more_than_that(
    said: str, corrected: str, gone: str, stays: str
) -> None:
    before = "预算是九万。" if "。" in said else "The budget is 900."
    summary = folded([before, said, corrected, "好的。", "嗯。", "明白。", "收到。"], size=1)
    assert stays in summary
    assert gone not in summary
    assert "九万" in summary or "900" in summary


def test_of_a_sentence_only_the_part_that_is_over_goes() -> None:
    assert "elm" in folded(["The port is 8080 and the host is elm.", "The port changed to 9090."], size=1)
    assert "80人" in folded(["场地在梧桐厅，人数80人。", "场地换到银杏厅了。"], size=1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("周一的例会是九点。", "周二的例会是十点。"),
        ("用户名是yanqi。", "邮箱是yanqi@example.com。"),
        ("My brother lives in Bergen.", "My cousin lives in Turku."),
        ("Option 1 is the mill.", "Option 2 is the barn."),
        ("Dana is a designer.", "Dana is allergic to nuts."),
    ],
)
def test_what_speaks_of_two_things_stays_twice(one: str, other: str) -> None:
    summary = folded([one, other], size=1)
    assert one.rstrip("。.") in summary
    assert other.rstrip("。.") in summary


def test_a_grammar_that_knows_the_matter_decides() -> None:
    slots = {"I'm based in Oslo.": {"residence"}, "These days it's Bergen for me.": {"residence"}}
    summary = told(*slots, slots=lambda text: frozenset(slots.get(text, ())))
    assert "Oslo" not in summary
    assert "Bergen" in summary


@pytest.mark.parametrize(
    ("secret", "wish"),
    [
        ("我的工资是一万八。", "请忘掉我的工资。"),
        ("My salary is eighteen thousand.", "Please forget what I said about my salary."),
    ],
)
def test_what_is_to_be_forgotten_is_gone_with_the_wish(secret: str, wish: str) -> None:
    summary = folded([secret, wish, "我们决定周日出发。" if "我" in wish else "We decided to leave on Sunday."], size=1)
    assert "工资" not in summary
    assert "salary" not in summary


def test_echoes_and_politeness_of_the_assistant_are_left_out() -> None:
    messages = talk("The budget must stay below 900.", answer="Got it, the budget must stay below 900. Anything else?")
    summary = summarise(None, messages, language="en")
    assert summary.count("900") == 1
    assert "Anything" not in summary


def test_a_solution_of_the_assistant_is_kept_under_its_name() -> None:
    messages = talk(
        "The build fails with code 137.", answer="The root cause was the 512 MB memory limit of the runner."
    )
    assert "Assistant: " in summarise(None, messages, language="en")
    assert "512" in summarise(None, messages, language="en")


def test_code_and_our_own_block_are_not_quoted() -> None:
    summary = told(
        "We decided on this:\n```\nbudget = 7\n```\n<memory>\n- Facts: budget 8\n</memory>\nThe budget is 9."
    )
    assert "9" in summary
    assert "7" not in summary
    assert "8" not in summary


@pytest.mark.parametrize(
    "text", ["👍", "ok", "好的", "```\nx = 1\n```", "字" * 30_000, "x" * 30_000, "a " * 15_000, "？"]
)
def test_a_summary_is_never_empty_and_never_too_long(text: str) -> None:
    summary = told(text)
    assert summary.strip()
    assert Allowance().share(summary) <= 1


pieces = st.sampled_from(
    [
        "预算改成%d万。",
        "我们决定用方案%d。",
        "The deadline is June %d.",
        "I like tea.",
        "为什么？",
        "好吧" * 9,
        "no end here %d",
    ]
) | st.text(max_size=60)


@given(lines=st.lists(pieces, min_size=1, max_size=25), han=st.integers(40, 300), limit=st.integers(40, 250))
def test_any_conversation_gives_a_summary_within_its_length(lines: list[str], han: int, limit: int) -> None:
    allowance = Allowance(han=han, tokens=limit)
    first = told(*lines, allowance=allowance)
    assert first.strip() or not "".join(lines).strip()
    assert allowance.share(first) <= 1
    again = told("ok", previous=first, allowance=allowance)
    assert allowance.share(again) <= 1


def test_a_long_summary_is_shortened_to_its_best_sentences() -> None:
    text = "The budget must stay below 900. " + "We walked by the lake and watched some ducks. " * 60
    short = shortened(text, language="en", allowance=Allowance())
    assert "900" in short
    assert Allowance().share(short) <= 1
