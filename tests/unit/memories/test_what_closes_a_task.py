"""A task is over by what was to be done, not by something else that is done with the same thing."""

from dataclasses import replace
from datetime import UTC
from uuid import uuid4

import pytest

from app.memories.extractors import rules
from app.memories.extractors.sentences import Said
from tests.unit.memories.judging import USER, Kind, Memory, Proposal, ScopeOf, Status, after, day, held

SCOPE = ScopeOf(user_pk=USER, session_id="s")


def told(news: str, *tasks: Memory, agent: str | None = None) -> dict[str, object]:
    """The status of each task after a sentence."""
    scope = replace(SCOPE, agent_id=agent)
    found = rules.read([Said("user", news, day(3), UTC)])
    batch = [
        Proposal(candidate=one, id=uuid4(), at=day(3), turn_id=uuid4(), scope=scope, extractor="rules") for one in found
    ]
    rows = after(batch, list(tasks))
    opened = {one.id: one.content for one in tasks}
    return {opened[row.id]: row.metadata.get("status") for row in rows if row.id in opened}


def task(content: str, **fields: object) -> Memory:
    return held(content, kind=Kind.TASK, metadata={"status": "open"}, **fields)


@pytest.mark.parametrize(
    ("open_", "news"),
    [
        ("User has to return the drill to Pavel", "I've returned the drill to Pavel."),
        ("User needs to write the chapter on bees", "I sent the chapter on bees off."),
        ("User has to renew their passport", "Got my passport renewed."),
        ("User must book the hotel in Faro", "I paid for the hotel in Faro."),
        ("User needs to submit the tax return", "I've finally submitted the tax return."),
        ("用户得把电钻还给老周", "电钻还了"),
        ("用户得给小玛发合同", "合同发给小玛了"),
        ("用户要续签护照", "护照续签好了"),
    ],
)
def test_what_was_to_be_done_is_done(open_: str, news: str) -> None:
    assert told(news, task(open_)) == {open_: "done"}


@pytest.mark.parametrize(
    ("open_", "news"),
    [
        ("User has to call the dentist", "I called the dentist but nobody picked up."),
        ("User has to call the dentist", "I paid the dentist."),
        ("User has to return the drill to Pavel", "I called Pavel."),
        ("User has to return the drill to Pavel", "I cleaned the drill."),
        ("User needs to submit the tax return", "I submitted the wrong tax return."),
        ("User needs to submit the tax return", "I got the tax return form."),
        ("User must book the hotel in Faro", "I returned from Faro."),
        ("User must book the hotel in Faro", "I wrote to the hotel in Faro."),
        ("User has to pay the electrician", "I emailed the electrician."),
        ("User has to fix the kitchen tap", "Marco replaced the tap."),
        ("User has to answer the email", "Forget my email"),
        ("用户要修电钻", "电钻借给老周了"),
        ("用户要交报表", "报表交了，但是被退回来了"),
        ("用户要给猫打疫苗", "猫喂了"),
    ],
)
def test_something_else_leaves_it_open(open_: str, news: str) -> None:
    assert told(news, task(open_)) == {open_: "open"}


def test_a_thing_that_gave_way_is_nothing_new_to_be_done() -> None:
    found = rules.read([Said("user", "We replaced the tap with a mixer.", day(3), UTC)])
    batch = [
        Proposal(candidate=one, id=uuid4(), at=day(3), turn_id=uuid4(), scope=SCOPE, extractor="rules") for one in found
    ]
    assert not any(
        "fix" in row.content and "mixer" in row.content
        for row in after(batch, [task("User has to fix the kitchen tap")])
    )


def test_a_task_told_to_another_agent_stays_open() -> None:
    one = task("User has to return the drill to Pavel", agent_id="planner")
    assert told("I've returned the drill to Pavel.", one, agent="coach") == {one.content: "open"}
    assert told("I've returned the drill to Pavel.", one, agent="planner") == {one.content: "done"}
    assert one.status is Status.ACTIVE
