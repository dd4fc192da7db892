import { sql, type Kysely } from 'kysely'

/** Tokens with which programs of an account's customers start agents, and usage by their labels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table agent_tokens (
    id text primary key,
    account_id text not null references accounts,
    label text not null,
    name text,
    prefix text not null,
    token_hash text not null unique,
    gateway_id text references gateways,
    hostname_prefix text,
    created_by text references users,
    api_key_id text references api_keys,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    ended_at timestamptz,
    check ((gateway_id is null) <> (hostname_prefix is null))
  )`,
  `create index agent_tokens_live on agent_tokens (account_id, created_at desc, id desc) where ended_at is null`,
  `create index agent_tokens_expiry on agent_tokens (expires_at) where ended_at is null`,
  `create index agent_tokens_ended on agent_tokens (ended_at) where ended_at is not null`,
  `create index agent_tokens_gateway on agent_tokens (gateway_id) where ended_at is null and gateway_id is not null`,

  `alter table agents
    alter column user_id drop not null,
    add column agent_token_id text references agent_tokens on delete set null,
    add column label text`,
  `create index agents_of_token on agents (agent_token_id) where agent_token_id is not null`,

  // No references, as usage_metrics has none.
  `create table usage_by_label (
    account_id text not null,
    label text not null,
    date date not null,
    api_requests bigint not null,
    failed_requests bigint not null,
    data_in_bytes bigint not null,
    data_out_bytes bigint not null,
    agent_run_seconds double precision not null,
    primary key (account_id, date, label)
  )`,
]
