"""The first schema: tenants, conversations, memories, traces, audit, jobs.

`tenant_id` leads every key. Row-level security is forced on every tenant table; the application's role owns nothing.

Revision: begin
"""

from alembic import context, op
from procrastinate.schema import SchemaManager
from sqlalchemy import text

revision = "begin"
down_revision = None
branch_labels = None
depends_on = None

TENANT_TABLES = (
    "tenants",
    "api_keys",
    "users",
    "sessions",
    "turns",
    "messages",
    "summaries",
    "memories",
    "memory_versions",
    "memory_vectors",
    "memory_terms",
    "forgotten_sentences",
    "episodes",
    "episode_vectors",
    "policies",
    "traces",
    "feedback",
    "audit_log",
    "audit_seals",
    "idempotency_keys",
    "model_usage",
)
APPEND_ONLY = ("audit_log", "audit_seals")

TABLES = """
CREATE SEQUENCE erase_epochs;

CREATE TABLE tenants (
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    settings jsonb NOT NULL DEFAULT '{}',
    embedding jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_tenants PRIMARY KEY (tenant_id),
    CONSTRAINT uq_tenants_name UNIQUE (name)
);

CREATE TABLE api_keys (
    tenant_id uuid NOT NULL,
    key_id text NOT NULL,
    secret_hash bytea NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    user_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT pk_api_keys PRIMARY KEY (tenant_id, key_id),
    CONSTRAINT uq_api_keys_key_id UNIQUE (key_id),
    CONSTRAINT fk_api_keys_tenants FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE CASCADE
);

CREATE TABLE users (
    tenant_id uuid NOT NULL,
    user_pk uuid NOT NULL,
    user_id text NOT NULL,
    memory_enabled boolean NOT NULL DEFAULT true,
    consent jsonb,
    retention_days integer,
    locale text,
    time_zone text,
    erase_epoch bigint NOT NULL DEFAULT nextval('erase_epochs'),
    memory_epoch bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_users PRIMARY KEY (tenant_id, user_pk),
    CONSTRAINT fk_users_tenants FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE CASCADE
);

CREATE TABLE sessions (
    tenant_id uuid NOT NULL,
    session_pk uuid NOT NULL,
    user_pk uuid NOT NULL,
    session_id text NOT NULL,
    namespace text NOT NULL,
    agent_id text,
    project_id text,
    title text,
    metadata jsonb NOT NULL DEFAULT '{}',
    state jsonb NOT NULL DEFAULT '{}',
    state_schema jsonb,
    state_version integer NOT NULL DEFAULT 0,
    last_seq bigint NOT NULL DEFAULT -1,
    summarized_seq bigint NOT NULL DEFAULT -1,
    closed_seq bigint NOT NULL DEFAULT -1,
    told_seq bigint NOT NULL DEFAULT -1,
    epoch bigint NOT NULL DEFAULT nextval('erase_epochs'),
    retry_at timestamptz,
    wake_pending boolean NOT NULL DEFAULT false,
    wake_seq bigint NOT NULL DEFAULT -1,
    reread_at timestamptz,
    status text NOT NULL DEFAULT 'open',
    created_at timestamptz NOT NULL DEFAULT now(),
    last_activity_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    CONSTRAINT pk_sessions PRIMARY KEY (tenant_id, session_pk),
    CONSTRAINT fk_sessions_users FOREIGN KEY (tenant_id, user_pk)
        REFERENCES users (tenant_id, user_pk) ON DELETE CASCADE,
    CONSTRAINT ck_sessions_status CHECK (status IN ('open', 'ended'))
);
CREATE INDEX ix_sessions_tenant_id_user_pk_created_at_session_pk
    ON sessions (tenant_id, user_pk, created_at, session_pk);
CREATE INDEX ix_sessions_untold ON sessions (tenant_id, last_activity_at) WHERE told_seq < last_seq;
CREATE INDEX ix_sessions_retry ON sessions (tenant_id, retry_at) WHERE retry_at IS NOT NULL;

CREATE TABLE turns (
    tenant_id uuid NOT NULL,
    turn_id uuid NOT NULL,
    session_pk uuid NOT NULL,
    user_pk uuid NOT NULL,
    agent_id text,
    project_id text,
    scene text,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    extract text NOT NULL,
    processing text NOT NULL,
    gate jsonb,
    extractor text,
    events jsonb NOT NULL DEFAULT '[]',
    attempts integer NOT NULL DEFAULT 0,
    error text,
    metadata jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    processed_at timestamptz,
    CONSTRAINT pk_turns PRIMARY KEY (tenant_id, turn_id),
    CONSTRAINT fk_turns_sessions FOREIGN KEY (tenant_id, session_pk)
        REFERENCES sessions (tenant_id, session_pk) ON DELETE CASCADE,
    CONSTRAINT ck_turns_processing CHECK (processing IN ('pending', 'succeeded', 'failed', 'skipped')),
    CONSTRAINT ck_turns_extract CHECK (extract IN ('auto', 'always', 'never'))
);
CREATE INDEX ix_turns_tenant_id_session_pk_first_seq ON turns (tenant_id, session_pk, first_seq);
CREATE INDEX ix_turns_failed ON turns (tenant_id, created_at, turn_id) WHERE processing = 'failed';
CREATE INDEX ix_turns_pending ON turns (tenant_id, session_pk, first_seq) WHERE processing = 'pending';

CREATE TABLE messages (
    tenant_id uuid NOT NULL,
    session_pk uuid NOT NULL,
    seq bigint NOT NULL,
    turn_id uuid NOT NULL,
    role text NOT NULL,
    content text NOT NULL,
    name text,
    tool_call_id text,
    tokens integer NOT NULL,
    occurred_at timestamptz NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT pk_messages PRIMARY KEY (tenant_id, session_pk, seq),
    CONSTRAINT fk_messages_sessions FOREIGN KEY (tenant_id, session_pk)
        REFERENCES sessions (tenant_id, session_pk) ON DELETE CASCADE,
    CONSTRAINT ck_messages_role CHECK (role IN ('user', 'assistant', 'system', 'tool'))
);

CREATE TABLE summaries (
    tenant_id uuid NOT NULL,
    session_pk uuid NOT NULL,
    version integer NOT NULL,
    content text NOT NULL,
    from_seq bigint NOT NULL,
    to_seq bigint NOT NULL,
    model text NOT NULL,
    tokens integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_summaries PRIMARY KEY (tenant_id, session_pk, version),
    CONSTRAINT fk_summaries_sessions FOREIGN KEY (tenant_id, session_pk)
        REFERENCES sessions (tenant_id, session_pk) ON DELETE CASCADE
);

CREATE TABLE memories (
    tenant_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    user_pk uuid,
    namespace text NOT NULL,
    agent_id text,
    project_id text,
    session_id text,
    type text NOT NULL,
    kind text NOT NULL,
    key text,
    value text,
    content text NOT NULL,
    content_hash text NOT NULL,
    scene text,
    tags text[] NOT NULL DEFAULT '{}',
    entities text[] NOT NULL DEFAULT '{}',
    metadata jsonb NOT NULL DEFAULT '{}',
    importance smallint NOT NULL,
    confidence real NOT NULL,
    trust text NOT NULL,
    source text NOT NULL,
    source_turn_ids uuid[] NOT NULL DEFAULT '{}',
    evidence text,
    extractor text,
    status text NOT NULL,
    support integer NOT NULL DEFAULT 1,
    occurred_at timestamptz,
    valid_from timestamptz,
    valid_to timestamptz,
    expires_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    last_recalled_at timestamptz,
    recalls integer NOT NULL DEFAULT 0,
    feedback real NOT NULL DEFAULT 0,
    supersedes uuid[] NOT NULL DEFAULT '{}',
    version integer NOT NULL DEFAULT 1,
    term_count integer NOT NULL DEFAULT 0,
    terms_version integer NOT NULL DEFAULT 0,
    CONSTRAINT pk_memories PRIMARY KEY (tenant_id, memory_id),
    CONSTRAINT fk_memories_users FOREIGN KEY (tenant_id, user_pk)
        REFERENCES users (tenant_id, user_pk) ON DELETE CASCADE,
    CONSTRAINT ck_memories_type CHECK (type IN ('semantic', 'episodic', 'procedural')),
    CONSTRAINT ck_memories_kind
        CHECK (kind IN ('fact', 'preference', 'entity', 'event', 'procedure', 'task', 'insight')),
    CONSTRAINT ck_memories_status
        CHECK (status IN ('active', 'pending', 'disabled', 'superseded', 'expired', 'rejected')),
    CONSTRAINT ck_memories_importance CHECK (importance BETWEEN 1 AND 5)
);
CREATE UNIQUE INDEX uq_memories_active_key ON memories
    (tenant_id, user_pk, namespace, agent_id, project_id, scene, key) NULLS NOT DISTINCT
    WHERE status = 'active' AND key IS NOT NULL;
CREATE INDEX ix_memories_tenant_id_user_pk_created_at_memory_id ON memories (tenant_id, user_pk, created_at, memory_id);
CREATE INDEX ix_memories_tenant_id_user_pk_content_hash ON memories (tenant_id, user_pk, content_hash);

CREATE TABLE memory_versions (
    tenant_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    version integer NOT NULL,
    snapshot jsonb NOT NULL,
    valid_from timestamptz,
    valid_to timestamptz,
    actor text NOT NULL,
    reason text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_memory_versions PRIMARY KEY (tenant_id, memory_id, version),
    CONSTRAINT fk_memory_versions_memories FOREIGN KEY (tenant_id, memory_id)
        REFERENCES memories (tenant_id, memory_id) ON DELETE CASCADE
);

CREATE TABLE memory_vectors (
    tenant_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    model text NOT NULL,
    owner_pk uuid NOT NULL,
    dimensions integer NOT NULL,
    vector halfvec NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_memory_vectors PRIMARY KEY (tenant_id, memory_id, model),
    CONSTRAINT fk_memory_vectors_memories FOREIGN KEY (tenant_id, memory_id)
        REFERENCES memories (tenant_id, memory_id) ON DELETE CASCADE
);
ALTER TABLE memory_vectors ALTER COLUMN vector SET STORAGE PLAIN;
CREATE INDEX ix_memory_vectors_tenant_id_owner_pk_model ON memory_vectors (tenant_id, owner_pk, model);

CREATE TABLE memory_terms (
    tenant_id uuid NOT NULL,
    owner_pk uuid NOT NULL,
    term text COLLATE "C" NOT NULL,
    memory_id uuid NOT NULL,
    count smallint NOT NULL,
    CONSTRAINT pk_memory_terms PRIMARY KEY (tenant_id, owner_pk, term, memory_id) INCLUDE (count),
    CONSTRAINT fk_memory_terms_memories FOREIGN KEY (tenant_id, memory_id)
        REFERENCES memories (tenant_id, memory_id) ON DELETE CASCADE
);
CREATE INDEX ix_memory_terms_tenant_id_memory_id ON memory_terms (tenant_id, memory_id);

CREATE TABLE forgotten_sentences (
    tenant_id uuid NOT NULL,
    user_pk uuid NOT NULL,
    sentence_hash text NOT NULL,
    key text NOT NULL DEFAULT '',
    forgotten_at timestamptz NOT NULL,
    CONSTRAINT pk_forgotten_sentences PRIMARY KEY (tenant_id, user_pk, sentence_hash, key),
    CONSTRAINT fk_forgotten_sentences_users FOREIGN KEY (tenant_id, user_pk)
        REFERENCES users (tenant_id, user_pk) ON DELETE CASCADE
);

CREATE TABLE episodes (
    tenant_id uuid NOT NULL,
    episode_id uuid NOT NULL,
    user_pk uuid NOT NULL,
    session_pk uuid NOT NULL,
    turn_id uuid NOT NULL,
    namespace text NOT NULL,
    agent_id text,
    project_id text,
    seq bigint NOT NULL,
    part integer NOT NULL,
    role text NOT NULL,
    name text,
    content text NOT NULL,
    asking real NOT NULL,
    tokens integer NOT NULL,
    terms bytea NOT NULL,
    terms_version integer NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT 'active',
    occurred_at timestamptz NOT NULL,
    over_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_recalled_at timestamptz,
    recalls integer NOT NULL DEFAULT 0,
    CONSTRAINT pk_episodes PRIMARY KEY (tenant_id, episode_id),
    CONSTRAINT fk_episodes_sessions FOREIGN KEY (tenant_id, session_pk)
        REFERENCES sessions (tenant_id, session_pk) ON DELETE CASCADE,
    CONSTRAINT ck_episodes_role CHECK (role IN ('user', 'assistant')),
    CONSTRAINT ck_episodes_status CHECK (status IN ('active', 'amended', 'superseded')),
    CONSTRAINT uq_episodes_tenant_id_session_pk_seq_part UNIQUE (tenant_id, session_pk, seq, part)
);
CREATE INDEX ix_episodes_tenant_id_user_pk ON episodes (tenant_id, user_pk);

CREATE TABLE episode_vectors (
    tenant_id uuid NOT NULL,
    episode_id uuid NOT NULL,
    model text NOT NULL,
    owner_pk uuid NOT NULL,
    dimensions integer NOT NULL,
    vector halfvec NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_episode_vectors PRIMARY KEY (tenant_id, episode_id, model),
    CONSTRAINT fk_episode_vectors_episodes FOREIGN KEY (tenant_id, episode_id)
        REFERENCES episodes (tenant_id, episode_id) ON DELETE CASCADE
);
ALTER TABLE episode_vectors ALTER COLUMN vector SET STORAGE PLAIN;
CREATE INDEX ix_episode_vectors_tenant_id_owner_pk_model ON episode_vectors (tenant_id, owner_pk, model);

CREATE TABLE policies (
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    document jsonb NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_policies PRIMARY KEY (tenant_id, name),
    CONSTRAINT fk_policies_tenants FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE CASCADE
);

CREATE TABLE traces (
    tenant_id uuid NOT NULL,
    trace_id uuid NOT NULL,
    user_pk uuid NOT NULL,
    session_id text,
    memory_ids uuid[] NOT NULL DEFAULT '{}',
    document jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT pk_traces PRIMARY KEY (tenant_id, trace_id)
);
CREATE INDEX ix_traces_tenant_id_user_pk_created_at_trace_id ON traces (tenant_id, user_pk, created_at, trace_id);

CREATE TABLE feedback (
    tenant_id uuid NOT NULL,
    feedback_id uuid NOT NULL,
    trace_id uuid NOT NULL,
    outcome text NOT NULL,
    memory_ids uuid[] NOT NULL DEFAULT '{}',
    note text,
    policy text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_feedback PRIMARY KEY (tenant_id, feedback_id),
    CONSTRAINT fk_feedback_traces FOREIGN KEY (tenant_id, trace_id)
        REFERENCES traces (tenant_id, trace_id) ON DELETE CASCADE,
    CONSTRAINT ck_feedback_outcome CHECK (outcome IN ('helpful', 'irrelevant', 'wrong', 'corrected'))
);
CREATE INDEX ix_feedback_tenant_id_trace_id ON feedback (tenant_id, trace_id);

CREATE TABLE audit_log (
    tenant_id uuid NOT NULL,
    audit_id uuid NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    object_type text NOT NULL,
    object_id text,
    user_hash text,
    details jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_audit_log PRIMARY KEY (tenant_id, audit_id)
);
CREATE INDEX ix_audit_log_tenant_id_created_at ON audit_log (tenant_id, created_at);

CREATE TABLE audit_seals (
    tenant_id uuid NOT NULL,
    seal bigint NOT NULL,
    audit_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT pk_audit_seals PRIMARY KEY (tenant_id, seal),
    CONSTRAINT uq_audit_seals_tenant_id_audit_id UNIQUE (tenant_id, audit_id)
);

CREATE TABLE idempotency_keys (
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    user_pk uuid,
    status smallint,
    response jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    CONSTRAINT pk_idempotency_keys PRIMARY KEY (tenant_id, key)
);
CREATE INDEX ix_idempotency_keys_tenant_id_expires_at ON idempotency_keys (tenant_id, expires_at);

CREATE TABLE model_usage (
    tenant_id uuid NOT NULL,
    day date NOT NULL,
    calls bigint NOT NULL DEFAULT 0,
    tokens bigint NOT NULL DEFAULT 0,
    CONSTRAINT pk_model_usage PRIMARY KEY (tenant_id, day),
    CONSTRAINT fk_model_usage_tenants FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE CASCADE
);
"""

