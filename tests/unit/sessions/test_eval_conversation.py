"""The conversations of `memoryd eval sessions` hold what the evaluation asks for."""

from typing import Literal

import pytest

from app.evals.conversation import CHANGED, FACTS, PLANTED, conversation


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_fact_is_told_before_it_is_changed(language: Literal["zh", "en"]) -> None:
    said = [exchange.user for exchange in conversation(language, 500)]
    facts = FACTS[language]
    assert (len(said), len(facts), sum(fact.change is not None for fact in facts)) == (500, PLANTED, CHANGED)
    for fact in facts:
        assert said.count(fact.told) == 1
        if fact.change:
            assert said.index(fact.told) < said.index(fact.change) < 490
    assert said == [exchange.user for exchange in conversation(language, 500)]
