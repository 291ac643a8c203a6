"""The HTTP of the server: uvicorn's, but that what is no HTTP at all gets an error of the same shape as all others."""

import orjson
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.errors import Malformed
from app.routers.problems import MEDIA_TYPE, problem_document

_NO_HTTP = Malformed("What came is no HTTP request.")
_BODY = orjson.dumps(problem_document(_NO_HTTP, None))
_ANSWER = b"HTTP/1.1 400 Bad Request\r\ncontent-type: %s\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s" % (
    MEDIA_TYPE.encode(),
    len(_BODY),
    _BODY,
)


class Protocol(HttpToolsProtocol):
    """Answers bytes that are no request; no handler ever sees them, so they have no request id."""

    def send_400_response(self, msg: str) -> None:
        del msg
        self.transport.write(_ANSWER)
        self.transport.close()
