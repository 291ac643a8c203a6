"""Every Prometheus metric of the service, with its unit in its name. Labels have few values."""

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Counter("memoryd_http_requests_total", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("memoryd_http_request_seconds", "Time to answer.", ["method", "route"], buckets=_FAST)
TURNS = Counter("memoryd_turns_total", "Turns by what became of them.", ["outcome"])
GATE = Counter("memoryd_gate_decisions_total", "Decisions of the gate.", ["decision", "reason"])
CANDIDATES = Counter("memoryd_candidates_total", "Candidates by verdict.", ["event", "kind"])
CONFLICTS = Counter(
    "memoryd_conflicts_total", "Candidates that contradicted what was held, by what was done.", ["outcome"]
)
CORRECTIONS = Counter("memoryd_corrections_total", "Memories put right by people, by what they did.", ["act"])
EXPIRED = Counter("memoryd_expired_total", "Memories that expired, by why.", ["reason"])
CONSOLIDATED = Counter(
    "memoryd_consolidated_total", "Merges of related memories, and insights, by how they came.", ["reason"]
)
EXTRACTION_LAG = Histogram(
    "memoryd_extraction_lag_seconds",
    "From the commit of a turn to its end of processing.",
    buckets=(*_FAST, 30, 60, 300),
)
SUMMARIES = Counter(
    "memoryd_summaries_total", "Summaries by who wrote them and what became of them.", ["by", "outcome"]
)
PRUNED = Counter("memoryd_pruned_total", "Rows deleted because they are past their retention.", ["what"])
UPKEEP_ROWS = Counter("memoryd_upkeep_rows_total", "Rows that upkeep looked after.", ["job", "outcome"])
INJECTED = Histogram(
    "memoryd_context_memories", "Memories injected in one context.", buckets=(0, 1, 2, 3, 5, 8, 13, 21)
)
CONTEXT_SHARE = Histogram(
    "memoryd_context_memory_share",
    "Share of memories in the tokens of one context.",
    buckets=(0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
)
CONTEXTS = Counter("memoryd_contexts_total", "Contexts by policy, and whether memory was found.", ["policy", "found"])
FEEDBACK = Counter("memoryd_feedback_total", "What callers said of contexts.", ["policy", "outcome"])
CONTEXT_TOKENS = Histogram(
    "memoryd_context_tokens",
    "Tokens of one context by part.",
    ["part"],
    buckets=(0, 50, 100, 250, 500, 1000, 2000, 4000, 8000),
)
CONTEXT_SECONDS = Histogram("memoryd_context_seconds", "Time of one step of a context.", ["step"], buckets=_FAST)
DEGRADED = Counter("memoryd_degraded_total", "Answers given without a part.", ["part"])
JOBS = Counter("memoryd_jobs_total", "Runs of jobs by how they ended.", ["task", "outcome"])
ROUNDS = Counter("memoryd_rounds_total", "Rounds of the work beside the jobs, by how they ended.", ["loop", "outcome"])
STEPS_TOO_LONG = Counter("memoryd_steps_too_long_total", "Steps that were broken off, by whose they were.", ["of"])
JOBS_BY_STATE = Gauge("memoryd_queue_jobs", "Jobs in the queue by state.", ["state"], multiprocess_mode="mostrecent")
TURNS_HELD = Gauge(
    "memoryd_turns_held", "Turns that wait for processing, and dead letters.", ["state"], multiprocess_mode="mostrecent"
)
OLDEST_WAITING = Gauge(
    "memoryd_oldest_waiting_seconds", "Age of the oldest turn that waits.", multiprocess_mode="mostrecent"
)
RECONCILED = Counter("memoryd_reconciled_total", "Things found without the job or part they need.", ["what"])
PROVIDER_CALLS = Counter("memoryd_provider_calls_total", "Calls of models and embedders.", ["provider", "outcome"])
PROVIDER_SECONDS = Histogram("memoryd_provider_seconds", "Time of a provider call.", ["provider"], buckets=_FAST)
MODEL_TOKENS = Counter("memoryd_model_tokens_total", "Tokens sent to and written by the model.", ["direction"])
EMBEDDED = Counter("memoryd_embedded_texts_total", "Texts that were embedded.", ["provider"])
EMBEDDING_TOKENS = Counter("memoryd_embedding_tokens_total", "Tokens that an external embedder counted.")
EXTRACTIONS = Counter("memoryd_extractions_total", "Turns by who read them.", ["extractor"])
LIMITED = Counter("memoryd_limited_total", "Requests or memories refused by a limit.", ["limit"])
CACHE = Counter("memoryd_cache_total", "Look-ups of a cache.", ["cache", "outcome"])
MEMORIES = Gauge("memoryd_memories", "Memories held, by status.", ["status"], multiprocess_mode="mostrecent")
VECTORS = Gauge("memoryd_vectors", "Vectors held, by what they are of.", ["of"], multiprocess_mode="mostrecent")
STORED = Gauge(
    "memoryd_stored_bytes", "Bytes of words and vectors held, without indexes.", ["of"], multiprocess_mode="mostrecent"
)
DATABASE = Gauge("memoryd_database_bytes", "Size of the database with indexes.", multiprocess_mode="mostrecent")
NEVER_RECALLED = Gauge(
    "memoryd_never_recalled_share", "Share of older memories no context ever held.", multiprocess_mode="mostrecent"
)
PEOPLE = Gauge("memoryd_users", "Users held, of all tenants.", multiprocess_mode="mostrecent")
OVER = Gauge(
    "memoryd_tenants_over_threshold", "Tenants past a growth threshold.", ["threshold"], multiprocess_mode="mostrecent"
)
COUNTED_AT = Gauge(
    "memoryd_stock_counted_timestamp_seconds", "When what is held was counted.", multiprocess_mode="mostrecent"
)
