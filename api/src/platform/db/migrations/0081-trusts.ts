import { sql, type Kysely } from 'kysely'

/** Workloads whose issuers' tokens are exchanged for agent tokens, and which of these were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table trusts (
    id text primary key,
    account_id text not null references accounts,
    name text not null,
    issuer text not null,
    audience text not null,
    conditions jsonb not null,
    gateway_id text references gateways,
    hostname_prefix text,
    label text not null,
    ttl_seconds integer not null,
    created_by text references users,
    created_at timestamptz not null,
    last_used_at timestamptz,
    check ((gateway_id is null) <> (hostname_prefix is null))
  )`,
  `create index trusts_account on trusts (account_id, created_at desc)`,
  `create index trusts_gateway on trusts (gateway_id) where gateway_id is not null`,

  `alter table agent_tokens add column trust_id text references trusts on delete set null`,
  `create index agent_tokens_trust on agent_tokens (trust_id) where trust_id is not null`,

  // The primary key lets each be exchanged once.
  `create table exchanged_tokens (
    token_key text primary key,
    kept_until timestamptz not null
  )`,
  `create index exchanged_tokens_kept on exchanged_tokens (kept_until)`,
]
