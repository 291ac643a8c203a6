"""Runs the migrations with the owner's URL, one transaction, and a short wait for locks."""

from alembic import context
from sqlalchemy import create_engine, text

from app.infra.postgres import metadata
from app.tables import load

load()


def run() -> None:
    url = context.config.attributes["url"].replace("postgresql://", "postgresql+psycopg://", 1)
    engine = create_engine(url)
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(7205759403)"))  # two starts take turns, however long one takes
        connection.execute(text("SET lock_timeout = '5s'"))  # which would bound the wait above as well
        connection.commit()
        try:
            context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=True)
            with context.begin_transaction():
                context.run_migrations()
        finally:
            connection.rollback()
            connection.execute(text("SELECT pg_advisory_unlock(7205759403)"))
            connection.commit()
    engine.dispose()


run()
