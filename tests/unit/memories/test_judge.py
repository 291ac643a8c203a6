"""What becomes of a candidate, case by case, as the table of the write path says."""

from dataclasses import replace

import pytest
from judging import (
    NOW,
    USER,
    Act,
    Kind,
    Rules,
    ScopeOf,
    Source,
    Status,
    Trust,
    after,
    contents,
    day,
    held,
    judge,
    said,
    uid,
    verdict,
    version_of,
)

from app.memories.model import Event, Type
from app.memories.outcome import earlier, stands

PREFERENCE = {"kind": Kind.PREFERENCE}
HOME = {"key": "residence"}


# New statements


def test_a_new_statement_is_added_with_all_that_is_known_of_it():
    found = verdict(said("User lives in Graz", key="residence", value="graz", entities=("Graz",), importance=9))
    row = found.memory
    assert (found.event, found.reason) == (Event.ADD, "new")
    assert row is not None
    assert (row.key, row.value, row.status, row.version, row.support) == ("residence", "graz", Status.ACTIVE, 1, 1)
    assert (row.occurred_at, row.valid_from, row.created_at) == (day(1), day(1), NOW)
    assert (row.importance, row.source_turn_ids, row.session_id) == (5, (uid("t"),), "s")


def test_a_second_allergy_does_not_retire_the_first():
    first = held("用户对虾过敏", key="allergy:虾", value="虾")
    assert contents(after([said("用户对桃子过敏", key="allergy:桃子", value="桃子")], [first])) == [
        "用户对虾过敏",
        "用户对桃子过敏",
    ]


def test_the_batch_of_another_user_or_project_is_not_touched():
    mine = held("Project uses MariaDB", key="database", value="mariadb", project_id="one")
    other = ScopeOf(user_pk=USER, project_id="two")
    assert verdict(said("Project uses SQLite", key="database", value="sqlite", scope=other), mine).event is Event.ADD
    stranger = ScopeOf(user_pk=uid("stranger"))
    assert verdict(said("Project uses MariaDB", scope=stranger), replace(mine, project_id=None)).event is Event.ADD


@pytest.mark.parametrize("content", ["", "   ", "…!!"])
def test_an_empty_statement_is_rejected(content):
    assert verdict(said(content)).reason == "empty"


# Repeats


def test_the_same_value_again_raises_support_and_last_time():
    old = held("User lives in Graz", value="graz", confidence=0.85, **HOME)
    found = verdict(said("User's home is Graz", value="Graz", at=day(2), **HOME), old)
    assert (found.event, found.reason, found.before) == (Event.REINFORCE, "same_value", old)
    assert found.memory is not None
    assert (found.memory.support, found.memory.version, found.memory.content) == (2, 1, old.content)
    assert found.memory.occurred_at == day(2)
    assert found.memory.source_turn_ids == (uid("earlier"), uid("t"))
    assert found.memory.confidence > 0.85


def test_the_same_turn_once_more_changes_nothing():
    old = held("User lives in Graz", value="graz", turn="t", **HOME)
    assert verdict(said("User lives in Graz", value="graz", **HOME), old).reason == "turn_already_applied"
    assert verdict(said("User lives in Linz", value="linz", **HOME), old).event is Event.NOOP


def test_one_thing_said_three_times_in_one_turn_counts_once():
    batch = [said(f"User{word} Kakoune", key="editor", value="kakoune") for word in ("'s editor is", " uses", " likes")]
    (row,) = after(batch)
    assert (row.support, row.version) == (1, 1)


def test_case_width_and_punctuation_make_no_new_memory():
    old = held("User's shell is fish")
    assert verdict(said("user's shell is ｆｉｓｈ!!", turn="n"), old).reason == "same_text"


def test_a_preference_said_again_gains_importance_up_to_five():
    row = held("用户喜欢深色主题", importance=4, **PREFERENCE)
    for turn in range(3):
        (row,) = after([said("用户喜欢深色主题", turn=turn, source=Source.USER_EXPLICIT, **PREFERENCE)], [row])
    assert (row.importance, row.support, row.source) == (5, 4, Source.USER_EXPLICIT)


def test_near_duplicates_by_meaning_are_one_memory():
    old = held("User prefers short answers", **PREFERENCE)
    again = said("User prefers brief answers", similar={old.id: 0.96}, **PREFERENCE)
    assert verdict(again, old).reason == "same_meaning"
    assert verdict(replace(again, similar={old.id: 0.8}), old).event is Event.ADD


