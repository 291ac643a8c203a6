"""Every route once: how it is called, and what it owes to ids that are not the caller's.

A route of the OpenAPI document without a row here fails the suite. `{user}`, `{session}`, `{turn}`, `{job}`,
`{memory}`, `{trace}` and `{key}` stand for ids; a job is a turn that is not processed yet.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal[
    "item",  # one thing of a user: 404 for anybody else's
    "own",  # works on what the named user has: shows and changes nothing of anybody else's
    "tenant",  # for operators of a tenant: shows nothing of another tenant
    "tenant item",  # one thing of a tenant: 404 for another tenant's
    "open",  # asks nobody for a key and shows nothing of anybody
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`json` None sends no body; `query` holds the query parameters; `status` is that of a call with own ids."""

    kind: Kind
    query: dict[str, str] = field(default_factory=dict)
    json: dict[str, Any] | None = None
    lines: dict[str, Any] | None = None  # a body of JSON lines, of one line
    status: int = 200
    refused: int = 403  # for a key that is bound to another user; lines are refused one by one


_MINE = {"user_id": "{user}"}
_BODY = {"user_id": "{user}"}

MATRIX: dict[str, Row] = {
    "GET /healthz": Row(kind="open"),
    "GET /readyz": Row(kind="open"),
    "GET /metrics": Row(kind="open"),
    "POST /v1/turns": Row(kind="own", json={**_BODY, "session_id": "{session}", "user": "Hello"}, status=201),
    "GET /v1/turns/{turn_id}": Row(kind="item", query=_MINE),
    "POST /v1/context": Row(kind="own", json={**_BODY, "session_id": "{session}", "query": "Where do I live?"}),
    "POST /v1/memories": Row(kind="own", json={**_BODY, "content": "Sings in a choir"}, status=201),
    "GET /v1/memories": Row(kind="own", query={**_MINE, "session_id": "{session}"}),
    "POST /v1/memories/search": Row(
        kind="own", json={**_BODY, "query": "Where do I live?", "filters": {"session_id": "{session}"}, "threshold": 0}
    ),
    "GET /v1/memories/{memory_id}": Row(kind="item", query=_MINE),
    "PATCH /v1/memories/{memory_id}": Row(kind="item", query=_MINE, json={"importance": 5}),
    "DELETE /v1/memories/{memory_id}": Row(kind="item", query=_MINE, status=204),
    "GET /v1/memories/{memory_id}/history": Row(kind="item", query=_MINE),
    "GET /v1/memories/export": Row(kind="own", query=_MINE),
    "POST /v1/memories/import": Row(kind="own", lines={**_BODY, "content": "Sings in a choir"}, refused=200),
    "POST /v1/memories/forget": Row(kind="own", json={**_BODY, "filters": {"session_id": "{session}"}}),
    "POST /v1/memories/{memory_id}/confirm": Row(kind="item", query=_MINE),
    "POST /v1/memories/{memory_id}/reject": Row(kind="item", query=_MINE),
    "POST /v1/memories/{memory_id}/disable": Row(kind="item", query=_MINE),
    "POST /v1/memories/{memory_id}/enable": Row(kind="item", query=_MINE),
    "POST /v1/memories/{memory_id}/regenerate": Row(kind="item", query=_MINE),
    "POST /v1/memories/{memory_id}/revert": Row(kind="item", query=_MINE, json={"version": 1}),
    "POST /v1/turns/{turn_id}/reprocess": Row(kind="item", query=_MINE, status=202),
    "GET /v1/jobs": Row(kind="tenant"),
    "POST /v1/jobs/{job_id}/retry": Row(kind="tenant item"),
    "POST /v1/jobs/{job_id}/discard": Row(kind="tenant item"),
    "PUT /v1/sessions/{session_id}": Row(kind="own", query=_MINE, json={"title": "Talk"}),
    "DELETE /v1/sessions/{session_id}": Row(kind="item", query={**_MINE, "memories": "delete"}, status=204),
    "POST /v1/sessions/{session_id}/end": Row(kind="item", query=_MINE, status=202),
    "POST /v1/sessions/{session_id}/regenerate": Row(kind="item", query=_MINE, status=202),
    "GET /v1/sessions/{session_id}/state": Row(kind="item", query=_MINE),
    "PUT /v1/sessions/{session_id}/state": Row(kind="item", query=_MINE, json={"step": 2}),
    "PATCH /v1/sessions/{session_id}/state": Row(kind="item", query=_MINE, json={"step": 3}),
    "GET /v1/sessions/{session_id}/summary": Row(kind="item", query=_MINE, status=404),  # nothing has left the window
    "GET /v1/sessions/{session_id}/summaries": Row(kind="item", query=_MINE),
    "GET /v1/sessions": Row(kind="own", query=_MINE),
    "GET /v1/sessions/{session_id}": Row(kind="item", query=_MINE),
    "GET /v1/sessions/{session_id}/messages": Row(kind="item", query=_MINE),
    "GET /v1/users": Row(kind="tenant"),
    "GET /v1/users/{user_id}": Row(kind="own"),
    "PATCH /v1/users/{user_id}": Row(kind="own", json={"locale": "en"}),
    "DELETE /v1/users/{user_id}": Row(kind="own"),
    "GET /v1/users/{user_id}/profile": Row(kind="own"),
    "GET /v1/users/{user_id}/export": Row(kind="own"),
    "GET /v1/traces": Row(kind="own", query={**_MINE, "memory_id": "{memory}", "session_id": "{session}"}),
    "GET /v1/traces/latest": Row(kind="item", query={**_MINE, "session_id": "{session}"}),
    "GET /v1/traces/{trace_id}": Row(kind="item", query=_MINE),
    "POST /v1/traces/{trace_id}/feedback": Row(kind="item", query=_MINE, json={"outcome": "helpful"}, status=201),
    "GET /v1/policies": Row(kind="tenant", refused=200),  # parameters and nothing of anybody
    "GET /v1/policies/{name}": Row(kind="tenant", refused=200),
    "PUT /v1/policies/{name}": Row(kind="tenant", json={"threshold": 0.3}),
    "GET /v1/settings": Row(kind="tenant"),
    "PUT /v1/settings": Row(kind="tenant", json={"retention_days": 300}),
    "GET /v1/keys": Row(kind="tenant"),
    "POST /v1/keys": Row(kind="tenant", json={"name": "new", "scopes": ["read"]}, status=201),
    "POST /v1/keys/{key_id}/rotate": Row(kind="tenant item", json={"overlap_hours": 1}, status=201),
    "DELETE /v1/keys/{key_id}": Row(kind="tenant item", status=204),
    "GET /v1/stats": Row(kind="tenant"),
    "GET /v1/tenants": Row(kind="tenant"),
    "POST /v1/tenants": Row(kind="tenant", json={"name": "{user}"}, status=403),  # the operator's tenant may
    "GET /v1/audit": Row(kind="tenant", query={"user_id": "{user}", "object_id": "{memory}"}),
    "GET /v1/audit/export": Row(kind="tenant"),
}
