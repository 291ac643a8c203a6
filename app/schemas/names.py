"""Names that are written to: the strings of `text.py` that are kept as they came, and so may hold no secret."""

from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from app.governance.naming import holds_secret
from app.schemas.text import HeaderText, Identifier, MemoryText, ShortText


def unsecret(name: str) -> str:
    if holds_secret(name):
        raise PydanticCustomError("secret", "must hold no secret: it is kept as it is")
    return name


Name = Annotated[Identifier, AfterValidator(unsecret)]
ShortName = Annotated[ShortText, AfterValidator(unsecret)]
OpenText = Annotated[MemoryText, AfterValidator(unsecret)]
HeaderName = Annotated[HeaderText, AfterValidator(unsecret)]