POLICY = """
ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE {table} FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant_isolation ON {table}
    USING (tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid)
    WITH CHECK (tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid);
"""

# The tenant of requests without a key; its id is derived from its name (tenants/identity.py).
DEFAULT_TENANT = """
SET LOCAL app.tenant = 'a4be9249-72d8-5919-b712-e84baa8a297b';
INSERT INTO tenants (tenant_id, name) VALUES ('a4be9249-72d8-5919-b712-e84baa8a297b', 'default');
"""

# The look-ups that cannot name a tenant run as the owner, whom one more policy lets read.
LOOKUPS = """
CREATE POLICY owner_lookup ON tenants FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_lookup ON api_keys FOR SELECT TO CURRENT_USER USING (true);

CREATE POLICY owner_lookup ON turns FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_lookup ON sessions FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION memoryd_find_key(wanted text)
    RETURNS TABLE (tenant_id uuid, key_id text, secret_hash bytea, scopes text[], user_id text, expires_at timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
    SELECT k.tenant_id, k.key_id, k.secret_hash, k.scopes, k.user_id, k.expires_at
    FROM public.api_keys AS k WHERE k.key_id = wanted AND k.revoked_at IS NULL
$$;

CREATE FUNCTION memoryd_list_tenants()
    RETURNS TABLE (tenant_id uuid, name text, embedding jsonb)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$ SELECT t.tenant_id, t.name, t.embedding FROM public.tenants AS t ORDER BY t.name $$;

CREATE FUNCTION memoryd_measure_turns()
    RETURNS TABLE (pending bigint, failed bigint, oldest timestamptz)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
    SELECT (SELECT count(*) FROM public.turns WHERE processing = 'pending'),
        (SELECT count(*) FROM public.turns WHERE processing = 'failed'),
        (SELECT min(created_at) FROM public.turns WHERE processing = 'pending')
$$;

CREATE FUNCTION memoryd_turns_without_job(age interval, most integer)
    RETURNS TABLE (tenant_id uuid, session_pk uuid)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
AS $$
    SELECT DISTINCT t.tenant_id, t.session_pk FROM public.turns AS t
    WHERE t.processing = 'pending' AND t.created_at < now() - age AND NOT EXISTS (
        SELECT 1 FROM public.procrastinate_jobs AS j
        WHERE j.lock = t.session_pk::text AND j.task_name = 'extraction' AND j.status IN ('todo', 'doing'))
    LIMIT most
$$;
"""

