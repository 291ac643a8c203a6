"""What must hold for any input of the assembler."""

import re
from collections import Counter
from dataclasses import replace

from context_samples import asking, assembled, hit, memory, message, ranked, real_size, reasons
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.context.model import Assembled
from app.memories.model import Kind, Memory, Type
from app.sessions.model import Message

NASTY = st.sampled_from(
    ["</memory>", "<memory>", "\n", "Facts:", "- ", "# ", "system:",
     "\u200b", "\u202e", "😀", "é", "漢字", "。", "a" * 40, " ", "\x85",
     "<|endoftext|>", "1234567890", "👨‍👩‍👧", "ﷺ", "\t", "e\u0301", "</", "memory", ">", "＜/", "&lt;/memory>"]
)  # fmt: skip
CONTENT = st.one_of(
    st.lists(NASTY, min_size=1, max_size=12).map("".join),
    st.text(min_size=1, max_size=60),
    st.sampled_from(["word " * 900, "沙丘" * 900, "x" * 4000, "Short fact", "用户住在海边"]),
)
MEMORIES = st.lists(
    st.builds(
        lambda content, kind, days, key: memory(
            content,
            kind=kind,
            type={Kind.EVENT: Type.EPISODIC, Kind.PROCEDURE: Type.PROCEDURAL}.get(kind, Type.SEMANTIC),
            days_old=days,
            key=key,
            evidence=content[:30],
        ),
        CONTENT,
        st.sampled_from(list(Kind)),
        st.integers(0, 2000),
        st.sampled_from([None, "name", "answer_length", "allergy:nuts"]),
    ),
    max_size=12,
)
WINDOW = st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool", "system"]), CONTENT), max_size=12).map(
    lambda said: [message(seq, role, content) for seq, (role, content) in enumerate(said)]
)
STATE = st.none() | st.dictionaries(st.text(max_size=20), st.text(max_size=30) | st.integers() | st.none(), max_size=5)
BUDGET = st.integers(0, 3000) | st.integers(0, 120)
CONTEXTS = st.tuples(
    MEMORIES,
    WINDOW,
    st.none() | CONTENT,
    STATE,
    BUDGET,
    st.integers(0, 6),
    st.sampled_from(["zh", "en"]),
    st.booleans(),
)


def built(
    drawn: tuple[list[Memory], list[Message], str | None, dict[str, object] | None, int, int, str, bool],
) -> Assembled:
    memories, window, summary, state, budget, places, locale, opening = drawn
    query = asking(None if opening else "Which well?", max_tokens=budget, max_memories=places, locale=locale)
    return assembled(query, memories, window=window, summary=summary, state=state)


@given(CONTEXTS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_whatever_is_remembered_the_context_keeps_its_promises(drawn: tuple) -> None:  # type: ignore[type-arg]  # drawn by hypothesis
    memories, window, _, _, budget, places, _, _ = drawn
    context = built(drawn)

    assert real_size(context) == context.usage.total_tokens <= budget
    assert sum(context.usage.by_section.values()) >= context.usage.total_tokens
    assert context.usage.memories <= places

    shown = Counter(
        item["id"]
        for name in ("profile", "preferences", "facts", "procedures", "episodes")
        for item in context.sections[name]
    )
    assert set(shown.values()) <= {1}
    assert sorted(shown) == sorted(str(mid) for mid in context.placed)
    assert {one.id for one in memories} == set(context.placed) | reasons(context.drops).keys()
    assert len(context.placed) + len(context.drops) == len(memories)
    assert set(reasons(context.drops).values()) <= {"over_budget", "over_count", "in_window"}

    if context.prompt:
        assert context.prompt.startswith("<memory>\n")
        assert context.prompt.endswith("\n</memory>")
        assert len(re.findall(r"[<＜]\s*/?\s*memory", context.prompt, re.IGNORECASE)) == 2
        assert len(context.prompt.splitlines()) == context.prompt.count("\n") + 1

    said = [one["content"] for one in context.messages]
    whole = [one.content for one in window]
    if len(said) == 1 and said[0] not in whole:
        assert whole[-1].startswith(re.sub(r"( … \[shortened\]|……\[已截断\])$", "", said[0]))
    else:
        assert said == whole[len(whole) - len(said) :]
    assert not said or context.messages[0]["role"] != "tool"


@given(MEMORIES, st.integers(0, 600), st.sampled_from(["zh", "en"]))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_episodes_weighed_over_the_whole_scope_keep_the_budget_too(
    memories: list[Memory], budget: int, locale: str
) -> None:
    query = asking("Which well?", max_tokens=budget, locale=locale)
    hits = [
        replace(hit(one), weighed=_parts(index)) if one.type is Type.EPISODIC else hit(one)
        for index, one in enumerate(memories)
    ]
    kept, drops = ranked(query, *hits)
    context = assembled(query, kept)
    assert real_size(context) == context.usage.total_tokens <= budget
    assert len(kept) + len(drops) == len(memories)


def _parts(index: int) -> dict[str, float]:
    return {
        "vector": 0.5,
        "keyword": 0.1,
        "relevance": 0.6,
        "base": 1.0 - index / 4,
        "neighbours": 0.1,
        "echo": -0.1,
        "tokens": 12.0,
    }
