import { sql, type Kysely } from 'kysely'

/** Users, accounts, plans, AuthIDs, gateways, agents, usage, and the installation's settings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/*
 * Ids are UUIDs as text, so that a malformed id is an unknown id rather than a fault of the database.
 * "Live" rows are those without deleted_at: what must be unique is unique among them.
 */
const statements = [
  `create table users (
    id text primary key,
    email text unique,
    phone text unique,
    first_name text not null,
    last_name text not null,
    password_hash text not null,
    created_at timestamptz not null,
    check (email is not null or phone is not null)
  )`,

  `create table sessions (
    id text primary key,
    user_id text not null references users on delete cascade,
    remember boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_at)`,

  `create table refresh_tokens (
    token_hash text primary key,
    session_id text not null references sessions on delete cascade,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index refresh_tokens_session on refresh_tokens (session_id)`,

  `create table signing_keys (
    id text primary key,
    private_jwk jsonb not null,
    created_at timestamptz not null
  )`,

  `create table accounts (
    id text primary key,
    name text not null,
    namespace text not null unique,
    namespace_changes_count integer not null default 0,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,

  `create table account_users (
    id text primary key,
    account_id text not null references accounts,
    user_id text not null references users,
    role text not null check (role in ('super_admin', 'admin', 'viewer')),
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create unique index account_users_live on account_users (account_id, user_id) where deleted_at is null`,
  `create index account_users_user on account_users (user_id) where deleted_at is null`,

  `create table plans (
    id text primary key,
    name text not null unique,
    type text not null check (type in ('free', 'pro', 'custom')),
    price_monthly numeric(10, 2),
    is_active boolean not null,
    max_subpoints integer not null,
    max_domains integer not null,
    max_team_members integer not null,
    max_concurrent_agents integer not null,
    max_api_requests integer not null,
    max_data_out_gb integer not null,
    max_agent_hours_monthly integer not null,
    max_ip_restrictions integer not null,
    allows_namespace_change boolean not null
  )`,

  `create table account_plans (
    id text primary key,
    account_id text not null references accounts,
    plan_id text not null references plans,
    is_active boolean not null,
    starts_at timestamptz not null,
    ends_at timestamptz,
    updated_at timestamptz not null
  )`,
  `create unique index account_plans_active on account_plans (account_id) where is_active`,

  `create table auth_tokens (
    id text primary key,
    account_id text not null references accounts,
    user_id text not null references users,
    token_hash text not null unique,
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    updated_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create unique index auth_tokens_live on auth_tokens (account_id, user_id) where deleted_at is null`,

  `create table gateways (
    id text primary key,
    account_id text not null references accounts,
    name text not null,
    subdomain text not null,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create unique index gateways_live_subdomain on gateways (subdomain) where deleted_at is null`,
  `create index gateways_account on gateways (account_id, created_at desc) where deleted_at is null`,

  `create table edges (
    id text primary key,
    last_seen_at timestamptz not null
  )`,

  `create table agents (
    id text primary key,
    account_id text not null references accounts,
    user_id text not null references users,
    auth_token_id text references auth_tokens,
    gateway_id text references gateways,
    name text,
    status text not null check (status in ('active', 'inactive', 'error')),
    assigned_domain text not null,
    forwarding_to text not null,
    started_at timestamptz not null,
    stopped_at timestamptz,
    end_reason text,
    last_seen_at timestamptz not null,
    edge_id text references edges on delete set null,
    disconnected_at timestamptz,
    request_count bigint not null default 0,
    data_in bigint not null default 0,
    data_out bigint not null default 0
  )`,
  `create unique index agents_active_domain on agents (assigned_domain) where status = 'active'`,
  `create index agents_account on agents (account_id, started_at desc, id desc)`,
  `create index agents_active on agents (account_id, gateway_id) where status = 'active'`,
  `create index agents_active_seen on agents (last_seen_at) where status = 'active'`,
  `create index agents_edge on agents (edge_id) where edge_id is not null`,

  // No references: traffic is counted even when an edge reports it after its account or gateway is gone.
  `create table usage_metrics (
    account_id text not null,
    gateway_id text,
    date date not null,
    api_requests bigint not null,
    data_in_bytes bigint not null,
    data_out_bytes bigint not null,
    agent_run_seconds double precision not null
  )`,
  `create unique index usage_metrics_day on usage_metrics (account_id, date, gateway_id) nulls not distinct`,

  `create table usage_reports (
    id text primary key,
    counted_at timestamptz not null
  )`,
  `create index usage_reports_counted on usage_reports (counted_at)`,

  `create table global_config (
    id integer primary key check (id = 1),
    brand_name text not null,
    available_subpoint_domains jsonb not null
  )`,
]
