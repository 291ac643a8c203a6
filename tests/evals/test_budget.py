"""Random contexts of random people: none is above its budget, and each tells its size."""

from app.context.model import Assembled, ContextQuery, Usage
from app.evals.budget import Figures, measure, report, weigh
from app.service import Service
from app.tenants.identity import DEFAULT_TENANT


async def test_no_random_context_is_above_its_budget(service: Service) -> None:
    found = await measure(service, 150, 7, people=4)
    assert found.contexts == 150
    assert found.passed, report(found)
    assert {"frame", "episodes", "facts", "messages", "state"} <= found.shown.keys()


def test_a_context_above_its_budget_and_an_untrue_size_are_told() -> None:
    found = Figures()
    query = ContextQuery(tenant_id=DEFAULT_TENANT, user_id="u", query="Where?", max_tokens=3)
    usage = Usage(total_tokens=2, by_section={}, max_tokens=3, memories=0)
    made = Assembled(prompt="Many more than three tokens stand here", messages=[], sections={}, usage=usage)
    weigh(query, made, found)
    assert not found.passed
    assert (len(found.above), len(found.untrue)) == (1, 1)
    assert any("above the budget   1 of 1" in line for line in report(found))
