"""Which turns are worth a model call, and why."""

from datetime import UTC, datetime, timedelta

import pytest

from app.memories.gate import Decision, decide, small_talk
from app.memories.model import Candidate
from app.sessions.model import Extract, Message, Role

AT = datetime(2026, 3, 1, tzinfo=UTC)


def turn(*texts: str, role: Role = Role.USER, tokens: int = 10) -> list[Message]:
    return [Message(seq=seq, role=role, content=text, tokens=tokens, occurred_at=AT) for seq, text in enumerate(texts)]


def gate(*texts: str, extract: Extract = Extract.AUTO, **options) -> Decision:
    return decide(turn(*texts), extract=extract, **options)


@pytest.mark.parametrize(
    "text",
    [
        "记住，周三是垃圾日", "我叫秦川", "以后都用表格", "我不喜欢香蕉", "帮我记住，我住在烟台",
        "我对虾过敏，这道菜能吃吗？", "打错了，是黎川", "Remember that I park on level 3", "My name is Bo.",
        "Always use tabs.", "From now on be brief.", "Could you always use metric units?", "I no longer eat meat",
        "please never call me Sir", "改回之前的格式",
    ],
)  # fmt: skip
def test_markers_are_worth_a_call(text):
    assert gate(text) == Decision(decision="extract", reason="marker", call_model=True)


@pytest.mark.parametrize(
    "text",
    [
        "好的，谢谢！", "嗯嗯，明白了", "早上好", "哈哈哈哈", "辛苦了，再见~", "👍", "ok", "Thanks a lot!",
        "Good morning! How are you?", "Sounds good, thank you so much", "that's all for now", "……", "Haha, nice",
        "Yes please",
    ],
)  # fmt: skip
def test_small_talk_costs_no_call(text):
    assert gate(text) == Decision(decision="skip", reason="small_talk", call_model=False)
    assert small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "怎么煮鸡蛋？", "我叫什么名字？", "你还记得我住在哪里吗", "翻译成英文：我最喜欢秋天", "那第二个呢",
        "What is a monad?", "Do you remember my name?", "Write a poem about rain", "How do I remember passwords?",
        "Where do I live?", "Tell me a joke", "What does this do?\n```\nname = 'I live in Graz'  # always\n```",
    ],
)  # fmt: skip
def test_questions_and_tasks_cost_no_call(text):
    assert gate(text) == Decision(decision="skip", reason="nothing_to_keep", call_model=False)


@pytest.mark.parametrize(
    "text", ["I'm a nurse in Graz", "我们团队下周上线", "My cat has three legs", "我在烟台开了一家书店"]
)
def test_statements_in_the_first_person_are_new_facts(text):
    assert gate(text).reason == "new_facts"
    assert gate(text).call_model


@pytest.mark.parametrize("text", ["行，就这么定了", "Great, let's go with SQLite.", "问题解决了，换个话题"])
def test_a_closed_topic_is_read(text):
    assert gate(text).reason == "topic_closed"


def test_the_end_of_a_session_reads_what_is_left():
    text = "The release goes out in May."
    assert gate(text).reason == "nothing_to_keep"
    assert gate(text, session_ending=True) == Decision(decision="extract", reason="session_end", call_model=True)
    assert gate("thanks, bye", session_ending=True).reason == "small_talk"


def test_size_and_age_have_limits():
    text = "The release goes out in May."
    assert decide(turn(text, tokens=5000), extract=Extract.AUTO).reason == "size"
    assert gate(text, now=AT + timedelta(days=1)).reason == "age"
    assert gate(text, now=AT + timedelta(minutes=1)).reason == "nothing_to_keep"


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.SYSTEM])
def test_only_the_user_is_read(role):
    found = decide(turn("My name is Bo, remember it", role=role), extract=Extract.AUTO)
    assert (found.decision, found.reason) == ("skip", "no_user_text")
    assert decide(turn("My name is Bo", role=role), extract=Extract.ALWAYS).reason == "no_user_text"


def test_the_caller_can_forbid_or_force():
    assert gate("My name is Bo", extract=Extract.NEVER) == Decision(decision="skip", reason="never", call_model=False)
    assert gate("What is a monad?", extract=Extract.ALWAYS) == Decision(
        decision="extract", reason="forced", call_model=True
    )
    assert not gate("Thanks!", extract=Extract.ALWAYS).call_model


def test_what_the_rules_found_is_kept_without_a_call():
    found = [Candidate(content="User keeps bees", evidence="bees here")]
    assert gate("bees here", candidates=found) == Decision(decision="extract", reason="new_facts", call_model=False)
    never = gate("bees here", candidates=found, extract=Extract.NEVER)
    assert never.decision == "skip"


def test_the_cap_on_calls_holds_but_loses_nothing_of_the_rules():
    found = [Candidate(content="User's name is Bo", evidence="My name is Bo")]
    assert gate("My name is Bo", calls_left=False).decision == "skip"
    kept = gate("My name is Bo", calls_left=False, candidates=found)
    assert (kept.decision, kept.reason, kept.call_model) == ("extract", "over_cap", False)
    assert not gate("What?", calls_left=False, extract=Extract.ALWAYS).call_model


def test_one_telling_message_is_enough():
    assert gate("ok", "thanks", "My name is Bo").reason == "marker"
