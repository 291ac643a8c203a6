"""memoryd on the command line: serve, worker, migrate, upkeep, keys, archive, openapi, eval, settings, demo."""

import asyncio
import json
import os
import sys
import tempfile
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from app.settings import ServerSettings, Settings

app = typer.Typer(help="memoryd gives LLM agents a memory.", no_args_is_help=True, add_completion=False)
keys = typer.Typer(help="Make, list and revoke API keys.", no_args_is_help=True)
app.add_typer(keys, name="keys")
audit = typer.Typer(help="Check the audit log.", no_args_is_help=True)
app.add_typer(audit, name="audit")
evals = typer.Typer(help="Measure the service on sets of its own.", no_args_is_help=True)
app.add_typer(evals, name="eval")
archive = typer.Typer(help="Give away what the archive holds.", no_args_is_help=True)
app.add_typer(archive, name="archive")

DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Folder of the embedded stores and logs.")]
Tenant = Annotated[str, typer.Option("--tenant", help="Name of the tenant; made when there is none.")]


def main() -> None:
    """The entry point; an error that has a sentence is told without a traceback."""
    from app.embedded import CannotStart  # noqa: PLC0415  # the command line starts fast
    from app.errors import AppError, CannotServe  # noqa: PLC0415
    from app.providers.embeddings.protocol import EmbeddingFailed  # noqa: PLC0415

    try:
        app()
    except (CannotServe, CannotStart, AppError, EmbeddingFailed) as error:
        print(f"memoryd: {error}", file=sys.stderr)
        sys.exit(1)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Run the service, with embedded stores where no others are set."""
    from app.serve import serve as run  # noqa: PLC0415

    run(_settings(host=host, port=port, data_dir=data_dir))


@app.command()
def worker(
    parent: Annotated[int | None, typer.Option(help="Process id whose end is also the end of this one.")] = None,
) -> None:
    """Run one job process; `serve` already runs one. Needs DATABASE__URL and REDIS__URL."""
    import uvloop  # noqa: PLC0415

    from app.worker import run  # noqa: PLC0415

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(_settings(), parent=parent))


@app.command()
def migrate(
    data_dir: DataDir = None,
    down: Annotated[bool, typer.Option("--down", help="Drop everything instead.")] = False,
) -> None:
    """Bring the database to the newest schema."""
    from app import bootstrap  # noqa: PLC0415
    from app import migrate as migrations  # noqa: PLC0415

    with _database(_settings(data_dir=data_dir)) as settings:
        owner = settings.database.owner_url or settings.database.url
        assert owner is not None
        move = migrations.downgrade if down else migrations.upgrade
        move(owner.get_secret_value(), app_role=bootstrap.app_role(settings))
    print("the schema is", "gone" if down else f"at {migrations.newest()}")


@app.command()
def reindex(
    background: Annotated[bool, typer.Option("--background", help="Leave it to the job processes.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Then delete vectors of other models.")] = False,
    hnsw: Annotated[bool, typer.Option("--hnsw", help="Then make the index for large scopes.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Move all vectors to the embedding model of the settings while the service goes on. Broken off, run it again."""
    from app import reindex as moving  # noqa: PLC0415

    async def run(service: Any) -> None:
        await moving.run(service, background=background, prune=prune)
        if hnsw:
            moving.make_index(service.settings, service.embedder.wanted)

    _with_service(data_dir, run)


