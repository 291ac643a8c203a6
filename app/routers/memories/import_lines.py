"""The lines of an import, read one by one: each is a memory that its writer may write, or a problem."""

from collections.abc import Iterator
from typing import IO, Final

from pydantic import ValidationError

from app.errors import AppError, BodyTooLarge, Invalid
from app.memories.importing import Line
from app.memories.model import Source, Trust
from app.routers.dependencies import of_user
from app.routers.problems import field_errors
from app.schemas.memories import MemoryIn
from app.schemas.reading import read_json
from app.tenants.model import Caller, Permission

LONGEST: Final = 65_536  # bytes of a line


def read_lines(file: IO[bytes], caller: Caller) -> Iterator[Line]:
    """Every line that is not blank, with its number from 1."""
    number = 0
    while raw := file.readline(LONGEST + 2):
        number += 1
        text = raw.rstrip(b"\r\n")
        if len(text) > LONGEST:
            while raw and not raw.endswith(b"\n"):
                raw = file.readline(LONGEST)
            yield Line(number=number, problem=BodyTooLarge(f"The line is larger than {LONGEST} bytes."))
        elif text.strip():
            yield _read(number, text, caller)


def _read(number: int, text: bytes, caller: Caller) -> Line:
    try:
        body = MemoryIn.model_validate(read_json(text, "line"))
        of_user(caller, body.user_id)
    except ValidationError as error:
        errors = [{**one, "field": f"line.{one['field']}"} for one in field_errors(error.errors(include_input=False))]
        named = ", ".join(str(one["field"]) for one in errors[:3])
        return Line(number=number, problem=Invalid(f"Not valid: {named}.", errors=errors))
    except AppError as error:
        return Line(number=number, problem=error)
    new = body.new(Trust.USER if caller.user_id is not None else Trust.IMPORT, source=Source.IMPORT)
    pending = body.pending or (body.user_id is None and Permission.ADMIN not in caller.permissions)
    return Line(number=number, text=text, scope=body.scope(caller.tenant_id), new=new, pending=pending)
