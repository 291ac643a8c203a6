"""Every Prometheus metric of the service, with its unit in its name. Labels have few values."""

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

REQUESTS = Counter("memoryd_http_requests_total", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("memoryd_http_request_seconds", "Time to answer.", ["method", "route"], buckets=_FAST)
TURNS = Counter("memoryd_turns_total", "Turns by what became of them.", ["outcome"])
GATE = Counter("memoryd_gate_decisions_total", "Decisions of the gate.", ["decision", "reason"])
CANDIDATES = Counter("memoryd_candidates_total", "Candidates by verdict.", ["event", "kind"])
EXPIRED = Counter("memoryd_expired_total", "Memories that expired, by why.", ["reason"])
CONSOLIDATED = Counter("memoryd_consolidated_total", "Merges of related memories, by how they came.", ["reason"])
EXTRACTION_LAG = Histogram(
    "memoryd_extraction_lag_seconds",
    "From the commit of a turn to its end of processing.",
    buckets=(*_FAST, 30, 60, 300),
)
SUMMARIES = Counter(
    "memoryd_summaries_total", "Summaries by who wrote them and what became of them.", ["by", "outcome"]
)
PRUNED = Counter("memoryd_pruned_total", "Rows deleted because they are past their retention.", ["what"])
INJECTED = Histogram(
    "memoryd_context_memories", "Memories injected in one context.", buckets=(0, 1, 2, 3, 5, 8, 13, 21)
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
JOBS = Counter("memoryd_jobs_total", "Jobs ended.", ["task", "outcome"])
ROUNDS = Counter("memoryd_rounds_total", "Rounds of the work beside the jobs, by how they ended.", ["loop", "outcome"])
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
EXTRACTIONS = Counter("memoryd_extractions_total", "Turns by who read them.", ["extractor"])
LIMITED = Counter("memoryd_limited_total", "Requests or memories refused by a limit.", ["limit"])
CACHE = Counter("memoryd_cache_total", "Look-ups of a cache.", ["cache", "outcome"])
