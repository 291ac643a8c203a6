"""memoryd gives LLM agents a memory.

Write path: `routers/turns` takes a turn → `sessions/archive` commits it with its job → `jobs/extraction` wakes →
`memories/formation` reads it: extractors → gate → sensitivity → embeddings → `validator.judge` → `store`.
Each turn keeps the log of what was seen, kept and dropped, and why.

Read path: `routers/context` takes a query → `context/recall` gathers window, keyed memories and hybrid hits →
`signals` → `retriever` → `ranking` → `assembler` renders a labelled block under a hard token budget → a trace tells
for each memory why it is there, or why it is not.

Postgres is the truth, Redis is warmth, and nothing here needs a model.
"""

import os

# Must be set before numpy loads anywhere: with more BLAS threads than idle cores one query took 192 ms instead of 3.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
