"""All settings, in nested groups. Each says its unit, its meaning and its environment name (`GROUP__FIELD`).

Only `bootstrap.py` and `cli.py` read them; everything below gets its parts through constructors.
`docs/settings.md` is generated from here.
"""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def _seconds(value: Any) -> Any:
    """Environment variables are text: `20` means seconds, as the number does."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value  # PT20S and 00:00:20 are read by pydantic


Duration = Annotated[timedelta, BeforeValidator(_seconds)]


class Group(BaseModel):
    """One group. A field that there is none of is refused: who mistypes `ENCRYPTION__ENABLED` hears of it."""

    model_config = ConfigDict(extra="forbid")


class ServerSettings(Group):
    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8077, ge=0, le=65535, description="TCP port to listen on; 0 takes a free one.")
    data_dir: Path = Field(Path("data"), description="Folder of the embedded Postgres and Valkey and of the logs.")
    processes: int = Field(
        1,
        ge=1,
        le=64,
        description="API processes on the port. From 2 on `serve` keeps them and starts again what dies. Each takes "
        "memory and connections of its own, and hears a moment later what another was told (a revoked key, a policy).",
    )
    workers_embedded: bool = Field(True, description="Whether `serve` runs a job process as its child.")
    grace: Duration = Field(
        timedelta(seconds=20), description="Longest time a stop waits for running requests and jobs."
    )
    notice: Duration = Field(
        timedelta(milliseconds=500),
        description="How long a stopping server still takes requests, so that load balancers see it is not ready.",
    )
    longest_step: Duration = Field(
        timedelta(seconds=5),
        description="CPU time that a request may compute at one go; a longer one is answered 422 `step-too-long`.",
    )
    docs: bool | None = Field(None, description="Serve /docs; by default only on a loopback address.")


class AuthSettings(Group):
    mode: Literal["auto", "off", "keys"] = Field(
        "auto", description="`off` grants all scopes of the tenant `default`; `auto` is `off` on loopback, else `keys`."
    )
    allow_off_anywhere: bool = Field(False, description="Accept `off` on an address that is not loopback.")
    cache: Duration = Field(timedelta(seconds=60), description="How long a verified key is trusted without a look-up.")
    tenant_cache: Duration = Field(
        timedelta(seconds=5), description="How long the settings of a tenant are used before they are read again."
    )


class AuditSettings(Group):
    secret: SecretStr | None = Field(
        None,
        description="Key of the hashes that stand for users in the audit log, one for all processes. Unset: made once "
        "and kept in the data folder beside embedded stores, else derived from DATABASE__URL.",
    )
    seal_every: Duration = Field(timedelta(seconds=1), description="Time between two looks for rows to be chained.")


class DatabaseSettings(Group):
    url: SecretStr | None = Field(
        None, description="Postgres URL of the application role, `postgresql://…`. Unset: the embedded one."
    )
    owner_url: SecretStr | None = Field(
        None, description="Postgres URL of the owner of the tables, used by `migrate` only. Unset: `url`."
    )
    app_role: str = Field(
        "memoryd_app", description="Role that the migrations grant to; owns nothing, bound by policies."
    )
    pool_size: int = Field(10, ge=1, description="Connections kept open by one process.")
    statement_timeout: Duration = Field(timedelta(seconds=10), description="Longest time of one statement.")
    lock_timeout: Duration = Field(timedelta(seconds=5), description="Longest wait for a row lock.")
    connect_timeout: Duration = Field(timedelta(seconds=1.5), description="Longest wait for a connection.")
    patience: Duration = Field(
        timedelta(milliseconds=600),
        description="Time after which a Postgres that keeps silent is asked on another connection; when that takes as "
        "long again, it counts as away, and requests are answered 503 at once until it is back.",
    )


class RedisSettings(Group):
    url: SecretStr | None = Field(None, description="Redis or Valkey URL, `redis://…`. Unset: the embedded one.")
    timeout: Duration = Field(timedelta(milliseconds=150), description="Longest time of one command.")
    breaker: Duration = Field(timedelta(seconds=1), description="How long a failing Redis is left alone.")


class WindowSettings(Group):
    backend: Literal["auto", "redis", "postgres", "memory"] = Field(
        "auto", description="Where the recent messages are read: `auto` asks Redis and falls back to Postgres."
    )
    turns: int = Field(10, ge=1, description="Turns that the window holds.")
    tokens: int = Field(3500, ge=1, description="Tokens that the window holds.")
    ttl: Duration = Field(timedelta(days=7), description="Age at which an unused window leaves Redis.")


class SessionSettings(Group):
    idle: Duration = Field(
        timedelta(minutes=30), description="Idle time after which the episodes are told of a session."
    )
    summary_han: int = Field(300, ge=40, description="Longest summary, in Han characters.")
    summary_tokens: int = Field(250, ge=40, description="Longest summary, in tokens of other scripts.")
    retention: timedelta | None = Field(
        None, description="Age at which messages leave the archive once they are summarised. Unset: they stay."
    )


class EmbeddingSettings(Group):
    provider: Literal["builtin", "openai", "hashed"] = Field(
        "builtin", description="`builtin` needs nothing; `openai` any compatible /v1/embeddings; `hashed` is for tests."
    )
    base_url: str | None = Field(None, description="Base URL of the embeddings endpoint, ending in /v1.")
    api_key: SecretStr | None = Field(None, description="Bearer token of the embeddings endpoint.")
    model: str | None = Field(None, description="Model name sent to the endpoint.")
    dimensions: int = Field(512, ge=1, le=4000, description="Length of a vector.")
    timeout: Duration = Field(timedelta(seconds=5), description="Longest time of one embedding call of a job.")
    query_timeout: Duration = Field(timedelta(milliseconds=300), description="Longest time to embed a query.")
    breaker: Duration = Field(
        timedelta(seconds=2), description="How long an embedder is left alone that failed three queries in a row."
    )
    cache: Duration = Field(timedelta(hours=24), description="How long a query vector stays in Redis.")


class LlmSettings(Group):
    base_url: str | None = Field(
        None, description="Base URL of an OpenAI-compatible endpoint, ending in /v1. Unset: no model, rules alone."
    )
    api_key: SecretStr | None = Field(None, description="Bearer token of the endpoint.")
    model: str | None = Field(None, description="Model name sent to the endpoint.")
    timeout: Duration = Field(timedelta(seconds=20), description="Longest time of one try.")
    retries: int = Field(
        0, ge=0, le=5, description="Further tries within a call. A session waits for them; a reread makes none wait."
    )
    rest: Duration = Field(timedelta(seconds=10), description="How long a failing endpoint is left alone.")
    concurrency: int = Field(
        8,
        ge=1,
        description="Calls that one process makes at once; others wait, within their timeout. For a small server that "
        "answers one at a time: 1.",
    )
    trusted: bool = Field(
        True,
        description="Keep at once what the model alone found. False, for a weak model: without a known key or a word of"
        " habit it waits for a confirmation.",
    )
    max_tokens: int = Field(800, ge=64, description="Longest answer, in tokens.")
    characters: int = Field(6000, ge=500, description="Most text of the user in one call; further turns get another.")
    calls_per_day: int = Field(20_000, ge=0, description="Most calls for one tenant in a day of UTC.")
    tokens_per_day: int = Field(20_000_000, ge=0, description="Most tokens for one tenant in a day of UTC.")
    rereads: int = Field(4, ge=0, description="How often a turn is read again that the model failed to read.")
    reread_after: Duration = Field(
        timedelta(seconds=30), description="Time until the first reread; each further one waits four times as long."
    )


class JobSettings(Group):
    concurrency: int = Field(8, ge=1, description="Sessions that one job process works on at once.")
    later: int = Field(
        2,
        ge=1,
        description="Rereads, upkeep jobs and moves of vectors or keys that one job process does at once, beside the "
        "sessions.",
    )
    poll: Duration = Field(
        timedelta(seconds=2), description="Longest time between two looks for work without a notice."
    )
    heartbeat: Duration = Field(timedelta(seconds=5), description="Time between two signs of life of a job process.")
    stalled: Duration = Field(
        timedelta(seconds=20), description="Silence of a job process after which another takes over its jobs."
    )
    longest_step: Duration = Field(
        timedelta(seconds=10),
        description="CPU time that a job may compute at one go, as to read a turn. A longer one is broken off, and its "
        "turn is set aside as failed at once.",
    )
    max_attempts: int = Field(
        8, ge=1, description="Tries of a turn that fails for what can pass, before it is set aside as failed."
    )
    max_faults: int = Field(
        2, ge=1, description="Tries of a turn that fails for an error in the code, which seldom passes."
    )


class RecallSettings(Group):
    deadline: Duration = Field(timedelta(milliseconds=500), description="Longest time that a context may take.")
    half_life: Duration = Field(timedelta(days=30), description="Age at which the recency of a memory counts half.")
    index_from: int = Field(
        20_000,
        ge=0,
        description="Memories of one owner from which `memoryd reindex --hnsw` makes an index, which is then asked "
        "instead of scanning all of them; 0: never.",
    )
    trust: Duration = Field(
        timedelta(seconds=10), description="How long policies and cold-start defaults are kept at hand without a look."
    )
    trace_retention: Duration = Field(timedelta(days=30), description="Age at which a trace is deleted.")


class EncryptionSettings(Group):
    enabled: bool = Field(
        False,
        description="Encrypt the words of users in Postgres and Redis. With keys and without this, what is encrypted "
        "is still read and new rows are plain. `memoryd rotate` moves the rows that are there.",
    )
    keys: SecretStr | None = Field(
        None,
        description="Keys as `id:base64` of 32 bytes, separated by commas (`memoryd keys new-encryption` makes one). "
        "The first writes, the others still read.",
    )
    key_file: Path | None = Field(None, description="File with the same, one key a line, instead of `keys`.")


class MemorySettings(Group):
    pending_expiry: Duration = Field(
        timedelta(days=30), description="Age at which a memory that waits for a confirmation is given up."
    )


class UpkeepSettings(Group):
    periodic: bool = Field(True, description="Whether job processes do the upkeep by themselves, at its times.")
    usage: Duration = Field(timedelta(days=400), description="Age at which the counts of model calls are deleted.")
    jobs: Duration = Field(timedelta(days=1), description="Age at which failed and stopped jobs are deleted.")


class LimitSettings(Group):
    body_bytes: int = Field(1_048_576, ge=1024, description="Largest request body, in bytes.")
    key_requests: int = Field(0, ge=0, description="Requests a minute of one API key; 0 is no limit.")
    tenant_requests: int = Field(0, ge=0, description="Requests a minute of one tenant; 0 is no limit.")
    key_bytes: int = Field(
        0,
        ge=0,
        description="Bytes of request bodies a minute of one API key; 0 is no limit. A body of unknown length "
        "counts as the largest.",
    )
    tenant_bytes: int = Field(0, ge=0, description="Bytes of request bodies a minute of one tenant; 0 is no limit.")
    tenant_memories: int = Field(0, ge=0, description="Memories that one tenant may hold; 0 is no limit.")
    import_bytes: int = Field(268_435_456, ge=1024, description="Largest body of an import of memories, in bytes.")


class MetricsSettings(Group):
    worker_host: str = Field("127.0.0.1", description="Address on which `memoryd worker` serves /metrics.")
    worker_port: int = Field(
        0,
        ge=0,
        le=65535,
        description="TCP port on which `memoryd worker` serves /metrics; 0: it does not. The job process of `serve` is "
        "counted on the page of `serve`.",
    )
    stock_every: Duration = Field(
        timedelta(minutes=5), description="Least time between two counts of what is held, for the gauges of /metrics."
    )


class GrowthSettings(Group):
    rows: int = Field(
        5_000_000, ge=0, description="Memories and episodes of one tenant from which /v1/stats warns; 0: never."
    )
    bytes: int = Field(
        20_000_000_000, ge=0, description="Bytes of words and vectors of one tenant from which it warns; 0: never."
    )
    never_recalled: float = Field(
        0.9, ge=0, le=1, description="Share of memories that no context ever held from which it warns; 1: never."
    )
    settled: Duration = Field(
        timedelta(days=30), description="Age from which a memory counts in that share; younger ones had no chance yet."
    )


class ReviewSettings(Group):
    share: float = Field(
        0.05, ge=0, le=1, description="Share of turns with dropped lines that `memoryd review` shows; 0: none."
    )


class LogSettings(Group):
    level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least severity that is written.")
    json_lines: bool = Field(True, description="One JSON object a line; otherwise lines for people.")


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_nested_delimiter="__", env_file=".env", extra="ignore", frozen=True)

    server: ServerSettings = Field(default_factory=ServerSettings)
    auth: AuthSettings = Field(default_factory=AuthSettings)
    audit: AuditSettings = Field(default_factory=AuditSettings)
    database: DatabaseSettings = Field(default_factory=DatabaseSettings)
    redis: RedisSettings = Field(default_factory=RedisSettings)
    window: WindowSettings = Field(default_factory=WindowSettings)
    sessions: SessionSettings = Field(default_factory=SessionSettings)
    embeddings: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    llm: LlmSettings = Field(default_factory=LlmSettings)
    previous_embeddings: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    jobs: JobSettings = Field(default_factory=JobSettings)
    recall: RecallSettings = Field(default_factory=RecallSettings)
    encryption: EncryptionSettings = Field(default_factory=EncryptionSettings)
    memory: MemorySettings = Field(default_factory=MemorySettings)
    upkeep: UpkeepSettings = Field(default_factory=UpkeepSettings)
    limits: LimitSettings = Field(default_factory=LimitSettings)
    metrics: MetricsSettings = Field(default_factory=MetricsSettings)
    growth: GrowthSettings = Field(default_factory=GrowthSettings)
    review: ReviewSettings = Field(default_factory=ReviewSettings)
    log: LogSettings = Field(default_factory=LogSettings)
