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
