"""The vectors of what a query asks: begun early where it stands on its own, one for each of several questions."""

import asyncio

from app.context.course import Course
from app.context.leaning import leans
from app.context.model import ContextQuery, Signals
from app.context.questions import questions
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.protocol import Embedder, Vector


def near_vector(vectors: QueryVectors, query: ContextQuery, embedder: Embedder) -> Vector | None:
    """The vector of a query that stands on its own, where this process holds it: then one transaction is enough."""
    text = _alone(query)
    return None if text is None else vectors.near(text, embedder)


def embed_early(vectors: QueryVectors, query: ContextQuery, embedder: Embedder) -> "asyncio.Task[Vector | None] | None":
    """Begin with the vector at once when the query stands on its own; else it waits for the messages before it."""
    text = _alone(query)
    return None if text is None else asyncio.create_task(vectors.get(text, embedder))


async def with_vectors(
    vectors: QueryVectors, early: "asyncio.Task[Vector | None] | None", signals: Signals, course: Course
) -> list[tuple[Signals, Vector | None]]:
    """Each question of the query with its vector."""
    asked = signals.questions or (signals,)
    if not signals.needed or not signals.search_text or "postgres" in course.degraded:
        return [(one, None) for one in asked]  # there is nothing to compare them with
    if early is not None:
        found = [await early]
    else:
        found = await asyncio.gather(*(vectors.get(one.search_text, course.embedder) for one in asked))
    if None in found:
        course.without("embeddings")
    return list(zip(asked, found, strict=True))


def _alone(query: ContextQuery) -> str | None:
    """The words of a query that asks one thing and needs no message before it."""
    text = query.query
    return None if text is None or leans(text) or questions(text) else text
