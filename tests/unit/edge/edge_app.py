"""A small service that uses every part of the edge."""

import re
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Body, FastAPI, Query, Request, Response
from pydantic import Field

from app.errors import Forbidden, MemoryNotFound, PreconditionFailed, Unauthorized, Unavailable
from app.routers import edge, strict
from app.routers.conditional import IdempotencyKey, IfMatch, etag, named_version
from app.routers.preference import Wait
from app.routers.problems import problems
from app.routers.strict import OpenRoute, StrictRoute
from app.schemas.document import Document
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.scope import ScopeIn, owner
from app.schemas.text import Identifier, MessageText, QueryText, ShortText
from app.schemas.wire import Flag, Moment, Wire

LIMIT = 65_536
LONGEST = timedelta(milliseconds=500)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Line(Wire):
    role: Colour
    content: MessageText
    occurred_at: Moment | None = None
    metadata: Document = Field(default_factory=dict)


class NoteIn(ScopeIn):
    session_id: Identifier
    lines: list[Line] = Field(default_factory=list)
    count: int = 0
    share: float = 0.0
    loud: bool = False
    ref: UUID | None = None
    tags: list[ShortText] = Field(default_factory=list)


class SearchIn(Wire):
    user_id: Identifier
    query: QueryText


notes = APIRouter(prefix="/v1", route_class=StrictRoute, tags=["notes"])


@notes.post("/notes", status_code=201)
async def add_note(body: NoteIn, response: Response, wait: Wait, key: IdempotencyKey = None) -> dict[str, Any]:
    response.headers["Location"] = "/v1/notes/1"
    return {"note": body.model_dump(mode="json"), "wait": wait, "key": key}


@notes.get("/notes")
async def list_notes(
    user_id: Identifier | None = None,
    shared: Flag = False,
    created_after: Moment | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[int]:
    mark = fingerprint("tenant", owner(user_id, shared=shared), created_after)
    start = decode_cursor(cursor, mark, int)[0] if cursor else 0
    rows = list(range(start, min(start + limit, 120)))
    return Page(data=rows, next_cursor=encode_cursor([rows[-1] + 1], mark) if rows and rows[-1] < 119 else None)


@notes.post("/notes/search")
async def search_notes(body: SearchIn) -> dict[str, str]:
    return {"query": body.query}


@notes.get("/notes/{note_id}", responses=problems(404))
async def get_note(note_id: UUID, user_id: Identifier) -> dict[str, str]:
    raise MemoryNotFound


@notes.patch("/notes/{note_id}", responses=problems(412))
async def patch_note(
    note_id: Identifier, body: Annotated[Document, Body()], response: Response, if_match: IfMatch = None
) -> dict[str, Any]:
    if named_version(if_match) not in (None, 3):
        raise PreconditionFailed
    response.headers["ETag"] = etag(4)
    return {"note_id": note_id, "merged": body}


@notes.get("/sessions/{session_id}")
async def get_session(session_id: Identifier, tag: Annotated[list[ShortText] | None, Query()] = None) -> dict[str, str]:
    return {"session_id": session_id}


@notes.get("/sessions/{session_id}/state")
async def get_state(session_id: Identifier) -> dict[str, str]:
    return {"state_of": session_id}


@notes.post("/sessions/{session_id}/end")
async def end_session(session_id: Identifier) -> dict[str, str]:
    return {"ended": session_id}


@notes.post("/broken", include_in_schema=False)
async def break_down(body: SearchIn) -> None:
    raise KeyError(body.query)


@notes.post("/endless", include_in_schema=False)
async def run_away(body: SearchIn) -> None:
    re.match(r"(?:a+)+b", "a" * 60)


@notes.get("/down", responses=problems(503))
async def down() -> None:
    raise Unavailable


@notes.post("/import", openapi_extra={"requestBody": {"content": {"application/x-ndjson": {}}}})
async def take_import(request: Request) -> dict[str, int]:
    return {"bytes": sum([len(part) async for part in request.stream()])}


probes = APIRouter(route_class=OpenRoute)


@probes.get("/healthz")
async def healthz() -> dict[str, str]:
    return {"status": "ok"}


async def admit(request: Request) -> None:
    sent = request.headers.get("x-api-key", "good")
    if sent != "good":
        raise Forbidden if sent == "narrow" else Unauthorized


def build_app() -> FastAPI:
    app = FastAPI(title="sample", version="1")
    edge.install(app, body_bytes=LIMIT, body_paths={"/v1/import": 4 * LIMIT}, admit=admit, longest_step=LONGEST)
    app.include_router(notes)
    app.include_router(probes)
    strict.verify(app)
    return app
