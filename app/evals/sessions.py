"""Long sessions: is what was told in the first hundreds of turns still known at the end, in its current value?"""

import re
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from app.context.model import ContextQuery
from app.evals.conversation import FACTS, OTHERS, Fact, conversation
from app.service import Service
from app.sessions.extractive import Allowance
from app.sessions.model import Extract, Role, Scope
from app.sessions.service import Utterance
from app.tenants.identity import DEFAULT_TENANT, session_key
from app.text.chunks import sentences

_EARLIER = re.compile(
    r"earlier|previous|former|used to|until|no longer|left|quit|any ?more|instead of|rather than|"
    r"以前|之前|曾|原来|旧|离职|不再|不喝"
)
_TRIES = 5  # of a context that had to do without something
_NEAR = 40  # characters around an earlier value in which it must be marked as such


@dataclass(slots=True)
class Figures:
    """What one conversation came to."""

    language: str
    turns: int
    facts: int
    seed: int = 7
    others: bool = False
    missing: list[str] = field(default_factory=list)  # questions whose current value is not in the context
    elsewhere_missing: list[str] = field(default_factory=list)  # the same, asked in another session
    superseded: list[str] = field(default_factory=list)  # questions whose context shows an old value as if it held
    summary: str = ""
    longest: float = 0.0  # the largest part of its allowance that any version of the summary took
    versions: int = 0
    window: int = 0  # messages in the window after the end
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        complete = not self.missing and not self.elsewhere_missing
        return complete and not self.superseded and self.longest <= 1 and not self.window


async def measure(
    service: Service, language: Literal["zh", "en"], turns: int, *, seed: int = 7, others: bool = False
) -> Figures:
    """Hold the conversation on the service, end it, and ask for every fact."""
    facts = (OTHERS if others else FACTS)[language]
    user = f"eval-{uuid.uuid4().hex[:12]}"
    found = Figures(language, turns, len(facts), seed, others)
    started = time.perf_counter()
    session_pk = session_key(DEFAULT_TENANT, user, "long")
    scope = Scope(tenant_id=DEFAULT_TENANT, user_id=user)
    for exchange in conversation(language, turns, seed, others=others):
        said = ((Role.USER, exchange.user), (Role.ASSISTANT, exchange.assistant))
        await service.conversations.add_turn(
            scope,
            "long",
            [Utterance(role=role, content=text, metadata={}) for role, text in said],
            scene=None,
            extract=Extract.AUTO,
            metadata={},
            idempotent=None,
            now=datetime.now(UTC),
        )
        await service.wake(DEFAULT_TENANT, session_pk)
    await service.lifecycle.end(DEFAULT_TENANT, user, "long", idempotent=None, now=datetime.now(UTC))
    await service.wake(DEFAULT_TENANT, session_pk)
    found.seconds = time.perf_counter() - started
    await _summaries(service, user, found)
    for fact in facts:
        await _ask(service, user, fact, found)
    return found


async def _summaries(service: Service, user: str, found: Figures) -> None:
    allowance = Allowance(han=service.settings.sessions.summary_han, tokens=service.settings.sessions.summary_tokens)
    versions = await service.lifecycle.summaries(DEFAULT_TENANT, user, "long", before=None, limit=10_000)
    found.versions = len(versions)
    found.summary = versions[0].content
    found.longest = max(allowance.share(one.content) for one in versions)


async def _ask(service: Service, user: str, fact: Fact, found: Figures) -> None:
    shown = await _context(service, user, "long", fact.question)
    found.window = max(found.window, shown.count("\0"))
    if not _says(shown, fact.current):
        found.missing.append(fact.question)
    if fact.changed and _holds(shown, fact.value):
        found.superseded.append(fact.question)
    if not _says(await _context(service, user, "another", fact.question), fact.current):
        found.elsewhere_missing.append(fact.question)


async def _context(service: Service, user: str, session: str, question: str) -> str:
    query = ContextQuery(tenant_id=DEFAULT_TENANT, user_id=user, session_id=session, query=question)
    for _ in range(_TRIES):
        answer = await service.recall(query, now=datetime.now(UTC))
        if not answer.degraded:  # a machine with other work on it is not what is measured
            break
    assembled = answer.assembled
    return "\0".join([assembled.prompt, *(message["content"] for message in assembled.messages)])


def _says(text: str, value: str) -> bool:
    """Whether the value, in one of its forms, stands there."""
    return any(_places(text, form) for form in value.split("|"))


def _places(text: str, value: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])", text))


def _holds(text: str, value: str) -> bool:
    """Whether an old value stands there without a word that says so."""
    for match in (match for form in value.split("|") for match in _places(text, form)):
        begin = text.rfind("\n", 0, match.start()) + 1
        sentence = next((begin + a for a, b in sentences(text[begin : match.end()]) if begin + b >= match.end()), begin)
        if not _EARLIER.search(text[min(sentence, max(0, match.start() - _NEAR)) : match.end() + _NEAR]):
            return True
    return False


def report(figures: Figures) -> Iterator[str]:
    """The figures of one conversation, line by line."""
    known = figures.facts - len(figures.missing)
    elsewhere = figures.facts - len(figures.elsewhere_missing)
    told = "other facts" if figures.others else "facts"
    spent = f"{figures.seconds:.1f} s, {figures.versions} summaries"
    yield f"{figures.language}: {told}, seed {figures.seed}, {figures.turns} turns, {spent}"
    yield f"  current value in the context   {known} of {figures.facts}"
    yield f"  the same from another session  {elsewhere} of {figures.facts}"
    yield f"  old value shown as current     {len(figures.superseded)}"
    yield f"  longest summary                {figures.longest:.0%} of its allowance"
    for name in ("missing", "superseded", "elsewhere_missing"):
        for question in getattr(figures, name):
            yield f"  {name.replace('_', ' ')}: {question}"
    yield f"  last summary: {figures.summary}"
