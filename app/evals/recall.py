"""`memoryd eval recall`: the scenarios on a service of its own, with stores in a temporary folder."""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app.context.model import ContextQuery
from app.evals import picture
from app.evals.own import own_service
from app.evals.scenarios import Figures, Outcome, Person, by_group, figures, judged, load
from app.memories.model import Status, Trust
from app.schemas.memories import MemoryIn
from app.schemas.policies import PolicyIn
from app.service import Service
from app.sessions.model import Extract, Role, Scope
from app.sessions.service import Utterance
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key

LEAST_RECALL = 0.95
_FOLDER = Path(__file__).resolve().parents[2] / "tests" / "evals" / "recall"

Runs = dict[str, list[Outcome]]  # by variant


def run(
    *,
    folder: Path | None,
    policies: Sequence[str],
    embedders: Sequence[str],
    svg: Path | None,
    as_json: bool,
) -> bool:
    """Print the figures of every variant; whether the first one reaches what is asked of it."""
    people = load(folder or _FOLDER)
    documents: dict[str, dict[str, Any]] = {"default": {}, **dict(_policy(text) for text in policies)}
    runs: Runs = {}
    for embedder in embedders:
        found = asyncio.run(measure(people, embedder, documents))
        runs |= {_variant(embedder, policy, embedders, documents): outcomes for policy, outcomes in found.items()}
    if as_json:
        print(json.dumps({name: _plain(by_group(outcomes)) for name, outcomes in runs.items()}, ensure_ascii=False))
    else:
        _tell(runs)
    if svg is not None:
        svg.write_text(picture.bars({name: by_group(outcomes) for name, outcomes in runs.items()}), encoding="utf-8")
    first = figures(next(iter(runs.values())))
    return first.recall >= LEAST_RECALL and first.violations == 0


def _policy(text: str) -> tuple[str, dict[str, Any]]:
    """`strict={"threshold": 0.4}` as name and document."""
    name, _, document = text.partition("=")
    return name, PolicyIn.model_validate(json.loads(document or "{}")).document()


def _variant(embedder: str, policy: str, embedders: Sequence[str], documents: Mapping[str, Any]) -> str:
    parts = [embedder] if len(embedders) > 1 else []
    return " ".join([*parts, policy] if len(documents) > 1 or not parts else parts)


def _plain(groups: Mapping[str, Figures]) -> dict[str, Any]:
    return {name: asdict(found) for name, found in groups.items()}


async def measure(people: Sequence[Person], embedder: str, policies: Mapping[str, Mapping[str, Any]]) -> Runs:
    """Outcomes by policy, with this embedder, on stores that are gone afterwards."""
    async with own_service(embedder) as service:
        return await on_service(service, people, policies)


async def on_service(service: Service, people: Sequence[Person], policies: Mapping[str, Mapping[str, Any]]) -> Runs:
    """Outcomes by policy on a service that holds nothing of these people yet."""
    now = datetime.now(UTC)
    for name, document in policies.items():
        await service.policies.put(DEFAULT_TENANT, name, document, expected=None)
    for person in people:
        await _remember(service, person, now)
    return {
        name: [await _ask(service, person, scenario, name, now) for person in people for scenario in person.scenarios]
        for name in policies
    }


async def _remember(service: Service, person: Person, now: datetime) -> None:
    for given in person.memories:
        await _write(service, person, given, now)
    for number, turn in enumerate(person.turns):
        said = [("user", turn["user"]), ("assistant", turn["assistant"])]
        await _say(service, person, f"talk-{number}", said, now - timedelta(days=2))
    for talk in person.talks:
        await _hold(service, person, talk, now)


async def _hold(service: Service, person: Person, talk: Mapping[str, Any], now: datetime) -> None:
    """A session as it was held; one of today goes on."""
    said = [(role, text) for role, text in talk["said"]]
    begun = now - timedelta(days=talk["days"])
    for place in range(0, len(said), 2):
        await _say(service, person, talk["session"], said[place : place + 2], begun + timedelta(minutes=place))
    if talk["days"]:
        ended = begun + timedelta(hours=1)
        await service.lifecycle.end(DEFAULT_TENANT, person.name, talk["session"], idempotent=None, now=ended)
        await service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, person.name, talk["session"]))


async def _say(service: Service, person: Person, session: str, said: Sequence[tuple[str, str]], now: datetime) -> None:
    await service.conversations.add_turn(
        Scope(tenant_id=DEFAULT_TENANT, user_id=person.name),
        session,
        [Utterance(role=Role(role), content=text, metadata={}) for role, text in said],
        scene=None,
        extract=Extract.AUTO,
        metadata={},
        idempotent=None,
        now=now,
    )
    await service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, person.name, session))


async def _write(service: Service, person: Person, given: Mapping[str, Any], now: datetime) -> None:
    fields = {
        name: value for name, value in given.items() if name not in {"ref", "days", "expires_days", "then", "user"}
    }
    fields["user_id"] = given.get("user", person.name)
    fields["occurred_at"] = (now - timedelta(days=given.get("days", 5))).isoformat()
    if "expires_days" in given:
        fields["expires_at"] = (now + timedelta(days=given["expires_days"])).isoformat()
    body = MemoryIn.model_validate(fields)
    verdict = await service.memories.create(
        body.scope(DEFAULT_TENANT), body.new(Trust.OPERATOR), actor="eval", pending=False, idempotent=None, now=now
    )
    memory = getattr(verdict, "memory", None)
    if memory is None:
        raise ValueError(f"{person.name}: {given['ref']} was not kept: {getattr(verdict, 'reason', '')}")
    if given.get("then") in ("delete", "disable"):
        await service.memories.delete(
            DEFAULT_TENANT,
            person.name,
            memory.id,
            soft=given["then"] == "disable",
            expected=None,
            actor="eval",
            now=now,
        )
        assert given["then"] == "delete" or memory.status is Status.ACTIVE


async def _ask(service: Service, person: Person, scenario: Any, policy: str, now: datetime) -> Outcome:
    chosen = await service.policies.choose(DEFAULT_TENANT, policy, user_key(DEFAULT_TENANT, person.name))
    query = ContextQuery(
        tenant_id=DEFAULT_TENANT,
        user_id=person.name,
        query=scenario.query,
        **{"max_memories": chosen.max_memories, **scenario.asked},
    )
    started = time.perf_counter()
    context = await service.recall(query, now=now, policy=chosen)
    return judged(
        person,
        scenario,
        context.assembled.prompt,
        tokens=context.assembled.usage.total_tokens,
        milliseconds=(time.perf_counter() - started) * 1000,
    )


def _tell(runs: Runs) -> None:
    print(
        f"{'variant':<22} {'group':<12} {'n':>4} {'recall':>7} {'hit':>6} {'must-not':>8} {'tokens':>7} {'p50 ms':>7}"
    )
    for variant, outcomes in runs.items():
        for group, found in by_group(outcomes).items():
            print(
                f"{variant:<22} {group:<12} {found.scenarios:>4} {found.recall:>7.3f} {found.hit_rate:>6.3f} "
                f"{found.violations:>8} {found.tokens:>7.0f} {found.milliseconds:>7.1f}"
            )
    for variant, outcomes in runs.items():
        for one in outcomes:
            if one.missing or one.violations:
                print(f"{variant} · {one.scenario.id}: «{one.scenario.query}»", end="")
                print(f" · missing {', '.join(one.missing)}" if one.missing else "", end="")
                print(f" · must not come: {', '.join(one.violations)}" if one.violations else "")
