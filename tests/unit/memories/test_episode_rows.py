"""Rows of episodes are read by position, so the query and the class must name the same things in the same order."""

import re
from dataclasses import fields

from app.memories.episodes import search
from app.memories.episodes.model import Told
from app.memories.model import Memory


def test_the_query_of_episodes_names_their_fields_in_their_order() -> None:
    selected = search._READ.split("FROM episodes AS e")[0].removeprefix("\nSELECT ")
    flat = re.sub(r"\(SELECT .*?LIMIT 1\)|xidsend\(|\)", "", selected, flags=re.DOTALL)
    columns = [re.split(r"\bAS\b|\.", one)[-1].strip() for one in flat.split(",")]
    assert columns == [field.name for field in fields(Told)]


def test_an_episode_as_a_memory_has_each_value_under_its_own_name() -> None:
    given = {field.name: f"<{field.name}>" for field in fields(Told)} | {"status": "active", "role": "user"}
    memory = Told.of(given).memory()
    for name in ("namespace", "agent_id", "project_id", "session_id", "occurred_at", "recalls", "embedding_model"):
        assert getattr(memory, name) == given[name]
    assert memory.content == given["content"]
    assert [field.name for field in fields(Memory) if not hasattr(memory, field.name)] == []
