"""The schema goes forward and back, and is the one that the code describes."""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from app import migrate
from app.embedded.postgres import EmbeddedPostgres
from app.embedded.roles import APP
from app.infra.postgres import metadata
from app.tables import load


@pytest.fixture(scope="module")
def postgres() -> Iterator[EmbeddedPostgres]:
    with tempfile.TemporaryDirectory(prefix="memoryd-migrations-") as folder:
        started = EmbeddedPostgres(Path(folder), durable=False)
        started.start()
        yield started
        started.stop()


@pytest.fixture
def connection(postgres: EmbeddedPostgres) -> Iterator[Connection]:
    migrate.upgrade(postgres.owner_url, app_role=APP)
    engine = create_engine(postgres.owner_url.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def _ours(name: str | None, kind: str, *_: object) -> bool:
    return kind != "table" or not (name or "").startswith(("procrastinate", "alembic"))


def test_the_migrated_schema_is_the_one_the_code_describes(connection: Connection) -> None:
    load()
    context = MigrationContext.configure(
        connection, opts={"include_name": _ours, "compare_type": True, "compare_server_default": False}
    )
    assert compare_metadata(context, metadata) == []


def test_every_tenant_table_is_led_by_its_tenant_and_guarded_by_forced_policies(connection: Connection) -> None:
    load()
    of_tenants = {name: table for name, table in metadata.tables.items() if name != "encryption_keys"}
    for name, table in of_tenants.items():
        assert next(iter(table.primary_key.columns)).name == "tenant_id", name
    guarded = connection.execute(
        text("SELECT relname FROM pg_class WHERE relrowsecurity AND relforcerowsecurity AND relkind IN ('r', 'p')")
    ).scalars()
    assert set(of_tenants) <= set(guarded)


def test_the_application_role_owns_nothing_and_may_not_change_the_audit_log(connection: Connection) -> None:
    owned = connection.execute(
        text("SELECT count(*) FROM pg_class AS c JOIN pg_roles AS r ON r.oid = c.relowner WHERE r.rolname = :app"),
        {"app": APP},
    )
    assert owned.scalar_one() == 0
    allowed = connection.execute(
        text("SELECT has_table_privilege(:app, 'audit_log', p) FROM unnest(ARRAY['INSERT', 'UPDATE', 'DELETE']) AS p"),
        {"app": APP},
    ).scalars()
    assert list(allowed) == [True, False, False]


def test_down_drops_everything_and_up_brings_it_back(postgres: EmbeddedPostgres, connection: Connection) -> None:
    connection.close()
    migrate.downgrade(postgres.owner_url, app_role=APP)
    engine = create_engine(postgres.owner_url.replace("postgresql:", "postgresql+psycopg:", 1))
    left = [table for table in inspect(engine).get_table_names() if table != "alembic_version"]
    assert left == []
    with engine.connect() as opened:
        functions = (
            "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ 'memoryd|procr'"
        )
        assert opened.execute(text(functions)).all() == []
    migrate.upgrade(postgres.owner_url, app_role=APP)
    assert "memories" in inspect(engine).get_table_names()
    engine.dispose()


def test_migrating_twice_changes_nothing(postgres: EmbeddedPostgres, connection: Connection) -> None:
    migrate.upgrade(postgres.owner_url, app_role=APP)
    assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [migrate.newest()]


def test_a_second_start_waits_for_the_first_however_long_it_migrates(postgres: EmbeddedPostgres) -> None:
    migrate.upgrade(postgres.owner_url, app_role=APP)
    with psycopg.connect(postgres.owner_url, autocommit=True) as first, ThreadPoolExecutor(1) as pool:
        first.execute("SELECT pg_advisory_lock(7205759403)")
        second = pool.submit(migrate.upgrade, postgres.owner_url, app_role=APP)
        time.sleep(5.5)  # more than what a migration waits for a table
        assert not second.done()
        first.execute("SELECT pg_advisory_unlock(7205759403)")
        second.result(timeout=30)
