"""Which memories become one, in which words, and which never meet."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memories.consolidation import families, habits, writing
from app.memories.consolidation.merge import row
from app.memories.consolidation.reopening import touches
from app.memories.model import Act, Candidate, Kind, Memory, Source, Trust, Type
from app.memories.opposition import polarity

NOW = datetime(2026, 6, 1, tzinfo=UTC)
MONDAY = datetime(2026, 3, 2, 18, tzinfo=UTC)
USER = uuid4()


def fact(content: str, key: str | None, days: float = 60, **more: object) -> Memory:
    at = NOW - timedelta(days=days)
    fields = {"id": uuid4(), "user_pk": USER, "kind": Kind.PREFERENCE, "content": content, "key": key}
    times = {"occurred_at": at, "created_at": at, "updated_at": at}
    return Memory(**{**fields, **times, **more})  # type: ignore[arg-type]  # fields by name


def event(content: str, days: float, **more: object) -> Memory:
    at = MONDAY + timedelta(days=days)
    fields = {"id": uuid4(), "user_pk": USER, "kind": Kind.EVENT, "type": Type.EPISODIC, "content": content}
    return Memory(**{**fields, "occurred_at": at, "created_at": at, "updated_at": at, **more})  # type: ignore[arg-type]


def likes(*values: str, verb: str = "likes", **more: object) -> list[Memory]:
    return [fact(f"User {verb} {value}", f"taste:{value}", 60 + n, **more) for n, value in enumerate(values)]


def told(memories: list[Memory]) -> list[str]:
    return [merge.content for merge in families.merges(memories, NOW)]


def test_three_tastes_of_one_stance_become_one_sentence_in_the_language_of_the_user() -> None:
    assert told(likes("plums", "okra", "rye")) == ["User likes rye, okra and plums"]
    zh = [fact(f"用户喜欢吃{food}", f"taste:{food}", 60 + n) for n, food in enumerate(("米线", "豆汁", "莲藕"))]
    assert told(zh) == ["用户喜欢吃莲藕、豆汁和米线"]
    assert told(likes("plums", "okra", "rye", verb="does not like")) == ["User does not like rye, okra or plums"]


def test_two_are_too_few_and_many_become_several() -> None:
    assert told(likes("plums", "okra")) == []
    merges = families.merges(likes(*(f"food{n}" for n in range(9))), NOW)
    assert [len(merge.sources) for merge in merges] == [6, 3]


@pytest.mark.parametrize(
    "other",
    [
        {"user_pk": uuid4()},
        {"namespace": "other"},
        {"agent_id": "a"},
        {"project_id": "p"},
        {"scene": "work"},
        {"kind": Kind.FACT},
        {"content": "User's sister likes kale"},
        {"content": "User does not like kale"},
        {"content": "User used to like kale"},
        {"content": "用户喜欢kale"},
        {"content": "User likes kale but only in winter"},
        {"importance": 5},
        {"feedback": -3.0},
        {"trust": Trust.ASSISTANT},
        {"source": Source.CONSOLIDATION},
        {"occurred_at": NOW - timedelta(days=3)},
        {"expires_at": NOW + timedelta(days=3)},
        {"metadata": {"quarantined": True}},
    ],
)
def test_what_differs_in_owner_scope_subject_stance_or_weight_stays_apart(other: dict[str, object]) -> None:
    (kale,) = likes("kale")
    assert told([*likes("plums", "okra"), replace(kale, **other)]) == []  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize("head", ["allergy", "pet", "relation", "medication", "residence", "task"])
def test_people_animals_and_what_may_hurt_are_never_merged(head: str) -> None:
    assert told([fact(f"User likes {v}", f"{head}:{v}") for v in ("plums", "okra", "rye")]) == []


STANCES = ["likes", "loves", "does not like", "hates", "can not stand", "used to like", "no longer likes"]
SUBJECTS = ["User", "User's mother", "User's colleague"]
FOODS = ["plums", "okra", "rye", "kale", "tofu"]
tastes = st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(STANCES), st.sampled_from(FOODS))
tastes_zh = st.tuples(
    st.just("用户"), st.sampled_from(["喜欢吃", "不喜欢吃", "讨厌吃", "不再喜欢吃"]), st.sampled_from(["米线", "豆汁"])
)


@given(st.lists(st.one_of(tastes, tastes_zh), max_size=14), st.sampled_from(["default", "other"]))
def test_no_merge_ever_holds_opposites_or_another_subject(said: list[tuple[str, str, str]], namespace: str) -> None:
    memories = []
    for number, (subject, stance, food) in enumerate(said):
        words = f"{subject}{stance}{food}" if subject == "用户" else f"{subject} {stance} {food}"
        memories.append(fact(words, f"taste:{food}", 40 + number, namespace=namespace if number % 2 else "default"))
    for merge in families.merges(memories, NOW):
        assert len({(source.namespace, source.user_pk) for source in merge.sources}) == 1
        assert {polarity(source.content) for source in merge.sources} == {polarity(merge.content)}
        subjects = {source.content.partition(" ")[0] for source in merge.sources}
        assert len(subjects) == 1
        assert len({source.id for source in merge.sources}) == len(merge.sources) >= 3
        for source in merge.sources:
            assert source.content.split()[-1] in merge.content or source.content[-2:] in merge.content


def habit(texts: list[str], *days: float) -> list[str]:
    events = [event(text, day) for text, day in zip(texts, days, strict=True)]
    return [merge.content for merge in habits.merges(events, MONDAY + timedelta(days=60), UTC)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("User went for a run this morning", "User usually goes for a run on Mondays"),
        ("User cooked for the neighbours", "User usually cooks for the neighbours on Mondays"),
        ("User's sister visited the market today", "User's sister usually visits the market on Mondays"),
        ("用户今天早上去跑步了", "用户通常在周一去跑步"),
        ("用户跟同事打了排球", "用户通常在周一跟同事打排球"),
    ],
)
def test_what_happened_on_three_mondays_is_a_habit_of_mondays(text: str, expected: str) -> None:
    assert habit([text] * 3, 0, 7, 21) == [expected]


def test_what_happens_in_many_weeks_on_any_day_is_a_habit_without_a_day() -> None:
    assert habit(["User swam in the lake"] * 5, 0, 8, 16, 24, 30) == ["User regularly swims in the lake"]


@pytest.mark.parametrize(
    ("texts", "days"),
    [
        (["User went for a run"] * 2, (0, 7)),
        (["User went for a run"] * 3, (0, 0, 0)),
        (["User went for a run", "User went for a swim", "User read a book"], (0, 7, 14)),
        (["User celebrated a birthday"] * 3, (0, 7, 14)),
        (["User was at the cinema"] * 3, (0, 7, 14)),
        (["User went for a run"] * 3, (-400, -200, 0)),
    ],
)
def test_too_few_too_far_apart_or_unique_things_are_no_habit(texts: list[str], days: tuple[float, ...]) -> None:
    assert habit(texts, *days) == []


def test_the_day_of_the_week_is_that_of_the_user_and_of_the_words() -> None:
    late = event("User baked bread", 0, occurred_at=datetime(2026, 3, 1, 23, tzinfo=UTC))
    assert habits.day_of(late, ZoneInfo("Asia/Shanghai")) == date(2026, 3, 2)
    assert habits.day_of(event("User baked bread yesterday", 1), UTC) == date(2026, 3, 2)


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("User went bowling in the week of 2026-02-23", "User went bowling"),
        ("User went bowling from 2026-02-28 to 2026-03-01 with Jo", "User went bowling with Jo"),
        ("User went bowling at 2026-02-27 15:00", "User went bowling"),
        ("User went bowling on the evening of 2026-02-27", "User went bowling"),
        ("用户2026-02-23那一周去打保龄球了", "用户去打保龄球了"),
        ("用户2026-02-28至2026-03-01去打保龄球了", "用户去打保龄球了"),
    ],
)
def test_what_is_left_of_an_event_has_none_of_the_words_of_its_date(text: str, core: str) -> None:
    assert habits.core_of(event(text, 0), UTC) == core


@pytest.mark.parametrize(
    "text",
    ["User went bowling in January 2026", "User went bowling in the week of 2026-02-23", "用户2026年1月去打保龄球了"],
)
def test_what_happened_some_day_of_a_week_or_a_month_is_no_habit_of_its_first_day(text: str) -> None:
    assert habits.day_of(event(text, 0), UTC) is None
    assert habit([text] * 3, 0, 7, 14) == []


def test_a_merge_is_as_sure_as_its_least_sure_source_and_knows_them_all() -> None:
    sources = [
        replace(one, confidence=c) for one, c in zip(likes("plums", "okra", "rye"), (0.9, 0.6, 0.8), strict=True)
    ]
    (merge,) = families.merges(sources, NOW)
    made = row(merge, UUID(int=1), NOW)
    assert (made.confidence, made.source, set(made.supersedes)) == (
        0.6,
        Source.CONSOLIDATION,
        {one.id for one in sources},
    )


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        ({"content": "User does not like okra any more", "key": "taste:okra", "act": Act.RETRACT}, True),
        ({"content": "User adores okra", "key": None}, True),
        ({"content": "", "topic": "plums", "act": Act.FORGET}, True),
        ({"content": "User likes marzipan", "key": "taste:marzipan"}, False),
        ({"content": "User lives in Turku", "key": "residence"}, False),
        ({"content": "User left Tavora", "key": "employer", "act": Act.RETRACT}, False),
    ],
)
def test_a_merge_opens_for_what_concerns_a_source_and_for_nothing_else(
    candidate: dict[str, object], expected: bool
) -> None:
    sources = likes("plums", "okra", "rye")
    merge = row(families.merges(sources, NOW)[0], UUID(int=1), NOW)
    said = Candidate(evidence="", **candidate)  # type: ignore[arg-type]  # fields by name
    assert touches(said, merge, sources) is expected


FALCON = [
    fact("User's boat Falcon is 9 metres long", None, 60, kind=Kind.FACT, entities=("Falcon",)),
    fact("User's boat Falcon lies in Vaxholm", None, 61, kind=Kind.FACT, entities=("Falcon",)),
    fact("User's boat Falcon has a diesel engine", None, 62, kind=Kind.FACT, entities=("Falcon",)),
]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("User's boat Falcon is 9 metres long, lies in Vaxholm and has a diesel engine", True),
        ("User's boat Falcon is 9 metres long and lies in Vaxholm", False),
        ("User's boat Falcon is 12 metres long, lies in Vaxholm and has a diesel engine", False),
        ("User's boat Falcon is 9 metres long, lies in Vaxholm and does not have a diesel engine", False),
        ("User's father's boat Falcon is 9 metres long, lies in Vaxholm and has a diesel engine", False),
        ("The boat Falcon is 9 metres long, lies in Vaxholm and has a diesel engine", False),
        ("用户的船 Falcon 长 9 米，停在 Vaxholm，有柴油发动机", False),
        ("User's boat Falcon is 9 metres long, lies in Vaxholm, has a diesel engine and wins every regatta", False),
        ("", False),
    ],
)
def test_a_sentence_of_a_model_counts_only_as_far_as_its_sources_bear_it_out(sentence: str, expected: bool) -> None:
    (draft,) = writing.drafts(FALCON, NOW)
    assert writing.fits(sentence, draft.sources) is expected
