"""Memories by hand: single ones, decisions about them, and many at once."""

from fastapi import APIRouter

from app.routers.memories import bulk, decisions, items

router = APIRouter()
for _part in (bulk, items, decisions):
    router.include_router(_part.router)
