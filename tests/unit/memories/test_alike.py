"""The short way to likely twins leaves out none that a comparison with every row would have found."""

from hypothesis import given, settings
from hypothesis import strategies as st
from judging import RULES, Memory, day, held, said, uid

from app.memories.alike import Alike
from app.memories.likeness import opposite, same_statement

WORDS = ("tea", "black", "opera", "Sunday", "friend", "chess", "garden", "likes", "not", "never", "morning")
KEYS = (None, "taste:tea", "tool:helix", "tool:editor")
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(lambda words: "User " + " ".join(words))


@given(
    st.lists(st.tuples(sentences, st.sampled_from(KEYS)), max_size=12),
    sentences,
    st.sampled_from(KEYS),
    st.dictionaries(st.integers(0, 11), st.floats(0.7, 1.0), max_size=3),
)
@settings(max_examples=150, deadline=None)
def test_what_could_be_the_same_or_the_opposite_is_always_among_those_compared(
    rows: list[tuple[str, str | None]], content: str, key: str | None, near: dict[int, float]
) -> None:
    memories = [held(text, id=uid(number), key=of) for number, (text, of) in enumerate(rows)]
    proposal = said(content, key=key, similar={uid(number): score for number, score in near.items()})
    alike = Alike()
    for memory in memories:
        alike.put(memory)
    compared = alike.same(proposal)
    assert {one.id for one in memories if same_statement(one, proposal, RULES)} <= compared
    assert {one.id for one in memories if opposite(one, proposal)} <= alike.worded(content)


def test_a_row_that_says_something_else_now_is_found_by_its_new_words_alone() -> None:
    alike = Alike()
    before: Memory = held("User likes opera", id=uid("m"))
    alike.put(before)
    alike.put(held("User plays chess", id=uid("m"), at=day(2)))
    assert alike.worded("User likes opera") == set()
    assert alike.worded("User plays chess on Sundays") == {uid("m")}
    alike.drop(uid("m"))
    assert alike.worded("User plays chess") == set()