FUNCTIONS = (
    "memoryd_find_key(text), memoryd_list_tenants(), memoryd_measure_turns(),"
    " memoryd_turns_without_job(interval, integer)"
)
GRANTS = """
GRANT USAGE ON SCHEMA public TO "{role}";
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "{role}";
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO "{role}";
REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM "{role}";
REVOKE UPDATE, DELETE ON audit_log, audit_seals FROM "{role}";
GRANT EXECUTE ON FUNCTION {functions} TO "{role}";
"""


def upgrade() -> None:
    connection = op.get_bind()
    raw = connection.connection.driver_connection
    raw.execute("CREATE EXTENSION IF NOT EXISTS vector")
    raw.execute(TABLES)
    for table in TENANT_TABLES:
        raw.execute(POLICY.format(table=table))
    raw.execute(DEFAULT_TENANT)
    raw.execute(SchemaManager.get_schema())
    raw.execute(LOOKUPS)
    # Its NOTIFY on insert serialises commits; the service notifies after the commit instead.
    raw.execute("DROP TRIGGER procrastinate_jobs_notify_queue_job_inserted_v1 ON procrastinate_jobs")
    # Its fetch looks whether a job of the same lock comes first; without this that is a search among all that wait.
    raw.execute(
        "CREATE INDEX memoryd_jobs_lock ON procrastinate_jobs (lock, priority DESC, id)"
        " WHERE status IN ('todo', 'doing')"
    )
    raw.execute(f"REVOKE ALL ON FUNCTION {FUNCTIONS} FROM PUBLIC")
    role = context.config.attributes["app_role"]
    if role != connection.execute(text("SELECT current_user")).scalar_one():
        raw.execute(GRANTS.format(role=role.replace('"', '""'), functions=FUNCTIONS))


def downgrade() -> None:
    raw = op.get_bind().connection.driver_connection
    raw.execute(f"DROP FUNCTION {FUNCTIONS}")
    raw.execute(f"DROP TABLE {', '.join(TENANT_TABLES)} CASCADE")
    raw.execute("DROP SEQUENCE erase_epochs")
    raw.execute(
        """
        DO $$
        DECLARE thing record;
        BEGIN
            FOR thing IN SELECT tablename FROM pg_tables
                WHERE schemaname = 'public' AND tablename LIKE 'procrastinate%' LOOP
                EXECUTE format('DROP TABLE %I CASCADE', thing.tablename);
            END LOOP;
            FOR thing IN SELECT oid::regprocedure AS name FROM pg_proc
                WHERE pronamespace = 'public'::regnamespace AND proname LIKE 'procrastinate%' LOOP
                EXECUTE format('DROP FUNCTION %s CASCADE', thing.name);
            END LOOP;
            FOR thing IN SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace
                AND typname LIKE 'procrastinate%' AND typtype IN ('e', 'c') LOOP
                EXECUTE format('DROP TYPE %I CASCADE', thing.typname);
            END LOOP;
        END $$
        """
    )
