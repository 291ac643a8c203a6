"""The schema goes forward and back, and is the one that the code describes."""

import re
import runpy
import tempfile
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, DateTime, create_engine, inspect, text

from app import migrate
from app.embedded.postgres import EmbeddedPostgres
from app.embedded.roles import APP
from app.infra.postgres import metadata
from app.tables import load

finite = runpy.run_path(str(Path(__file__).parents[2] / "migrations/versions/2026-11-30_finite-times.py"))


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


CHECKED = """
SELECT c.conname, c.confrelid::regclass::text AS held, c.conindid::regclass::text AS index,
    array_agg(quote_ident(a.attname) ORDER BY k.place) AS columns
FROM pg_constraint AS c CROSS JOIN LATERAL unnest(c.confkey) WITH ORDINALITY AS k (number, place)
JOIN pg_attribute AS a ON a.attrelid = c.confrelid AND a.attnum = k.number
WHERE c.contype = 'f' AND NOT starts_with(c.confrelid::regclass::text, 'procrastinate')
GROUP BY c.conname, c.confrelid, c.conindid
"""


def test_a_foreign_key_finds_its_row_by_the_key_in_tables_that_were_empty_until_now(connection: Connection) -> None:
    """The plan is kept while the table grows: one that reads all rows of a tenant makes an import quadratic."""
    connection.execute(text("SET enable_seqscan = off"))
    wrong = []
    for name, held, index, columns in connection.execute(text(CHECKED)).all():
        fits = " AND ".join(f"{column} = ${number}" for number, column in enumerate(columns, 1))
        asked = f"EXPLAIN (GENERIC_PLAN) SELECT 1 FROM ONLY {held} AS x WHERE {fits} FOR KEY SHARE OF x"
        plan = "\n".join(connection.exec_driver_sql(asked).scalars())
        if re.search(rf"(?:using|Bitmap Index Scan on) {index}\b", plan) is None:
            wrong.append((name, plan))
    assert wrong == []


def test_infinite_times_of_an_earlier_version_become_those_that_the_edge_takes(
    postgres: EmbeddedPostgres, connection: Connection
) -> None:
    connection.close()
    migrate.downgrade(postgres.owner_url, app_role=APP, to="life")
    tenant, memory = uuid.uuid4(), uuid.uuid4()
    with psycopg.connect(postgres.owner_url, autocommit=True) as raw:
        raw.execute(f"SET app.tenant = '{tenant}'")
        raw.execute("INSERT INTO tenants (tenant_id, name) VALUES (%s, 'old')", [tenant])
        raw.execute(
            "INSERT INTO memories (tenant_id, memory_id, namespace, type, kind, content, content_hash, trust, source,"
            " status, importance, confidence, occurred_at, valid_to, term_count, terms_version)"
            " VALUES (%s, %s, 'default', 'semantic', 'fact', 'x', 'x', 'user', 'manual', 'active', 3, 0.9,"
            " '-infinity', 'infinity', 1, 1)",
            [tenant, memory],
        )
        raw.execute(
            "INSERT INTO memory_versions (tenant_id, memory_id, version, snapshot, valid_from, actor, reason)"
            " VALUES (%s, %s, 1, %s, '-infinity', 'upkeep', 'x')",
            [tenant, memory, '{"occurred_at": "0001-01-01T00:00:00", "valid_to": "9999-12-31T23:59:59.999999"}'],
        )
    migrate.upgrade(postgres.owner_url, app_role=APP)
    with psycopg.connect(postgres.owner_url, autocommit=True) as raw:
        raw.execute(f"SET app.tenant = '{tenant}'")
        row = raw.execute("SELECT occurred_at::text, valid_to::text, expires_at FROM memories").fetchone()
        kept = raw.execute("SELECT snapshot, valid_from::text FROM memory_versions").fetchone()
        left = raw.execute("SELECT count(*) FROM pg_class WHERE relrowsecurity AND NOT relforcerowsecurity").fetchone()
    assert row == ("0001-01-01 00:00:00.000001+00", "9999-12-31 23:59:59.999998+00", None)
    assert kept is not None
    assert kept[0] == {"occurred_at": finite["FIRST"], "valid_to": finite["LAST"]}
    assert kept[1] == "0001-01-01 00:00:00.000001+00"
    assert left == (0,)


def test_every_time_that_a_caller_gives_is_one_that_is_healed() -> None:
    load()
    ours = {"created_at", "updated_at", "last_recalled_at", "archived_at", "forgotten_at", "processed_at", "retry_at"}
    ours |= {"reread_at", "last_activity_at", "ended_at", "revoked_at"}
    found = {
        name: tuple(column.name for column in table.columns if isinstance(column.type, DateTime))
        for name, table in metadata.tables.items()
    }
    given = {name: tuple(one for one in columns if one not in ours) for name, columns in found.items()}
    given.pop("idempotency_keys")  # its end is counted from the time of the request
    assert {name: columns for name, columns in given.items() if columns} == finite["TIMES"]


def test_a_second_start_waits_for_the_first_however_long_it_migrates(postgres: EmbeddedPostgres) -> None:
    migrate.upgrade(postgres.owner_url, app_role=APP)
    with psycopg.connect(postgres.owner_url, autocommit=True) as first, ThreadPoolExecutor(1) as pool:
        first.execute("SELECT pg_advisory_lock(7205759403)")
        second = pool.submit(migrate.upgrade, postgres.owner_url, app_role=APP)
        time.sleep(5.5)  # more than what a migration waits for a table
        assert not second.done()
        first.execute("SELECT pg_advisory_unlock(7205759403)")
        second.result(timeout=30)
