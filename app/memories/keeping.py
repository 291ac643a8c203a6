"""The shape of the call that carries out one verdict, for those who write through the keeper without knowing it."""

from collections.abc import Mapping
from typing import Protocol

from app.infra.postgres import WriteSession
from app.memories.model import Verdict
from app.providers.embeddings.protocol import Vector


class Write(Protocol):
    async def __call__(
        self, db: WriteSession, verdict: Verdict, vectors: Mapping[str, Vector], *, actor: str
    ) -> None: ...
