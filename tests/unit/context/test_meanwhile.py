"""What is worked out while Postgres looks: nobody gets the connection before the look has ended."""

import asyncio

import pytest

from app.context.retriever import _meanwhile


async def test_the_look_is_under_way_before_the_work_begins() -> None:
    order: list[str] = []

    async def look() -> int:
        order.append("asked")
        await asyncio.sleep(0)
        order.append("answered")
        return 1

    def work() -> int:
        order.append("worked")
        return 2

    assert await _meanwhile(look(), work) == (1, 2)
    assert order == ["asked", "worked", "answered"]


async def test_work_that_fails_leaves_no_look_under_way() -> None:
    ended = []

    async def look() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    def work() -> None:
        raise ValueError("cannot be weighed")

    with pytest.raises(ValueError, match="cannot be weighed"):
        await _meanwhile(look(), work)
    assert ended == [True]


async def test_a_caller_without_time_leaves_no_look_under_way() -> None:
    ended = []

    async def look() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await _meanwhile(look(), lambda: None)
    assert ended == [True]


async def test_a_look_that_fails_fails_the_whole() -> None:
    async def look() -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await _meanwhile(look(), lambda: None)
