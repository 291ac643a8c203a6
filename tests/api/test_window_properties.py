"""Whatever is said, and whatever breaks in between: summary and window together are the archive, once."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import bootstrap
from app.governance.masking import masked
from app.infra.postgres import ReadSession
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
from app.sessions import directory, leaving, summaries
from app.sessions.extractive import Allowance
from app.sessions.leaving import Shape
from app.sessions.model import Extract, Role, Scope
from app.sessions.service import Utterance
from app.sessions.summaries import Course, Spoken
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key

TURNS, TOKENS = 3, 90


class Crash(Exception):
    pass


class Listener:
    """Episodes that remember what they were told, and break when asked to."""

    def __init__(self) -> None:
        self.told: dict[str, list[int]] = {}
        self.break_after = -1

    async def on_leaving(self, _: Any, session: Course, messages: Sequence[Spoken]) -> None:
        if self.break_after == 0:
            self.break_after = -1
            raise Crash
        self.break_after -= 1
        self.told.setdefault(session.session_id, []).extend(one.message.seq for one in messages)


class Checked:
    """What summaries are held against: it holds them as they are, and breaks when asked to."""

    def __init__(self) -> None:
        self.breaks = False

    async def __call__(
        self, _db: ReadSession, _session: Course, _said: Sequence[Spoken], text: str, /, *, reworded: bool
    ) -> str:
        assert not reworded
        if self.breaks:
            raise Crash
        return text


checked = Checked()


@pytest.fixture(scope="module")
async def small(settings: Settings, service: Service) -> AsyncIterator[tuple[Service, Listener]]:
    listener = Listener()
    narrow = settings.model_copy(
        update={"window": settings.window.model_copy(update={"turns": TURNS, "tokens": TOKENS})}
    )
    built = bootstrap.build(narrow, embedder=HashedEmbedder(), episodes=listener)
    built.summarizer._truth = checked
    yield built, listener
    await built.stop()


words = st.sampled_from(
    [
        "We decided to move the launch to May.",
        "预算不能超过三万。",
        "I had tea.  Twice — ünïcode 👩‍👩‍👧",
        "记得把合同发给法务，",
        "ok",
        "项目代号叫白鹭，端口是 8443。",
        "What about the venue?",
        "x" * 60,
        "My password is tr0ub4dor-Zebra!7, keep it safe.",
        "银行卡号是 4111 1111 1111 1111。",
    ]
)
giant = st.integers(20, 120).map("The list goes on and on. ".__mul__) | st.integers(20, 60).map("清单很长。".__mul__)
said = st.lists(words | giant, min_size=1, max_size=3).map("\n".join)
plain = st.tuples(said, said).map(lambda pair: [("user", pair[0]), ("assistant", pair[1])])
with_tools = st.tuples(said, st.lists(said, min_size=1, max_size=4)).map(
    lambda pair: [("user", pair[0]), ("assistant", "calls"), *(("tool", answer) for answer in pair[1])]
)
answers_first = st.tuples(said, said).map(lambda pair: [("tool", pair[0]), ("assistant", pair[1])])
turn = st.tuples(st.just("turn"), plain | with_tools | answers_first)
step = st.sampled_from(
    ["job", "two jobs", "crash", "crash after one", "crash before it is kept", "lost window", "end"]
).map(lambda name: (name, None))
story = st.lists(turn | turn | step, min_size=3, max_size=14)


async def carry_out(service: Service, listener: Listener, user: str, what: str, messages: Any) -> None:
    session_pk = session_key(DEFAULT_TENANT, user, user)
    if what == "turn":
        await service.conversations.add_turn(
            Scope(tenant_id=DEFAULT_TENANT, user_id=user),
            user,
            [Utterance(role=Role(role), content=content, metadata={}) for role, content in messages],
            scene=None,
            extract=Extract.AUTO,
            metadata={},
            idempotent=None,
            now=datetime.now(UTC),
        )
    elif what == "end":
        await service.lifecycle.end(DEFAULT_TENANT, user, user, idempotent=None, now=datetime.now(UTC))
    elif what == "job":
        await service.wake(DEFAULT_TENANT, session_pk)
    elif what == "two jobs":
        await asyncio.gather(*(service.summarizer(DEFAULT_TENANT, session_pk) for _ in range(2)))
    elif what == "lost window":  # the cache was emptied, or its writer died after the commit
        await service.conversations._window.clear([session_pk])
    else:
        checked.breaks = what == "crash before it is kept"
        listener.break_after = 0 if what == "crash" else 1
        try:
            await service.wake(DEFAULT_TENANT, session_pk)
        except Crash:
            pass
        finally:
            listener.break_after = -1
            checked.breaks = False


async def check(service: Service, listener: Listener, user: str, sent: list[str], *, folded: bool) -> None:
    session_pk = session_key(DEFAULT_TENANT, user, user)
    window = service.conversations._window
    cached = await window.cached(session_pk)
    async with service.database.read(DEFAULT_TENANT) as db:
        _, head = await directory.head(db, user_key(DEFAULT_TENANT, user), session_pk)
        shown = await window.settle(
            db, session_pk, cached, epoch=head.epoch, last_seq=head.last_seq, after=head.window_after
        )
        raw = await window.settle(
            db, session_pk, None, epoch=head.epoch, last_seq=head.last_seq, after=head.window_after
        )
        shapes = await summaries.shapes(db, session_pk, after=head.window_after)
        course = await summaries.course(db, session_pk)
        versions = await summaries.page(db, session_pk, limit=100)
    assert [m.seq for m in shown] == [m.seq for m in raw]
    assert [m.content for m in shown] == [sent[m.seq] for m in shown]
    assert course is not None
    assert head.last_seq == len(sent) - 1
    # Versions: each covers all before it, none twice.
    ends = [one.to_seq for one in reversed(versions)]
    assert ends == sorted(set(ends))
    assert all(one.from_seq == 0 and one.content.strip() for one in versions)
    assert all(Allowance().share(one.content) <= 1 for one in versions)
    assert (ends[-1] if ends else -1) == course.summarized_seq
    assert listener.told.get(user, []) == list(range(course.told_seq + 1))
    if folded:
        assert course.summarized_seq == head.window_after
        assert [m.seq for m in shown] == list(range(course.summarized_seq + 1, head.last_seq + 1))
        assert bounded(shapes)
    if shown and folded and shown[0].role is Role.TOOL:
        assert shown[0].seq == 0 or course.summarized_seq == course.closed_seq or len(shown) == 1


def bounded(shapes: Sequence[Shape]) -> bool:
    """Within the limits; one call with its answers up to twice of them, but for one message that is too long."""
    if leaving.within(shapes, leaving.Limits(TURNS, TOKENS)):
        return True
    tokens = sorted(shape.tokens for shape in shapes)
    one_call = all(shape.answers for shape in shapes[1:])
    return one_call and len({shape.turn for shape in shapes}) <= 2 * TURNS and sum(tokens[:-1]) <= 2 * TOKENS


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=story)
async def test_summary_and_window_are_the_archive(
    small: tuple[Service, Listener], steps: list[tuple[str, Any]]
) -> None:
    service, listener = small
    user = f"prop-{uuid.uuid4().hex[:12]}"
    sent: list[str] = []
    for what, messages in [("turn", [("user", "Begin."), ("assistant", "Yes.")]), *steps, ("job", None)]:
        await carry_out(service, listener, user, what, messages)
        sent += [masked(content) for _, content in messages or []]
        await check(service, listener, user, sent, folded=what in ("job", "two jobs"))


shape_lists = st.lists(st.tuples(st.integers(1, 120), st.booleans(), st.booleans()), min_size=1, max_size=30).map(
    lambda rows: [
        Shape(seq, max((i for i in range(seq + 1) if rows[i][2]), default=0), tokens, answers)
        for seq, (tokens, answers, _) in enumerate(rows)
    ]
)


@given(shapes=shape_lists)
def test_what_leaves_is_no_more_than_must_and_divides_no_call(shapes: list[Shape]) -> None:
    limits = leaving.Limits(TURNS, TOKENS)
    count = leaving.cut(shapes, limits)
    rest = shapes[count:]
    assert bounded(rest)
    if leaving.within(shapes, limits):
        assert count == 0
    if 0 < count < len(shapes):
        assert not rest[0].answers
    ends = leaving.steps(shapes, 5, 200)
    assert ends[-1] == len(shapes) - 1
    assert ends == sorted(set(ends))
    assert all(not after.answers for one, after in pairwise(shapes) if one.seq in ends)


def test_what_is_folded_at_once_is_bounded_in_messages_and_in_tokens() -> None:
    short = [Shape(seq, seq, 10) for seq in range(12)]
    long = [Shape(seq, seq, 90) for seq in range(4)]
    assert leaving.steps(short, 5, 200) == [4, 9, 11]
    assert leaving.steps(long, 5, 200) == [1, 3]
    assert leaving.steps([Shape(0, 0, 900), Shape(1, 1, 10), Shape(2, 2, 10)], 5, 200) == [0, 2]
    assert leaving.steps([Shape(0, 0, 150), Shape(1, 0, 90, answers=True), Shape(2, 2, 10)], 5, 200) == [1, 2]
