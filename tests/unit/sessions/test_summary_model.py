"""Which answers of a model may be kept as a summary."""

from datetime import UTC, datetime

import pytest

from app.sessions.extractive import Allowance
from app.sessions.model import Message, Role
from app.sessions.summary_model import ScriptedSummaries, SummaryFailed, SummaryRequest, fault, portions, write
from app.sessions.summary_prompt import PromptedSummaries
from app.text import tokens
from app.text.language import Language

SAID = {
    "en": "The deadline is March 3 and the budget is 20k. Dana leads the Heron project, and we must never deploy on "
    "Friday, as agreed with our client Northwind.",
    "zh": "项目代号叫「白鹭」，预算不能超过 45 万，上线时间定在 9 月 12 日，客户要求数据必须留在 Nanjing 机房。",
}
GOOD = {
    "en": "Dana's Heron project for Northwind is due March 3 within 20k; no deployments on a Friday.",
    "zh": "「白鹭」项目 9 月 12 日上线，预算上限 45 万，数据留在 Nanjing 机房。",
}


def message(text: str, seq: int = 0) -> Message:
    now = datetime(2026, 5, 4, tzinfo=UTC)
    return Message(seq=seq, role=Role.USER, content=text, tokens=tokens.count(text), occurred_at=now)


def request(language: Language, *texts: str, previous: str | None = None) -> SummaryRequest:
    messages = [message(text, seq) for seq, text in enumerate(texts or (SAID[language],))]
    return SummaryRequest(previous=previous, messages=messages, language=language, allowance=Allowance())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_good_summary_is_kept(language: Language) -> None:
    assert fault(GOOD[language], request(language)) is None


@pytest.mark.parametrize(
    ("language", "answer", "reason"),
    [
        ("en", "", "empty"),
        ("en", "N/A", "empty"),
        ("zh", "（无）", "empty"),
        ("en", "I'm sorry, but I can't help with that.", "refusal"),
        ("en", "As an AI language model I do not keep conversations.", "refusal"),
        ("zh", "抱歉，我无法总结这段对话。", "refusal"),
        ("zh", GOOD["en"], "another language"),
        ("en", GOOD["zh"], "another language"),
        ("en", "word " * 600, "too long"),
        ("en", SAID["en"], "echo"),
        ("en", "User: hello\nAssistant: hi\nUser: bye", "echo"),
        ("en", "They talked about a project and its deadline.", "facts are missing"),
        ("zh", "双方讨论了一个项目的预算和时间。", "facts are missing"),
    ],
)
def test_what_is_no_summary_is_refused(language: Language, answer: str, reason: str) -> None:
    assert fault(answer, request(language)) == reason


def test_messages_are_read_in_portions_and_a_giant_one_is_cut() -> None:
    messages = [message("Some words in here. " * 10, seq) for seq in range(6)] + [message("y " * 3000, 6)]
    found = portions(messages, 100)
    assert [one.seq for part in found for one in part] == list(range(7))
    assert all(sum(one.tokens for one in part) <= 100 for part in found)


async def test_a_long_stretch_is_summarised_step_by_step() -> None:
    model = ScriptedSummaries("The Heron budget is 20k.", "The Heron budget is 20k and Dana leads.", room=40)
    asked = request("en", "Heron: " + "the budget must stay at 20k. " * 5, "Dana leads it. " * 6)
    assert await write(model, asked) == "The Heron budget is 20k and Dana leads."
    assert [one.previous for one in model.asked] == [None, "The Heron budget is 20k."]


async def test_a_failing_model_says_so() -> None:
    with pytest.raises(SummaryFailed):
        await write(ScriptedSummaries(), request("en"))


class Said:
    def __init__(self, text: str, *, cut: bool = False) -> None:
        self.text = text
        self.cut = cut


class Talker:
    model = "small"

    def __init__(self, answer: Said | Exception) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str]] = []

    async def complete(self, system: str, user: str, **_: object) -> Said:
        self.asked.append((system, user))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


async def test_a_language_model_is_told_length_language_and_what_was_before() -> None:
    talker = Talker(Said(GOOD["zh"]))
    model = PromptedSummaries(talker, failures=(TimeoutError,))
    assert await write(model, request("zh", previous="项目叫「白鹭」。")) == GOOD["zh"]
    ((system, user),) = talker.asked
    assert "270个汉字" in system
    assert user.index("项目叫") < user.index("用户：项目代号")
    assert model.name == "llm:small"


@pytest.mark.parametrize("answer", [Said(GOOD["en"], cut=True), TimeoutError()])
async def test_an_answer_that_breaks_off_is_none(answer: Said | Exception) -> None:
    with pytest.raises(SummaryFailed):
        await write(PromptedSummaries(Talker(answer), failures=(TimeoutError,)), request("en"))