@app.command()
def upkeep(
    job: Annotated[list[str] | None, typer.Argument(help="Names of jobs; all of them without.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count what would be done, and change nothing.")] = False,
    tenant: Annotated[str | None, typer.Option("--tenant", help="Name of the tenant; all without.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Do the periodic work on memory now: expire, merge, archive, review, purge, prune. Prints counts as a table."""
    from app.jobs import upkeep as duties  # noqa: PLC0415

    chosen = duties.named(job or [])

    async def run(service: Any) -> None:
        await service.reindexing.prepare()
        for line in await duties.table(service, chosen, now=datetime.now(UTC), dry_run=dry_run, tenant=tenant):
            print(line)

    _with_service(data_dir, run)


@keys.command("create")
def create_key(
    name: Annotated[str, typer.Argument(help="What the key is for.")],
    tenant: Tenant = "default",
    scopes: Annotated[str, typer.Option(help="Comma-separated: read, write, erase, admin.")] = "read,write",
    user: Annotated[str | None, typer.Option(help="Bind the key to one user id.")] = None,
    days: Annotated[int | None, typer.Option(min=1, help="Days until it expires.")] = None,
    env: Annotated[str, typer.Option(help="Marks the key: mk_<env>_…")] = "live",
    data_dir: DataDir = None,
) -> None:
    """Make a key and show it once."""
    from app.tenants.model import Permission  # noqa: PLC0415

    try:
        wanted = frozenset(Permission(scope.strip()) for scope in scopes.split(","))
    except ValueError:
        raise typer.BadParameter("scopes are read, write, erase and admin") from None
    if not env.isalpha() or not env.islower():
        raise typer.BadParameter("env is a short word of lower-case letters")
    expires_at = datetime.now(UTC) + timedelta(days=days) if days else None

    async def run(service: Any) -> None:
        key_id, token = await service.keys.create(
            tenant, name=name, permissions=wanted, user_id=user, expires_at=expires_at, env=env
        )
        print(json.dumps({"key_id": key_id, "tenant": tenant, "key": token}))

    _with_service(data_dir, run)


@keys.command("list")
def list_keys(tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """Show the keys of a tenant, without their secrets."""

    async def run(service: Any) -> None:
        for key in await service.keys.of_tenant(tenant):
            fields = {name: getattr(key, name) for name in key.__dataclass_fields__}
            print(json.dumps(fields, default=str, ensure_ascii=False))

    _with_service(data_dir, run)


@keys.command("revoke")
def revoke_key(key_id: str, tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """End a key."""

    async def run(service: Any) -> None:
        await service.keys.revoke(tenant, key_id)
        print(f"{key_id} is revoked")

    _with_service(data_dir, run)


@app.command("verify-erase")
def verify_erase(
    marker: Annotated[str, typer.Argument(help="A text that only the erased user had said.")], data_dir: DataDir = None
) -> None:
    """Look for a text in everything that is stored, and tell where it stands; exit code 1 when it does."""
    from app.governance.marker import everywhere  # noqa: PLC0415

    async def run(service: Any) -> None:
        found = await everywhere(service.database, service.redis, await service.tenant_ids(), marker)
        print(json.dumps(found, ensure_ascii=False))
        if found["redis"] is None:
            print("Redis did not answer: nothing is proved of it", file=sys.stderr)
        if found["postgres"] or found["redis"] != []:
            raise typer.Exit(1)

    _with_service(data_dir, run)


@audit.command("verify")
def verify_audit(
    tenant: Annotated[str | None, typer.Option("--tenant", help="Name of the tenant; all without.")] = None,
    expect: Annotated[str | None, typer.Option(help="A head printed before, which must be part of the chain.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Walk the hash chain of the audit log; exit code 1 when a row was changed, removed or moved."""
    from app.governance import sealing  # noqa: PLC0415
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    async def run(service: Any) -> None:
        broken = False
        names = [found.name for found in await service.tenants.all()] if tenant is None else [tenant]
        for name in names:
            report = await sealing.verify(service.database, tenant_key(name), expected=expect, now=datetime.now(UTC))
            print(json.dumps({"tenant": name, **asdict(report)}))
            broken = broken or bool(report.faults)
        if broken:
            raise typer.Exit(1)

    _with_service(data_dir, run)


@evals.command("sensitive")
def eval_sensitive(
    sets: Annotated[Path, typer.Option(help="Folder of the sets.")] = Path("tests/evals/sensitive"),
) -> None:
    """Recall and precision of secrets and identifiers on the own sets, and the time it takes."""
    from app.evals.sensitive import report  # noqa: PLC0415

    print(*report(sets), sep="\n")


@app.command()
def openapi(
    check: Annotated[Path | None, typer.Option(help="Compare with this file instead of printing.")] = None,
) -> None:
    """Print the OpenAPI document that the code makes."""
    from app.contract import document  # noqa: PLC0415

    _print_or_check(document(), check, "make openapi")


@app.command("settings")
def settings_page(
    check: Annotated[Path | None, typer.Option(help="Compare with this file instead of printing.")] = None,
) -> None:
    """Print the page of all settings."""
    from app.contract import settings_page as page  # noqa: PLC0415

    _print_or_check(page(), check, "make openapi")


@evals.command("extraction")
def eval_extraction(
    sets: Annotated[Path, typer.Option(help="Folder of the sets, one .jsonl a language.")] = Path(
        "tests/evals/extraction"
    ),
    least_precision: Annotated[float, typer.Option(min=0, max=1, help="Fail below this precision.")] = 0.95,
    least_recall: Annotated[float, typer.Option(min=0, max=1, help="Fail below this recall.")] = 0.85,
) -> None:
    """Precision, recall and cost of the rules that read what users say; the failures one by one."""
    from app.evals import extraction  # noqa: PLC0415

    scores, seconds = extraction.measure(sets)
    if not scores:
        raise typer.BadParameter(f"{sets} holds no sets")
    for line in extraction.report(scores, seconds):
        print(line)
    if any(score.precision < least_precision or score.recall < least_recall for score in scores):
        sys.exit(1)


@archive.command("export")
def export_archive(
    folder: Annotated[Path, typer.Argument(help="Where tenant=…/day=…/messages.jsonl.gz are written.")],
    tenant: Tenant = "default",
    since: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="First day, UTC.")] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="First day that is left out; else today.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Write the messages of whole days as gzip of JSON lines, ready for an object store. Can be repeated."""
    from app.sessions.export import Export  # noqa: PLC0415
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    async def run(service: Any) -> None:
        days = Export(service.database, folder)(
            tenant_key(tenant),
            tenant,
            since=since.date() if since else None,
            until=until.date() if until else datetime.now(UTC).date(),
        )
        async for place, count in days:
            print(json.dumps({"file": str(place), "messages": count}))

    _with_service(data_dir, run)


@evals.command("sessions")
def eval_sessions(
    turns: Annotated[int, typer.Option(min=100, help="Turns of each conversation.")] = 500,
    language: Annotated[str | None, typer.Option(help="zh or en; both when left out.")] = None,
) -> None:
    """Hold long conversations with planted facts on stores of their own; are the current values known at the end?"""
    from app.evals import sessions  # noqa: PLC0415

    failed = []

    async def run(service: Any) -> None:
        await service.start(worker=True)
        for one in ("zh", "en") if language is None else (language,):
            figures = await sessions.measure(service, one, turns)
            for line in sessions.report(figures):
                print(line)
            failed.append(not figures.passed)

    with tempfile.TemporaryDirectory(prefix="memoryd-eval-") as folder:
        _with_service(Path(folder), run)
    if any(failed):
        sys.exit(1)


@app.command()
def demo(
    base_url: Annotated[str, typer.Option(help="Where the service runs.")] = "http://127.0.0.1:8077",
    api_key: Annotated[str | None, typer.Option(help="Sent as a bearer token.")] = None,
) -> None:
    """Tell a running service something in one session and get it back in another, in Chinese and English."""
    from app.demo import run  # noqa: PLC0415

    sys.exit(run(base_url, api_key))


@evals.command("recall")
def eval_recall(
    folder: Annotated[Path | None, typer.Option(help="Folder of scenarios; those of the project if not given.")] = None,
    policy: Annotated[list[str] | None, typer.Option(help='Compare with a policy: strict={"threshold": 0.4}')] = None,
    embedder: Annotated[list[str] | None, typer.Option(help="Compare embedders: builtin, hashed, openai.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write a picture here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for a program.")] = False,
) -> None:
    """Which memories must come, which must not: recall, hit rate, violations and tokens, on stores of its own."""
    from app.evals import recall  # noqa: PLC0415

    reached = recall.run(
        folder=folder, policies=policy or [], embedders=embedder or ["builtin"], svg=svg, as_json=as_json
    )
    sys.exit(0 if reached else 1)


@evals.command("year")
def eval_year(
    people: Annotated[int, typer.Option(min=1, help="How many people; every second one speaks Chinese.")] = 10,
    seed: Annotated[int, typer.Option(help="Another seed, other lives.")] = 1,
    words: Annotated[str, typer.Option(help="Set of wordings: a, or b, on which nothing was mended.")] = "a",
    svg: Annotated[Path | None, typer.Option(help="Write the curve of rows here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print figures for a program.")] = False,
) -> None:
    """Live a scripted year with upkeep: is what is held true, is what is true found, is what is over gone?"""
    from app.evals import year  # noqa: PLC0415

    if words not in ("a", "b"):
        raise typer.BadParameter("the sets are a and b")
    reached = asyncio.run(
        year.run(people=people, seed=seed, words="b" if words == "b" else "a", svg=svg, as_json=as_json)
    )
    sys.exit(0 if reached else 1)


def _print_or_check(text: str, check: Path | None, command: str) -> None:
    if check is None:
        print(text, end="")
    elif not check.exists() or check.read_text(encoding="utf-8") != text:
        print(f"{check} is out of date: run `{command}`", file=sys.stderr)
        sys.exit(1)


def _settings(**server: Any) -> Settings:
    settings = Settings()
    given = {name: value for name, value in server.items() if value is not None}
    return settings.model_copy(update={"server": ServerSettings(**(settings.server.model_dump() | given))})


class _database:  # noqa: N801  # used as a context manager
    """Settings with a database behind them: the one that is set, else the embedded one, started for the while."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stores: Any = None

    def __enter__(self) -> Settings:
        if self._settings.database.url is not None:
            return self._settings
        from app.embedded import CannotStart, urls  # noqa: PLC0415
        from app.embedded.stores import Stores  # noqa: PLC0415

        folder = self._settings.server.data_dir.resolve()
        stores = Stores(folder)
        try:
            stores.start()
        except CannotStart:
            found = urls.read(folder)  # a service runs on this folder: join it
            if found is None:
                raise
        else:
            self._stores = stores
            found = {
                "DATABASE__URL": stores.postgres.app_url,
                "DATABASE__OWNER_URL": stores.postgres.owner_url,
                "REDIS__URL": stores.valkey.url,
            }
        os.environ.update(found)
        return Settings(server=self._settings.server)

    def __exit__(self, *_: object) -> None:
        if self._stores is not None:
            self._stores.stop()


def _with_service(data_dir: Path | None, run: Any) -> None:
    from app import bootstrap  # noqa: PLC0415
    from app import migrate as migrations  # noqa: PLC0415

    with _database(_settings(data_dir=data_dir)) as settings:
        if settings.database.owner_url is not None:
            migrations.upgrade(settings.database.owner_url.get_secret_value(), app_role=bootstrap.app_role(settings))

        async def whole() -> None:
            service = bootstrap.build(settings)
            try:
                await run(service)
            finally:
                await service.stop()

        asyncio.run(whole())


if __name__ == "__main__":
    main()
