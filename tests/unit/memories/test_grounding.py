"""Nothing that a model proposes is believed without the words of the user."""

from datetime import UTC, datetime
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memories.extractors.grounding import Refused, ground
from app.memories.extractors.llm import sentences
from app.memories.extractors.merging import additions
from app.memories.extractors.parsing import Draft
from app.memories.extractors.sentences import Said
from app.memories.model import Act, Candidate, Kind, Memory, Trust

ZONE = ZoneInfo("Asia/Shanghai")
BEES = Memory(
    id=uuid4(), user_pk=uuid4(), content="User keeps bees", created_at=datetime.now(UTC), updated_at=datetime.now(UTC)
)
NOW = datetime(2026, 8, 6, 10, tzinfo=ZONE)  # a Thursday


def grounded(text: str, content: str, *, role: str = "user", held=None, **fields) -> Candidate | Refused:
    draft = Draft(**({"content": content, "evidence": text} | fields))
    found = ground(draft, sentences(0, [Said(role, text, NOW, ZONE)]), held or {})
    return found if isinstance(found, Refused) else found[1]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I keep bees behind the barn.", "User keeps bees behind the barn"),
        ("My knees swell whenever I run downhill", "User's knees swell whenever they run downhill"),
        ("I have three kids and two goats", "User has 3 children and 2 goats"),
        ("We deploy from the release branch every Tuesday", "User deploys from the release branch every Tuesday"),
        ("My sister lives in Harrowgate", "User's sister lives in Harrowgate"),
        ("我把自行车停在地下二层", "用户把自行车停在地下二层"),
        ("我家阳台上有十二盆多肉", "用户家阳台上有12盆多肉"),
        ("我每天早上骑车去公司", "用户每天早上骑车去公司"),
        ("我在谷仓后面养了几箱蜜蜂", "用户在谷仓后面养了几箱蜜蜂"),
        ("我同事住在临安", "用户的同事住在临安"),
    ],
)
def test_what_the_user_said_is_kept_in_their_words(text: str, content: str) -> None:
    found = grounded(text, content)
    assert isinstance(found, Candidate), found
    assert (found.content, found.evidence, found.trust) == (content, text, Trust.USER)


@pytest.mark.parametrize(
    ("text", "content", "reason"),
    [
        ("I live in Harrowgate.", "User lives in Pemberly", "invented"),
        ("I live in Harrowgate.", "User is from Harrowgate", "invented"),
        ("I keep bees.", "User keeps bees and goats", "invented"),
        ("I have two goats", "User has 3 goats", "invented"),
        ("I spoke with a nurse every week", "User is a nurse", "invented"),
        ("I know this by heart", "I know this by heart", "invented"),
        ("我住在临安", "用户住在富阳", "invented"),
        ("我在临安出差", "用户住在临安", "invented"),
        ("我认识一个医生", "用户是医生", "invented"),
        ("My sister lives in Harrowgate", "User lives in Harrowgate", "distorted"),
        ("I don't like olives", "User likes olives", "distorted"),
        ("我同事住在临安", "用户住在临安", "distorted"),
        ("我不吃香菜", "用户吃香菜", "distorted"),
        ("Do I keep bees?", "User keeps bees", "not_stated"),
        ("If I keep bees, what do they eat", "User keeps bees", "not_stated"),
        ("Rowan keeps bees behind the barn", "User keeps bees behind the barn", "not_stated"),
        ("I think Rowan keeps bees", "User keeps bees", "not_stated"),
        ("如果我搬到富阳，房租要多少", "用户搬到富阳", "not_stated"),
        ("听说我们楼下开了一家面馆", "用户楼下开了一家面馆", "not_stated"),
        ("Maybe I keep bees", "User keeps bees", "not_stated"),
        ("我大概对花粉不太适应", "用户对花粉不太适应", "not_stated"),
        ("I like bees", "User like bees", "distorted"),
        ("I'm exhausted", "User is exhausted", "temporary"),
        ("I like the shorter draft", "User likes the shorter draft", "temporary"),
        ("My goat knocked over the hive", "User's goat knocked over the hive", "temporary"),
        ("I ate a whole cake", "User ate a whole cake", "temporary"),
        ("我叫了外卖", "用户叫了外卖", "temporary"),
        ("这次用英文回答我", "用户希望用英文回答", "temporary"),
        ("我每天早上骑车去公司", "User rides a bike to work every morning", "other_language"),
        ("I keep bees.", "用户养蜜蜂", "other_language"),
    ],
)
def test_what_the_user_did_not_say_is_refused_with_its_reason(text: str, content: str, reason: str) -> None:
    found = grounded(text, content)
    assert isinstance(found, Refused), found
    assert found.reason == reason


@pytest.mark.parametrize("evidence", ["I keep goats.", "bees", "", "…", "I moved to <place> in <year>."])
def test_evidence_that_nobody_said_makes_it_an_invention(evidence: str) -> None:
    found = grounded("I keep the bees. They are loud.", "User keeps bees", evidence=evidence)
    assert isinstance(found, Refused)
    assert (found.reason, found.turn) == ("invented", None)


