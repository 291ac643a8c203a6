"""The window: the end of the archive within its limits, whatever the conversation looks like."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from app.sessions.model import Message, Role
from app.sessions.window import Entry, Limits, tail_within

AT = datetime(2026, 8, 6, tzinfo=UTC)


def _entries(turns: list[list[tuple[Role, int]]]) -> list[Entry]:
    entries: list[Entry] = []
    for turn in turns:
        first = len(entries)
        for role, tokens in turn:
            message = Message(seq=len(entries), role=role, content="x" * tokens, tokens=tokens, occurred_at=AT)
            entries.append((first, message))
    return entries


conversations = st.lists(
    st.lists(st.tuples(st.sampled_from(Role), st.integers(1, 400)), min_size=1, max_size=6), max_size=15
).map(_entries)
limits = st.builds(Limits, turns=st.integers(1, 12), tokens=st.integers(1, 1500))


@given(entries=conversations, bounds=limits)
def test_the_window_is_the_end_of_the_archive_in_order(entries: list[Entry], bounds: Limits) -> None:
    shown = tail_within(entries, bounds)
    assert shown == [message for _, message in entries][len(entries) - len(shown) :]


@given(entries=conversations, bounds=limits)
def test_no_answer_of_a_tool_stands_first_without_its_call(entries: list[Entry], bounds: Limits) -> None:
    shown = tail_within(entries, bounds)
    assert not shown or shown[0].role is not Role.TOOL or shown[0].seq == 0


@given(entries=conversations, bounds=limits)
def test_without_tools_the_window_is_within_its_limits_but_for_one_oversized_message(
    entries: list[Entry], bounds: Limits
) -> None:
    spoken = [(first, message) for first, message in entries if message.role is not Role.TOOL]
    shown = tail_within(spoken, bounds)
    turns = {first for first, message in spoken if message in shown}
    assert len(turns) <= bounds.turns
    assert sum(m.tokens for m in shown) <= bounds.tokens or len(shown) == 1
    assert not spoken or shown[-1] == spoken[-1][1]
