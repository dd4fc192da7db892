import { sql, type Kysely } from 'kysely'

/** Webhooks of accounts, and what they sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table webhooks (
    id text primary key,
    account_id text not null references accounts (id),
    url text not null,
    format text not null,
    kinds text[] not null,
    is_on boolean not null,
    off_reason text,
    failing_since timestamptz,
    sealed_secret text not null,
    sealed_previous_secret text,
    previous_until timestamptz,
    created_at timestamptz not null
  )`,
  `create index webhooks_of_account on webhooks (account_id)`,
  `create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    account_id text not null,
    notice_id text,
    type text not null,
    title text not null,
    body text not null,
    state text not null,
    attempts integer not null default 0,
    created_at timestamptz not null,
    next_attempt_at timestamptz,
    attempted_at timestamptz,
    status smallint,
    fault text,
    duration_ms integer,
    answer text,
    unique (webhook_id, notice_id)
  )`,
  `create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc, id desc)`,
  `create index webhook_deliveries_by_time on webhook_deliveries (created_at)`,
  `create index webhook_deliveries_of_account on webhook_deliveries (account_id)`,
]
