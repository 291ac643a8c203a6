"""Short forms for columns that many tables share."""

from typing import Any

from sqlalchemy import Column, DateTime, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, UUID


def uid(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, UUID(as_uuid=True), nullable=null)


def txt(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, Text, nullable=null)


def num(name: str, default: str | None = None) -> Column[Any]:
    return Column(name, Integer, nullable=False, server_default=text(default) if default else None)


def moment(name: str, *, null: bool = False, now: bool = False) -> Column[Any]:
    return Column(name, DateTime(timezone=True), nullable=null, server_default=text("now()") if now else None)


def document(name: str, *, null: bool = False, default: str | None = "'{}'::jsonb") -> Column[Any]:
    return Column(name, JSONB, nullable=null, server_default=text(default) if default and not null else None)


def texts(name: str) -> Column[Any]:
    return Column(name, ARRAY(Text), nullable=False, server_default=text("'{}'::text[]"))


def uids(name: str) -> Column[Any]:
    return Column(name, ARRAY(UUID(as_uuid=True)), nullable=False, server_default=text("'{}'::uuid[]"))
