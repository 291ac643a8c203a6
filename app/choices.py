"""What the settings choose: which embedder, which model, which window, which keys."""

import hashlib
from pathlib import Path

from sqlalchemy.engine import make_url

from app.governance.ring import NO_TENANT, Ring, keys_of, read_file
from app.infra.postgres import Database
from app.infra.redis import RedisStore
from app.memories.asking import Asking
from app.memories.consolidation.writing import Writing
from app.memories.extractors.llm import ModelExtractor
from app.memories.insights.drafting import Drafting
from app.memories.keeper import Keeper
from app.memories.valuing import Valuing
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import OpenAIEmbedder
from app.providers.embeddings.protocol import Embedder
from app.providers.llm.openai import OpenAIModel
from app.providers.llm.protocol import LLM
from app.sessions.copies import MemoryWindow, NoWindow, RedisWindow, WindowCache
from app.settings import EmbeddingSettings, EncryptionSettings, LlmSettings, Settings
from app.tenants.usage import Caps


def database_url(settings: Settings) -> str:
    """The URL of the application role. Raises `ValueError` when none is set."""
    if settings.database.url is None:
        raise ValueError("DATABASE__URL is not set; `memoryd serve` sets it for the embedded Postgres.")
    return settings.database.url.get_secret_value()


def audit_secret(settings: Settings) -> bytes:
    """The key of the hashes in the audit log: the one that is set, or one that every process of a database finds."""
    given = settings.audit.secret
    text = given.get_secret_value() if given is not None else f"memoryd audit {database_url(settings)}"
    return hashlib.sha256(text.encode()).digest()


def encryption(settings: EncryptionSettings) -> Ring:
    """The keys of the settings. Raises `CannotServe` with what is wrong with them."""
    text = settings.keys.get_secret_value() if settings.keys is not None else ""
    if settings.key_file is not None:
        text = f"{text}\n{read_file(settings.key_file)}"
    return Ring(keys_of(text), enabled=settings.enabled)


def app_role(settings: Settings) -> str:
    """The role that the migrations grant to: the one of the application's URL."""
    return make_url(database_url(settings)).username or settings.database.app_role


def embedder(settings: EmbeddingSettings, folder: Path | None = None) -> Embedder:
    """The embedder that the settings name. Raises `ValueError` when something is missing for it."""
    if settings.provider == "hashed":
        return HashedEmbedder(settings.dimensions)
    if settings.provider == "openai":
        if not settings.base_url or not settings.model:
            raise ValueError("EMBEDDINGS__BASE_URL and EMBEDDINGS__MODEL are needed for EMBEDDINGS__PROVIDER=openai.")
        return OpenAIEmbedder(
            settings.base_url,
            settings.model,
            dimensions=settings.dimensions,
            api_key=settings.api_key.get_secret_value() if settings.api_key else None,
            timeout=settings.timeout.total_seconds(),
        )
    return BuiltinEmbedder(folder)


def shared_folder(settings: Settings) -> Path | None:
    return settings.server.data_dir / "embedder" if settings.server.data_dir.is_dir() else None


def language_model(settings: LlmSettings) -> LLM | None:
    """The model that the settings name; None when they name none. Raises `ValueError` when its name is missing."""
    if settings.base_url is None:
        return None
    if not settings.model:
        raise ValueError("LLM__MODEL is needed beside LLM__BASE_URL.")
    return OpenAIModel(
        settings.base_url,
        settings.model,
        api_key=settings.api_key.get_secret_value() if settings.api_key else None,
        timeout=settings.timeout.total_seconds(),
        retries=settings.retries,
        rest=settings.rest.total_seconds(),
        concurrency=settings.concurrency,
    )


def asking(settings: LlmSettings, llm: LLM | None, database: Database, keeper: Keeper) -> Asking | None:
    if llm is None:
        return None
    extractor = ModelExtractor(
        llm, max_tokens=settings.max_tokens, budget=settings.characters, trusted=settings.trusted
    )
    return Asking(database, keeper, extractor, Caps(settings.calls_per_day, settings.tokens_per_day))


def valuing(settings: LlmSettings, llm: LLM | None, database: Database) -> Valuing | None:
    return Valuing(database, llm, Caps(settings.calls_per_day, settings.tokens_per_day)) if llm is not None else None


def writing(settings: LlmSettings, llm: LLM | None, database: Database) -> Writing | None:
    return Writing(database, llm, Caps(settings.calls_per_day, settings.tokens_per_day)) if llm is not None else None


def drafting(settings: LlmSettings, llm: LLM | None, database: Database) -> Drafting | None:
    return Drafting(database, llm, Caps(settings.calls_per_day, settings.tokens_per_day)) if llm is not None else None


def window_cache(settings: Settings, redis: RedisStore, database: Database) -> WindowCache:
    if settings.window.backend in ("auto", "redis"):
        return RedisWindow(redis, settings.window.ttl, lambda: database.words.of(NO_TENANT))
    return MemoryWindow() if settings.window.backend == "memory" else NoWindow()
