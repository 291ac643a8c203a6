"""A wish about code, mails or reports holds beside a question that asks for such a thing, and beside no other."""

import pytest
from context_samples import asking, hit, memory, preference, ranked

from app.context.model import Signals
from app.context.products import asked_for, bound_to
from app.memories.model import Kind


def _asked(text: str) -> frozenset[str]:
    return asked_for(Signals(needed=True, recall_requested=False, small_talk=False, language="en", search_text=text))


@pytest.mark.parametrize(
    "question",
    [
        "Write a script that resizes pictures",
        "Why does my_function return None?",
        "How do I reverse a string?",
        "Give me a regex for postcodes",
        "Build a small tool that merges files",
        "Refactor this class so that it has fewer methods",
        "Convert parseDate() to async",
        "写一个下载网页的脚本",
        "这段代码为什么报错？",
        "帮我实现一个限流器",
        "写个小工具批量改文件名",
        "用Python怎么读CSV？",
    ],
)
def test_questions_for_code_are_known(question: str) -> None:
    assert "code" in _asked(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which tea helps against a cold?",
        "Recommend a yoga class nearby",
        "What sort of wine goes with lentils?",
        "How do ants find their way home?",
        "Tell me a story about a lighthouse",
        "Where does the rust on my bicycle come from?",
        "When does the library open?",
        "写一个睡前故事",
        "给妈妈挑什么礼物好？",
        "附近有什么好玩的？",
        "办护照要走什么程序？",
        "写一首关于秋天的诗",
    ],
)
def test_other_questions_ask_for_no_code(question: str) -> None:
    assert "code" not in _asked(question)


@pytest.mark.parametrize(
    ("content", "key", "product"),
    [
        ("The user codes in Haskell", None, "code"),
        ("The user wants four spaces", "code_style", "code"),
        ("The user wants a dry tone in reports", "tone", "report"),
        ("用户希望邮件结尾写“顺颂时祺”", None, "mail"),
        ("用户写代码习惯先写测试", "preference:测试", "code"),
    ],
)
def test_a_wish_is_bound_to_what_it_speaks_of(content: str, key: str | None, product: str) -> None:
    assert product in bound_to(preference(content, key=key))


def test_a_wish_for_answers_and_a_fact_are_bound_to_nothing() -> None:
    assert not bound_to(preference("The user wants answers and reports in Danish", key="language"))
    assert not bound_to(preference("用户希望回答简短", key="answer_length"))
    assert not bound_to(memory("The user's team codes in Haskell", kind=Kind.FACT))


@pytest.mark.parametrize(
    ("question", "comes"),
    [
        ("Write a function that adds two fractions", True),
        ("写一个把分数相加的函数", True),
        ("Which bird sings at night?", False),
        ("哪种鸟晚上叫？", False),
        ("Book a table for four", False),
    ],
)
def test_the_language_of_code_comes_with_code_alone(question: str, comes: bool) -> None:
    wish = preference("The user wants code in OCaml", key="code_language")
    kept, _ = ranked(asking(question), hit(wish, 0.2, key=True))
    assert bool(kept) is comes


def test_a_scene_or_a_type_of_task_tells_the_same_as_the_question() -> None:
    told = Signals(
        needed=True, recall_requested=False, small_talk=False, language="en", search_text="And now?", task_type="coding"
    )
    assert "code" in asked_for(told)