def test_near_duplicates_are_found_by_their_words_without_vectors():
    old = held("用户喜欢喝乌龙茶", **PREFERENCE)
    assert verdict(said("用户很爱喝乌龙茶", **PREFERENCE), old).reason == "same_meaning"


def test_the_sentence_that_says_more_takes_the_place_and_keeps_the_support():
    old = held("User plays chess with friends", support=3)
    found = verdict(said("User plays chess with friends every Thursday", similar={old.id: 0.93}), old)
    assert (found.event, found.reason) == (Event.UPDATE, "says_more")
    assert found.memory is not None
    assert (found.memory.id, found.memory.support, found.memory.version) == (old.id, 4, 2)
    assert found.memory.content.endswith("every Thursday")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("User likes capers", "User doesn't like capers"),
        ("用户喜欢吃茄子", "用户不喜欢吃茄子"),
        ("用户每周二早上开晨会", "用户每周三早上开晨会"),
        ("用户平时写后端用 Elixir", "用户平时写前端用 Elixir"),
        ("User lives in Graz", "User lives in Linz"),
        ("User has 2 bicycles", "User has 3 bicycles"),
        ("User drinks black coffee every morning", "User drinks black tea every morning"),
        ("User lives in Graz", "User lived in Graz until 2019"),
    ],
)
def test_sentences_that_only_look_alike_are_never_merged(one, two):
    old = held(one)
    found = verdict(said(two, similar={old.id: 0.94}), old)
    assert found.event is not Event.REINFORCE
    assert found.reason != "says_more"


def test_the_second_key_comes_to_a_memory_that_had_none():
    old = held("User lives in Graz")
    found = verdict(said("User lives in Graz", value="graz", **HOME), old)
    assert found.memory is not None
    assert (found.event, found.memory.key, found.memory.value) == (Event.REINFORCE, "residence", "graz")


# Changes


def test_a_new_value_replaces_the_old_in_place():
    old = held("User lives in Graz", value="graz", support=4, **HOME)
    found = verdict(said("User lives in Linz", value="linz", at=day(3), valid_from=day(2), **HOME), old)
    assert (found.event, found.reason, found.before) == (Event.UPDATE, "new_value", old)
    row = found.memory
    assert row is not None
    assert (row.id, row.version, row.support, row.valid_from, row.created_at) == (old.id, 2, 1, day(2), old.created_at)
    version = earlier(found, "rules")
    assert version is not None
    assert (version.version, version.memory.content, version.valid_to) == (1, "User lives in Graz", day(2))


def test_newer_means_the_time_of_the_evidence_and_never_of_the_processing():
    old = held("User lives in Linz", value="linz", at=day(5), updated_at=day(1), **HOME)
    found = verdict(said("User lives in Graz", value="graz", at=day(2), **HOME), old)
    assert (found.event, found.reason, found.past) == (Event.NOOP, "older_evidence", True)
    row, version = stands(found), earlier(found, "rules")
    assert row is not None
    assert row.content == "User lives in Linz"
    assert version is not None
    assert (version.memory.content, version.valid_from, version.valid_to) == ("User lives in Graz", day(2), day(5))
    assert version.version != row.version
    again = verdict(said("User lives in Graz", value="graz", at=day(2), **HOME), row)
    assert again.reason == "turn_already_applied"


def test_a_correction_in_the_same_turn_wins_by_its_place():
    rows = after(
        [
            said("User's name is Jon", key="name", value="jon"),
            said("User's name is John", key="name", value="john"),
        ]
    )
    assert contents(rows) == ["User's name is John"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("用户喜欢吃茄子", "用户不喜欢吃茄子"), ("User doesn't like capers", "User likes capers")],
)
def test_a_change_of_mind_is_one_memory_with_or_without_a_key(old, new):
    for key in ("taste:x", None):
        found = verdict(said(new, key=key, value="x", **PREFERENCE), held(old, key=key, value="x", **PREFERENCE))
        assert found.event is Event.UPDATE
        assert found.memory is not None
        assert found.memory.content == new


def test_like_and_dislike_of_different_things_stand_side_by_side():
    rows = after([said("用户不喜欢喝啤酒", **PREFERENCE)], [held("用户喜欢喝红酒", **PREFERENCE)])
    assert len(contents(rows)) == 2


def test_an_explicit_statement_is_never_overwritten_by_an_inference():
    old = held("User writes Ruby", key="code_language", value="ruby", source=Source.USER_EXPLICIT)
    found = verdict(said("User writes Perl", key="code_language", value="perl", source=Source.INFERRED), old)
    assert (found.event, found.reason) == (Event.PENDING, "inferred")
    imported = said("User writes Perl", key="code_language", value="perl", source=Source.IMPORT, trust=Trust.IMPORT)
    assert verdict(imported, old).reason == "weaker_source"
    assert contents(after([imported], [old])) == ["User writes Ruby"]


