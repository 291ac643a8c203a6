"""A secret that is the answer to a question. All of them are made up."""

import pytest

from app.governance.asked import mask_answer
from app.governance.masking import masked_answer
from app.governance.sensitive import Policy


@pytest.mark.parametrize(
    ("question", "answer", "masked"),
    [
        ("What was the PIN again?", "It is 3107.", "It is [password]."),
        ("Which PIN did you pick?", "3107", "[password]"),
        ("remind me of the wifi password", "Sure! It's parsnip_lane.", "Sure! It's [password]."),
        ("What did we set as the password?", "I think you used parsnip_31", "I think you used [password]"),
        ("门锁密码多少来着？", "还是老的那个，310772", "还是老的那个，[密码]"),
        ("验证码收到了吗？发我一下", "收到了，310772", "收到了，[验证码]"),
        ("What's the answer to your security question?", "Parsnip Lane", "[password]"),
        ("Please tell me your recovery code", "3107 7213", "[verification code]"),
        ("保险箱怎么打开来着？", "先按星号再按 31077", "先按星号再按 [密码]"),
        ("My PIN is:", "3107", "[password]"),
    ],
)
def test_the_answer_to_a_question_for_a_secret_is_masked(question: str, answer: str, masked: str) -> None:
    assert masked_answer(question, answer) == masked


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the price?", "It is 3107"),
        ("How long is the PIN?", "It is 6 digits"),
        ("密码忘了怎么办？", "打 95588 就行"),
        ("Did you reset the password?", "Yes, on 2026-11-03"),
        ("What's the wifi channel?", "It's 11, at 5180 MHz"),
        ("What's the password?", "I don't know, sorry"),
        ("密码是多少？", "我不记得了"),
        ("Tell me your order number, not the password", "Sure, 310772"),
        (
            "What's the PIN? Never mind. Tell me about the two trips that we made to the coast instead.",
            "In 3107 words?",
        ),
        ("", "3107"),
    ],
)
def test_the_answer_to_another_question_stays(question: str, answer: str) -> None:
    assert masked_answer(question, answer) == answer


def test_a_kind_that_a_tenant_blocks_is_blocked_in_an_answer_too() -> None:
    told = mask_answer("What was the PIN?", "It is 3107", {"password": Policy.BLOCK})
    assert told.blocked
    assert told.kinds == ("password",)
