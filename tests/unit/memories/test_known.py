"""What was read before is taken again only in the version in which it stands."""

from app.memories.known import Known, mark

ONE, TWO = b"1" * 16, b"2" * 16


def test_a_row_is_known_in_the_version_in_which_it_was_read_and_in_no_other() -> None:
    known: Known[str] = Known(10)
    known.put(ONE, b"aaaa", "before")
    assert known.get(ONE, b"aaaa") == "before"
    assert known.get(ONE, b"bbbb") is None
    assert known.get(TWO, b"aaaa") is None
    known.put(ONE, b"bbbb", "after")
    assert (known.get(ONE, b"aaaa"), known.get(ONE, b"bbbb")) == (None, "after")


def test_of_too_many_rows_the_one_not_used_for_longest_goes() -> None:
    known: Known[int] = Known(2)
    known.put(ONE, b"aaaa", 1)
    known.put(TWO, b"aaaa", 2)
    assert known.get(ONE, b"aaaa") == 1
    known.put(b"3" * 16, b"aaaa", 3)
    assert known.get(ONE, b"aaaa") == 1
    assert known.get(TWO, b"aaaa") is None


def test_the_mark_of_a_row_is_cut_out_of_those_of_all() -> None:
    assert [mark(b"aaaabbbbcccc", row) for row in range(3)] == [b"aaaa", b"bbbb", b"cccc"]


def test_a_counted_recall_leads_from_the_version_before_it_to_the_one_after_it_and_from_no_other() -> None:
    known: Known[str] = Known(10)
    known.put(ONE, b"aaaa", "tea")
    known.follow(ONE, b"aaaa", b"bbbb", str.upper)
    known.follow(TWO, b"aaaa", b"bbbb", str.upper)
    assert (known.get(ONE, b"aaaa"), known.get(ONE, b"bbbb"), known.get(TWO, b"bbbb")) == (None, "TEA", None)
    known.follow(ONE, b"cccc", b"dddd", str.lower)  # something else was written between them
    assert (known.get(ONE, b"bbbb"), known.get(ONE, b"dddd")) == ("TEA", None)