def test_another_scene_gets_its_own_value():
    old = held("用户希望回复简短", key="answer_length", value="short", scene="chat", **PREFERENCE)
    tech = ScopeOf(user_pk=USER, scene="tech")
    found = verdict(said("用户希望回复详细", key="answer_length", value="long", scope=tech, **PREFERENCE), old)
    assert (found.event, found.reason) == (Event.ADD, "other_scene")
    assert found.memory is not None
    assert found.memory.scene == "tech"


def test_a_preference_that_claims_to_hold_everywhere_takes_no_scene():
    scope = ScopeOf(user_pk=USER, scene="chat")
    general = said("User wants metric units in all answers", scope=scope, **PREFERENCE)
    about_oneself = said("User likes capers", key="taste:capers", scope=scope, **PREFERENCE)
    fact = said("User lives in Graz", scope=scope)
    assert [row.scene for row in after([general, about_oneself, fact])] == [None, None, None]


def test_an_event_on_another_day_is_another_event():
    old = held("User ran a marathon", kind=Kind.EVENT, valid_from=day(-300))
    later = said("User has run a marathon", kind=Kind.EVENT, valid_from=day(0), similar={old.id: 0.97})
    assert verdict(later, old).event is Event.ADD
    assert verdict(replace(later, candidate=replace(later.candidate, valid_from=day(-300))), old).event is not Event.ADD


def test_a_procedure_with_other_steps_is_a_new_version_of_it():
    old = held("Release: tag, then build", kind=Kind.PROCEDURE, type=Type.PROCEDURAL, key="procedure:release")
    new = said(
        "Release: tag, then build, then sign", kind=Kind.PROCEDURE, type=Type.PROCEDURAL, key="procedure:release"
    )
    assert verdict(new, old).reason == "new_value"


def test_what_was_so_and_is_over_becomes_a_past_version():
    old = held("User lives in Linz", value="linz", **HOME)
    found = verdict(said("User lived in Graz until 2020", value="graz", valid_to=day(-900), **HOME), old)
    assert (found.event, found.reason, found.past) == (Event.NOOP, "past_value", True)
    ends = verdict(said("User lived in Linz until now", value="linz", valid_to=day(1), **HOME), old)
    assert (ends.event, ends.reason) == (Event.FORGET, "ended")


# Temporary wishes


def test_a_wish_for_this_once_is_rejected_as_temporary():
    old = held("User writes Ruby", key="code_language", value="ruby", **PREFERENCE)
    wish = said("User wants Perl this time", key="code_language", value="perl", temporary=True, **PREFERENCE)
    assert (verdict(wish, old).event, verdict(wish, old).reason) == (Event.REJECT, "temporary")


def test_a_temporary_wish_with_an_end_stands_beside_the_standing_one():
    old = held("User writes Ruby", key="code_language", value="ruby", **PREFERENCE)
    wish = said(
        "User wants Perl today", key="code_language", value="perl", temporary=True, expires_at=day(2), **PREFERENCE
    )
    rows = after([wish], [old])
    assert rows[0] == old
    assert (rows[1].key, rows[1].expires_at) == (None, day(2))


def test_reverting_needs_a_version():
    row = held("User writes Perl", key="code_language", **PREFERENCE)
    back = said("back", act=Act.REVERT, key="code_language", at=day(2))
    assert verdict(back, row).reason == "nothing_to_revert"
    found = verdict(back, row, versions={row.id: version_of(row, "User writes Ruby")})
    assert (found.event, found.reason) == (Event.UPDATE, "reverted")
    assert found.memory is not None
    assert (found.memory.content, found.memory.version) == ("User writes Ruby", 2)
    assert judge([back], [found.memory], now=NOW, rules=Rules())[0].event is Event.NOOP


def test_events_of_two_days_written_by_hand_stay_two_though_their_words_are_near() -> None:
    by_hand = {"kind": Kind.EVENT, "type": Type.EPISODIC, "source": Source.MANUAL}
    first = held("User won a game of chess", at=day(0), **by_hand)
    later = said("User won one game of chess", at=day(9), occurred_at=day(9), similar={first.id: 0.99}, **by_hand)
    assert verdict(later, first).event is Event.ADD
    same_day = said("User won one game of chess", at=day(0), occurred_at=day(0), similar={first.id: 0.99}, **by_hand)
    assert verdict(same_day, first).event is not Event.ADD