def test_evidence_may_differ_in_width_case_and_punctuation() -> None:
    found = grounded("I keep “bees” behind the BARN!", "User keeps bees behind the barn", evidence='i keep "bees"')
    assert isinstance(found, Candidate)
    assert found.evidence == "I keep “bees” behind the BARN!"


@pytest.mark.parametrize(
    ("text", "content", "proposed", "key"),
    [
        ("I live in Harrowgate.", "User lives in Harrowgate", "city", "residence"),
        ("I keep bees in Harrowgate.", "User keeps bees in Harrowgate", "residence", None),
        ("I keep bees.", "User keeps bees", "beekeeping", None),
        ("I keep bees.", "User keeps bees", "pet:cows", None),
    ],
)
def test_a_key_is_taken_only_when_the_sentence_speaks_of_it(text: str, content: str, proposed: str, key: str) -> None:
    found = grounded(text, content, key=proposed)
    assert isinstance(found, Candidate)
    assert found.key == key


def test_the_home_of_a_sister_is_not_the_home_of_the_user() -> None:
    found = grounded("My sister lives in Harrowgate", "User's sister lives in Harrowgate", key="residence")
    assert isinstance(found, Candidate)
    assert found.key is None


def test_a_taste_has_the_key_and_value_that_the_rules_give_it() -> None:
    found = grounded("I don't like olives", "User doesn't like olives", key="likes:olives")
    assert isinstance(found, Candidate)
    assert (found.key, found.value) == ("taste:olive", "dislike")


def test_an_event_to_come_gets_its_day_and_its_end() -> None:
    found = grounded("我下周三要去体检", "用户下周三要去体检", kind="event")
    assert isinstance(found, Candidate)
    assert (found.content, found.kind) == ("用户2026-08-12要去体检", Kind.EVENT)
    assert found.expires_at == datetime(2026, 8, 12, 16, tzinfo=UTC)


def test_what_the_assistant_said_of_the_user_is_not_trusted() -> None:
    found = grounded(
        "Your order leaves the harbour on Mondays.", "User's order leaves the harbour on Mondays", role="tool"
    )
    assert isinstance(found, Candidate)
    assert found.trust is Trust.TOOL
    assert isinstance(grounded("You should take a break.", "User should take a break", role="assistant"), Refused)


def test_a_model_ends_a_memory_only_where_the_user_denies_it() -> None:
    held = {"m1": BEES}
    ended = grounded("I no longer keep bees", "User no longer keeps bees", act="retract", about="m1", held=held)
    assert isinstance(ended, Candidate)
    assert (ended.act, ended.topic) == (Act.RETRACT, "User keeps bees")
    assert isinstance(grounded("I keep bees", "User keeps bees", act="retract", about="m1", held=held), Refused)
    assert isinstance(
        grounded("I no longer keep bees", "User no longer keeps bees", act="retract", about="m9"), Refused
    )


def test_a_known_memory_is_not_told_again_in_the_name_of_another_sentence() -> None:
    held = {"m1": BEES}
    found = grounded("I paint the barn every spring", "User keeps bees", about="m1", held=held)
    assert isinstance(found, Refused)


def test_secrets_are_masked_in_what_is_refused_too() -> None:
    found = grounded("I keep bees", "User's password is hunter2hunter2")
    assert isinstance(found, Refused)
    assert "hunter2" not in found.content


def test_what_the_rules_found_is_not_said_twice() -> None:
    rule = Candidate(content="User lives in Harrowgate", evidence="I live in Harrowgate and keep bees", key="residence")
    again = Candidate(content="User lives in Harrowgate now", evidence="I live in Harrowgate and keep bees")
    beside = Candidate(content="User keeps bees", evidence="I live in Harrowgate and keep bees")
    assert additions([rule], [again, beside, beside]) == [beside]


def test_a_sentence_that_asks_to_forget_belongs_to_the_rules() -> None:
    rule = Candidate(content="User asked to forget: bees", evidence="Forget that I keep bees", act=Act.FORGET)
    assert additions([rule], [Candidate(content="User keeps bees", evidence="Forget that I keep bees")]) == []


_PIECES = ["User", "I", "keep", "bees", "lives", "in", "Harrowgate", "not", "a", "three", "3", "if", "?"]
_PIECES += ["用户", "我", "住", "在", "临安", "不", "喜欢", "吗"]
_WORDS = st.lists(st.sampled_from(_PIECES), max_size=9).map(" ".join)


@given(_WORDS, _WORDS, st.none() | _WORDS)
def test_whatever_comes_every_name_and_number_kept_was_said(text: str, content: str, evidence: str | None) -> None:
    found = grounded(text, content, evidence=evidence or text)
    if isinstance(found, Candidate):
        assert found.evidence in " ".join(text.split())
        for word in ("Harrowgate", "bees", "临安"):
            assert word not in found.content or word in text
        assert "3" not in found.content or "3" in text or "three" in text
