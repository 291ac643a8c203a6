"""Memories on the wire."""

from app.schemas.memories.bulk import ForgetIn, Forgotten, RevertIn, exported_line
from app.schemas.memories.items import (
    FiltersIn,
    MemoryIn,
    MemoryOut,
    MemoryPatch,
    MemoryWritten,
    SearchHit,
    SearchIn,
    SearchOut,
    VersionOut,
)

__all__ = [
    "FiltersIn",
    "ForgetIn",
    "Forgotten",
    "MemoryIn",
    "MemoryOut",
    "MemoryPatch",
    "MemoryWritten",
    "RevertIn",
    "SearchHit",
    "SearchIn",
    "SearchOut",
    "VersionOut",
    "exported_line",
]
