"""`memoryd serve`: embedded stores where none are set, migrations, the HTTP server, and a job process as its child."""

import asyncio
import ipaddress
import os
import secrets
import shutil
import time
from pathlib import Path

import structlog
import uvloop

from app.embedded import urls
from app.embedded.stores import Stores
from app.errors import CannotServe
from app.infra import logging
from app.settings import Settings

_log = structlog.get_logger(__name__)


def is_loopback(host: str) -> bool:
    """Whether an address is reachable from this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def open_to_all(settings: Settings) -> bool:
    """Whether requests without a key are served. Raises `CannotServe` for `off` on an address others can reach."""
    loopback = is_loopback(settings.server.host)
    if settings.auth.mode == "off" and not loopback and not settings.auth.allow_off_anywhere:
        raise CannotServe(
            f"AUTH__MODE=off is refused on {settings.server.host}: everybody could read every memory. Use "
            "AUTH__MODE=keys, or set AUTH__ALLOW_OFF_ANYWHERE=true if something else guards the address."
        )
    return settings.auth.mode == "off" or (settings.auth.mode == "auto" and loopback)


def serve(settings: Settings) -> None:
    """Run until SIGTERM or Ctrl-C; leaves no process behind. Raises `CannotServe` or `CannotStart`."""
    started = time.monotonic()
    unguarded, docs = open_to_all(settings), _shows_docs(settings)
    data = settings.server.data_dir.resolve()
    data.mkdir(parents=True, exist_ok=True)
    os.environ["SERVER__DATA_DIR"] = str(data)  # for the job process
    _share_metrics(data / "metrics")
    logging.configure(level=settings.log.level, json_lines=settings.log.json_lines)
    embedded = settings.database.url is None or settings.redis.url is None
    stores = Stores(data, connections=_connections(settings)) if embedded else None
    try:
        if stores is not None:
            stores.start()
            _secret(data / "audit.secret")
            settings = _with_stores(settings, stores)
            urls.write(data, stores.postgres.app_url, stores.postgres.owner_url, stores.valkey.url)
        _migrate(settings, stores)
        # The first metric must not be made before its folder is known; who keeps others needs no server of its own.
        if settings.server.processes > 1:
            from app import several  # noqa: PLC0415

            running = several.run(settings, stores, started=started)
        else:
            from app import server  # noqa: PLC0415

            running = server.run(settings, stores, unguarded=unguarded, docs=docs, started=started)
        # uvicorn would choose this loop by itself, were it uvicorn that starts it.
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(running)
    finally:
        if stores is not None:
            if stores.alive():
                urls.remove(data)
            stores.stop()
        _log.info("stopped")


def serve_beside(settings: Settings, line: int) -> None:
    """Run one of several API processes, until a signal comes or the other end of the `line` is closed."""
    from app.server import run_beside  # noqa: PLC0415  # see `serve`

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run_beside(settings, line=line, unguarded=open_to_all(settings), docs=_shows_docs(settings)))


def _shows_docs(settings: Settings) -> bool:
    return is_loopback(settings.server.host) if settings.server.docs is None else settings.server.docs


def _share_metrics(folder: Path) -> None:
    """One folder for the counters of all processes; must be known before the first metric is made."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _connections(settings: Settings) -> int:
    """What all processes hold at most, and some to spare for the command line."""
    return 27 + (settings.server.processes + 1) * (settings.database.pool_size + 2)


def _secret(file: Path) -> None:
    """The key of the audit log's hashes, made once for a data folder; one that is set goes before."""
    if "AUDIT__SECRET" in os.environ:
        return
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(32), encoding="ascii")
    os.environ["AUDIT__SECRET"] = file.read_text(encoding="ascii")


def _with_stores(settings: Settings, stores: Stores) -> Settings:
    """The settings with the URLs of the embedded stores where none were given, for the child processes too."""
    if settings.database.url is None:
        os.environ["DATABASE__URL"] = stores.postgres.app_url
        os.environ["DATABASE__OWNER_URL"] = stores.postgres.owner_url
    if settings.redis.url is None:
        os.environ["REDIS__URL"] = stores.valkey.url
    return Settings(server=settings.server)


def _migrate(settings: Settings, stores: Stores | None) -> None:
    """The embedded database follows the code; another one is migrated on purpose, with `memoryd migrate`."""
    if stores is None or settings.database.owner_url is None:
        return
    from app import migrate  # noqa: PLC0415  # see `serve`

    if migrate.current(settings.database.owner_url.get_secret_value()) == migrate.newest():
        return
    from app import choices  # noqa: PLC0415  # all of the service, which who only keeps others need not load

    migrate.upgrade(settings.database.owner_url.get_secret_value(), app_role=choices.app_role(settings))
