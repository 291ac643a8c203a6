"""What told nothing but a secret is not kept once the secret is masked."""

import pytest
from judging import Source, said, verdict

from app.memories.model import Event


@pytest.mark.parametrize(
    "content",
    [
        "用户的身份证号是[身份证号]",
        "用户的银行卡号[银行卡]",
        "用户公司的wifi密码是[密码]",
        "User's passport number is [passport number]",
        "User's API key for staging is [API key]",
        "User has [API key] for staging",
        "The deploy token: [token].",
    ],
)
def test_what_told_only_a_secret_is_refused_by_name(content):
    found = verdict(said(content))
    assert (found.event, found.reason) == (Event.REJECT, "only_masked")


@pytest.mark.parametrize(
    "content",
    [
        "User's card [bank card] expires in May 2027",
        "User wants invoices sent to [email]",
        "用户的护照[护照号]明年三月到期",
        "User keeps the password [password] in a sealed envelope",
        "User's list is [draft]",
    ],
)
def test_what_tells_more_than_its_secret_is_kept(content):
    assert verdict(said(content)).event is Event.ADD


def test_a_row_written_by_hand_stands_with_its_mask():
    assert verdict(said("User's passport number is [passport number]", source=Source.MANUAL)).event is Event.ADD


@pytest.mark.parametrize(
    "content",
    [
        "User",
        "just User",
        "User is so",
        "User's supervisor is Prof",
        "User's mentor is called Mr",
        "User's doctor is called Dr.",
        "User's aunt is just Auntie",
        "User's landlord is him",
        "User's best friend is called someone",
        "User is basically",
        "User has something",
        "用户",
        "就用户",
        "用户是他",
        "用户的导师叫教授",
        "用户的朋友叫什么",
        "用户的房东姓老板",
        "用户的同事是那个",
    ],
)
def test_a_title_a_pronoun_or_the_user_is_no_value_whatever_the_matter(content):
    found = verdict(said(content))
    assert (found.event, found.reason) == (Event.REJECT, "empty")


@pytest.mark.parametrize(
    "content",
    [
        "User is a doctor",
        "User is doctor",
        "User's mother is a professor",
        "User's supervisor is called Prof Okafor",
        "User's title is Dr",
        "User's pronouns are they/them",
        "User works in IT",
        "User's team is IT",
        "User's favourite film is Her",
        "User likes that band",
        "User is well known in Ulm",
        "用户的职业是教授",
        "用户的导师叫王教授",
        "用户是老师",
        "用户的猫叫小他",
        "用户姓那",
    ],
)
def test_a_short_value_that_says_something_is_kept(content):
    assert verdict(said(content)).event is Event.ADD


def test_a_row_written_by_hand_may_be_as_short_as_its_author_likes():
    assert verdict(said("User's supervisor is Prof", source=Source.MANUAL)).event is Event.ADD
