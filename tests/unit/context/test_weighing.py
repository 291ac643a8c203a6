"""How episodes are ranked: columns in, scores out, no store."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.context.model import Span
from app.context.policies import DEFAULT
from app.context.refining import refine
from app.context.speaking import named_in
from app.context.weighing import Asked, Weighed, weigh
from app.memories.episodes.model import Scan
from app.memories.episodes.pieces import asking
from app.text import codes
from app.text.terms import terms

MAY = datetime(2026, 5, 4, tzinfo=UTC)

Said = tuple[str, str | None, str]  # role, name, words


def scan(*sessions: Sequence[Said], near: Sequence[float] | None = None, at: Sequence[datetime] = ()) -> Scan:
    rows = [(number, seq, said) for number, session in enumerate(sessions) for seq, said in enumerate(session)]
    packed = [codes.pack(terms(words)) for _, _, (_, _, words) in rows]
    times = [*at, *(MAY for _ in rows[len(at) :])]
    return Scan(
        ids=[bytes([index] * 16) for index in range(len(rows))],
        marks=bytes(4 * len(rows)),
        vector_marks=bytes(4 * len(rows)),
        turns=[bytes([index] * 16) for index in range(len(rows))],
        session=np.array([number for number, _, _ in rows]),
        seq=np.array([seq for _, seq, _ in rows]),
        part=np.zeros(len(rows), dtype=np.int64),
        asking=np.array([asking(words) for _, _, (_, _, words) in rows]),
        tokens=np.array([float(len(words)) for _, _, (_, _, words) in rows]),
        at=np.array([np.datetime64(int(moment.timestamp()), "s") for moment in times]).astype("datetime64[us]"),
        roles=[role for _, _, (role, _, _) in rows],
        names=[name for _, _, (_, name, _) in rows],
        outdated=np.zeros(len(rows), dtype=np.bool_),
        near=np.array(near if near is not None else [0.1] * len(rows), dtype=np.float64),
        lengths=np.array([len(one) // 4 for one in packed]),
        terms=codes.unpack(b"".join(packed)),
    )


FILLING = [("user", None, f"Crate number {number} holds old magazines.") for number in range(8)]


def words(weighed: Weighed, said: Sequence[Said], count: int = 1) -> list[str]:
    return [said[row][2] for row in weighed.best(count)]


def user(*texts: str) -> list[Said]:
    return [("user", None, text) for text in texts]


def test_the_row_with_the_rare_words_of_the_question_comes_first() -> None:
    said = [*FILLING, *user("The heron stood on the weir.")]
    assert words(weigh(scan(said), Asked.of("Where did the heron stand?"), DEFAULT), said) == [said[-1][2]]


def test_an_answer_gains_from_its_question_and_a_remark_of_the_same_speaker_does_not() -> None:
    asked: list[Said] = [("user", None, "Where does the boiler key hang?"), ("assistant", None, "Behind the meter.")]
    alone = user("Where does the boiler key hang?", "Behind the meter.")
    answered = weigh(scan(FILLING, asked), Asked.of("boiler key"), DEFAULT)
    repeated = weigh(scan(FILLING, alone), Asked.of("boiler key"), DEFAULT)
    assert answered.score[-1] > repeated.score[-1]
    assert answered.relevance[-1] > repeated.relevance[-1]


def test_nothing_is_gained_across_sessions() -> None:
    question: Said = ("user", None, "Where does the boiler key hang?")
    answer: Said = ("assistant", None, "Behind the meter.")
    together = weigh(scan(FILLING, [question, answer]), Asked.of("boiler key"), DEFAULT)
    apart = weigh(scan(FILLING, [question], [answer]), Asked.of("boiler key"), DEFAULT)
    assert together.score[-1] > apart.score[-1]
    assert apart.neighbours[-1] == 0


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("When did Bram paint it?", {"Bram"}),
        ("Bram什么时候刷的船？", {"Bram"}),
        ("船是Bram刷的吗", {"Bram"}),
        ("The Bramble is ripe", set()),
        ("El señor Bramé", set()),
        ("李明去哪了", {"李明"}),
    ],
)
def test_a_name_is_read_in_any_script_around_it_and_never_inside_a_word(question: str, named: set[str]) -> None:
    assert named_in(["Bram", "李明", None], question) == named


def test_who_is_named_in_the_question_is_preferred_and_being_spoken_to_is_not_enough() -> None:
    said: list[Said] = [
        *FILLING,
        ("user", "Orla", "Bram, did you paint the boat?"),
        ("assistant", "Bram", "Yes, I painted the boat last week."),
    ]
    assert words(weigh(scan(said), Asked.of("When did Bram paint the boat?"), DEFAULT), said) == [said[-1][2]]


@pytest.mark.parametrize(
    ("question", "role"),
    [("Which glaze did you recommend for the kiln?", "assistant"), ("Which glaze did I use in the kiln?", "user")],
)
def test_the_question_tells_whose_words_are_meant(question: str, role: str) -> None:
    said: list[Said] = [
        *FILLING,
        ("user", None, "The glaze in the kiln was ash."),
        ("assistant", None, "The glaze in the kiln was ash."),
    ]
    weighed = weigh(scan(said), Asked.of(question), DEFAULT)
    assert said[weighed.best(1)[0]][0] == role


def test_a_statement_comes_before_a_mere_question_with_the_same_words() -> None:
    said = [*FILLING, *user("Is the heron on the weir?", "The heron is on the weir.")]
    assert words(weigh(scan(said), Asked.of("heron weir"), DEFAULT), said) == ["The heron is on the weir."]


def test_what_was_said_in_the_time_that_the_question_names_comes_first() -> None:
    said = [*FILLING, *user("We sailed to the island.", "We sailed to the island.")]
    times = [MAY] * 9 + [MAY - timedelta(days=40)]
    april = Span(start=datetime(2026, 3, 1, tzinfo=UTC), end=datetime(2026, 4, 1, tzinfo=UTC))
    weighed = weigh(scan(said, at=times), Asked.of("Where did we sail in March?", [april]), DEFAULT)
    assert weighed.best(1)[0] == 9


def test_words_that_have_changed_come_after_those_that_hold() -> None:
    said = [*FILLING, *user("The depot opens at six.", "The depot opens at six.")]
    columns = scan(said)
    columns.outdated[-1] = True
    assert weigh(columns, Asked.of("When does the depot open?"), DEFAULT).best(1)[0] == 8


def test_the_second_step_of_a_question_follows_the_first() -> None:
    said = [*FILLING, *user("My sister lives in Zwolle.", "Zwolle celebrates the flood in June.", "June was dull.")]
    weighed = weigh(scan(said), Asked.of("Where does my sister live?"), DEFAULT)
    assert words(weighed, said, 2) == ["My sister lives in Zwolle.", "Zwolle celebrates the flood in June."]
    assert weighed.echo[9] > weighed.echo[0]


def test_rows_near_to_the_best_gain_when_vectors_are_known() -> None:
    said = [*FILLING, *user("The heron stood on the weir.")]
    weighed = weigh(scan(said), Asked.of("heron"), DEFAULT)
    before = weighed.score.copy()
    vectors = {row: np.eye(1, 4, row % 3, dtype=np.float32)[0] for row in range(9)}
    vectors[3] = vectors[8]
    refine(weighed, vectors)
    gained = weighed.score - before
    assert gained[3] > gained[4]


def test_what_all_rows_have_in_common_brings_none_of_them_forward() -> None:
    """A row that is near to everything is near to any question; it tells no more of this one."""
    said = user(*(f"Row {number} of the ledger." for number in range(9)), "The lock keeper is ill.")
    common, apart = np.eye(6, dtype=np.float32)[:2]
    vectors = {row: (common + np.eye(6, dtype=np.float32)[2 + row % 4]) / 2**0.5 for row in range(8)}
    vectors |= {8: common, 9: apart}
    near = [0.28, *[0.2] * 7, 0.4, 0.4]
    weighed = weigh(scan(said, near=near), Asked.of("Who opens the gates?"), DEFAULT)
    assert weighed.best(1)[0] == 8
    refine(weighed, vectors)
    assert weighed.best(1)[0] == 9
    assert weighed.score[8] < weighed.score[9]


def test_rows_that_are_all_alike_stay_as_they_are() -> None:
    said = [*FILLING, *user("The heron stood on the weir.")]
    weighed = weigh(scan(said), Asked.of("heron"), DEFAULT)
    before = weighed.order.tolist()
    refine(weighed, {row: np.ones(4, dtype=np.float32) / 2 for row in range(9)})
    assert np.isfinite(weighed.score).all()
    assert weighed.order.tolist() == before


@given(st.integers(1, 250))
def test_a_sample_is_spread_over_all_rows_and_names_each_once(count: int) -> None:
    weighed = weigh(scan(user(*("Words." for _ in range(count)))), Asked.of("heron"), DEFAULT)
    sample = weighed.sample()
    assert sample[0] == 0
    assert count - count / 64 - 1 <= sample[-1] < count
    assert len(set(sample)) == len(sample) == min(count, 64)


def test_without_any_vector_the_words_alone_rank() -> None:
    said = [*FILLING, *user("The heron stood on the weir.")]
    weighed = weigh(scan(said, near=[float("nan")] * 9), Asked.of("heron"), DEFAULT)
    assert weighed.best(1)[0] == 8
    assert np.isfinite(weighed.score).all()


def test_a_single_row_is_judged_by_its_relevance() -> None:
    said = user("The heron stood on the weir.")
    fitting = weigh(scan(said, near=[0.6]), Asked.of("heron on the weir"), DEFAULT)
    other = weigh(scan(said, near=[0.0]), Asked.of("bake bread"), DEFAULT)
    assert fitting.relevance[0] > DEFAULT.episode_opening > other.relevance[0]


TALK = st.lists(
    st.lists(
        st.tuples(st.sampled_from(["user", "assistant"]), st.sampled_from([None, "Orla", "李"]), st.text(max_size=30)),
        max_size=6,
    ),
    min_size=1,
    max_size=4,
).filter(any)


@given(TALK, st.text(max_size=40), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_talk_and_any_question_give_finite_scores_in_one_order(
    sessions: list[list[Said]], question: str, blind: bool
) -> None:
    rows = sum(map(len, sessions))
    near = [float("nan") if blind else 0.1 * (row % 7) for row in range(rows)]
    columns = scan(*sessions, near=near)
    weighed = weigh(columns, Asked.of(question), DEFAULT)
    refine(weighed, {row: np.ones(4, dtype=np.float32) / 2 for row in range(0, rows, 2)})
    assert np.isfinite(weighed.score).all()
    assert ((weighed.relevance >= 0) & (weighed.relevance <= 1)).all()
    assert sorted(weighed.order.tolist()) == list(range(rows))
    again = weigh(columns, Asked.of(question), replace(DEFAULT))
    refine(again, {row: np.ones(4, dtype=np.float32) / 2 for row in range(0, rows, 2)})
    assert again.order.tolist() == weighed.order.tolist()
