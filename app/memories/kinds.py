"""What kind a sentence written by hand is, where the writer did not say."""

import re

from app.memories.model import Kind, Type

_PREFERENCE = re.compile(
    r"喜欢|不喜欢|讨厌|偏好|偏爱|希望|习惯|倾向|不吃|不喝|爱吃|爱喝|最爱|默认|称呼"
    r"|\b(?:likes?|loves?|prefers?|preference|enjoys?|hates?|dislikes?|favou?rites?|wants?|would rather)\b",
    re.IGNORECASE,
)
_PROCEDURE = re.compile(r"流程|步骤|规程|规定[:：]|\b(?:procedure|checklist|runbook|workflow|steps)\b", re.IGNORECASE)
_OF_TYPE = {Type.SEMANTIC: Kind.FACT, Type.EPISODIC: Kind.EVENT, Type.PROCEDURAL: Kind.PROCEDURE}
_OF_KIND = {Kind.EVENT: Type.EPISODIC, Kind.PROCEDURE: Type.PROCEDURAL}


def infer(content: str, kind: Kind | None, memory_type: Type | None) -> tuple[Kind, Type]:
    """Kind and type of a memory: as given, each from the other, or from the words of the content."""
    if kind is not None:
        return kind, memory_type or _OF_KIND.get(kind, Type.SEMANTIC)
    if memory_type is not None and memory_type is not Type.SEMANTIC:
        return _OF_TYPE[memory_type], memory_type
    if _PROCEDURE.search(content):
        return Kind.PROCEDURE, memory_type or Type.PROCEDURAL
    if _PREFERENCE.search(content):
        return Kind.PREFERENCE, Type.SEMANTIC
    return Kind.FACT, Type.SEMANTIC
