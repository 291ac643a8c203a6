from datetime import UTC, datetime

import pytest
from context_samples import NOW, message, talk

from app.context.leaning import leans, search_text
from app.context.model import Signals
from app.context.signals import read


def signals(query: str | None, *recent: str, locale: str = "auto") -> Signals:
    return read(query, talk(*recent), scene=None, locale=locale, now=NOW, zone=UTC)  # type: ignore[arg-type]  # a literal


@pytest.mark.parametrize(
    "query",
    [
        "你好呀！",
        "谢谢啦，帮了大忙",
        "嗯嗯，知道啦",
        "好的好的，那就先这样，拜拜～",
        "晚上好，小助手",
        "哈哈哈哈笑死我了",
        "🙂👍",
        "Hi there!",
        "Thank you so much, that helped a lot.",
        "ok cool, see you tomorrow",
        "Good night, Mira!",
        "hahahaha lol",
        "Perfect, thanks for the tip!",
        "…",
    ],
)
def test_pleasantries_need_no_memory(query: str) -> None:
    found = signals(query)
    assert found.small_talk
    assert not found.needed
    assert not found.recall_requested


@pytest.mark.parametrize(
    "query",
    [
        "你好，帮我查一下快递",
        "好的，那预算呢？",
        "谢谢，另外我的航班几点起飞",
        "继续",
        "早餐吃什么好",
        "我是谁",
        "Hello, what's my name?",
        "Thanks, Rust?",
        "good morning routine ideas",
        "ok go on",
        "C++",
        "the",
        "42",
    ],
)
def test_anything_with_content_needs_memory(query: str) -> None:
    assert signals(query).needed


def test_the_beginning_of_a_conversation_needs_memory_without_a_search() -> None:
    found = signals(None)
    assert found.needed
    assert found.search_text == ""


@pytest.mark.parametrize(
    "query",
    [
        "你还记得我养的那只鹦鹉吗",
        "记得我喜欢喝什么吗",
        "上次那个端口占用是怎么解决的",
        "之前说过的那家面馆叫什么",
        "我提到的需求是哪一个",
        "咱们昨天聊的报价是多少",
        "那个仓库的代号叫什么来着",
        "Do you remember the name of my boat?",
        "How did we fix the login bug last time?",
        "As I told you, no peanuts. What can I order?",
        "what did I say about the deadline",
        "Which framework did we decide on?",
        "remind me what the plan was",
        "the recipe I mentioned earlier, can you find it",
    ],
)
def test_pointing_to_something_said_before_asks_to_remember(query: str) -> None:
    assert signals(query).recall_requested


@pytest.mark.parametrize(
    "query",
    [
        "乙醇的密度是多少",
        "记得提醒我晚上打电话",
        "请记得我不吃香菜",
        "出发之前要准备什么",
        "How dense is mercury?",
        "Remember to buy stamps",
        "Remember that I am vegan.",
        "I told my boss to wait",
        "How long is the Danube?",
    ],
)
def test_a_plain_question_or_order_does_not_ask_to_remember(query: str) -> None:
    assert not signals(query).recall_requested


def test_the_language_is_that_of_the_locale_then_the_query_then_the_conversation() -> None:
    assert signals("怎么回滚", locale="en").language == "en"
    assert signals("怎么用 git rebase 回滚").language == "zh"
    assert signals("How do I roll back?", "怎么部署").language == "en"
    assert signals("kubectl", "怎么部署这个服务？", "先构建镜像。").language == "zh"
    assert signals(None, "怎么部署这个服务？").language == "zh"
    assert signals("42").language == "en"


@pytest.mark.parametrize(
    "query",
    ["那回滚呢？", "它多少钱", "第二种怎么做", "换成 Java 呢", "继续",
     "and the third one?", "why?", "How does it work?",
     "what about Rust?", "who wrote it?"],
)  # fmt: skip
def test_a_question_that_points_back_leans(query: str) -> None:
    assert leans(query)


@pytest.mark.parametrize(
    "query",
    ["我住哪", "我是谁？", "怎么部署预览环境？", "这个项目用什么数据库", "我的狗叫什么呢？",
     "Where do I live?", "Is it going to rain in Riga?",
     "How do I deploy the billing service?", "Do you know that my aunt is coming?"],
)  # fmt: skip
def test_a_question_that_stands_alone_does_not_lean(query: str) -> None:
    assert not leans(query)


def test_a_leaning_question_is_searched_with_the_last_user_message() -> None:
    recent = talk("支付服务怎么部署？", "先打标签。")
    assert search_text("那回滚呢？", recent) == "支付服务怎么部署？\n那回滚呢？"
    assert search_text("支付服务怎么监控？", recent) == "支付服务怎么监控？"


def test_when_the_last_message_leans_too_the_one_before_comes_along() -> None:
    recent = talk("How do I deploy the billing service?", "Tag it.", "and the rollback?", "Use the old tag.")
    assert search_text("why?", recent).splitlines() == [
        "How do I deploy the billing service?",
        "and the rollback?",
        "why?",
    ]


def test_small_talk_the_assistant_and_the_query_itself_are_no_context_to_lean_on() -> None:
    recent = [message(0, "user", "谢谢"), message(1, "assistant", "不客气"), message(2, "user", "那回滚呢？")]
    assert search_text("那回滚呢？", recent) == "那回滚呢？"


def test_a_very_long_message_lends_only_its_end() -> None:
    assert len(search_text("why?", talk("x" * 5000))) < 400


def test_dates_of_the_query_are_read_against_now() -> None:
    spans = signals("我昨天说了什么").dates
    assert [span.start for span in spans] == [datetime(2026, 8, 5, tzinfo=UTC)]


@pytest.mark.parametrize(
    "query", ["a" * 8192, "啊" * 8192, "(" * 8192, "说过" * 4000, "我有没有" * 2000, "%_\\", "it " * 2700]
)
def test_odd_and_long_queries_are_read_without_harm(query: str) -> None:
    assert signals(query, "hello there, how does it go").language in ("zh", "en")
