"""A wish to forget that names nothing: "that", 刚才那句. It means the words that it points at."""

from app.memories.model import Act, Candidate, Memory
from app.memories.quotes import words_of
from app.text.chunks import sentences
from app.text.terms import normalise

POINTED = "pointed"  # metadata: the words that are meant


def points(candidate: Candidate) -> bool:
    """Whether it means what was said before, whatever that was."""
    return candidate.act is Act.FORGET and POINTED in candidate.metadata


def pointed(candidate: Candidate) -> str:
    """The words that it means."""
    return str(candidate.metadata.get(POINTED, ""))


def said_in(memory: Memory, candidate: Candidate) -> bool:
    """Whether a memory was read from the words that are meant."""
    return any(quotes(text, pointed(candidate)) for text in words_of(memory)[1:])


def quotes(text: str, meant: str) -> bool:
    """Whether a sentence stands in the words that are meant, or holds one of theirs."""
    plain = normalise(text)
    if not plain:
        return False
    parts = [normalise(meant), *(normalise(meant[a:b]) for a, b in sentences(meant))]
    return any(part and (plain in part or (part in plain and len(part) > 3)) for part in parts)  # noqa: PLR2004
