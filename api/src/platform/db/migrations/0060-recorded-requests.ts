import { sql, type Kysely } from 'kysely'

/** Requests of visitors, and what is recorded of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table plans add column max_request_hours integer not null default 24`,
  `update plans set max_request_hours = case type when 'pro' then 168 else -1 end where type <> 'free'`,
  // No row: what is recorded by default.
  `create table request_recordings (
    account_id text primary key references accounts (id),
    is_on boolean not null,
    with_addresses boolean not null,
    with_queries boolean not null
  )`,
  `create sequence recorded_request_batches`,
  // No references: rows leave with their day's partition, whatever became of the account.
  `create table recorded_requests (
    id uuid not null,
    account_id text not null,
    kept_until date not null,
    batch bigint not null,
    started_at timestamptz not null,
    method text not null,
    hostname text not null,
    path text not null,
    http_version text not null,
    status smallint not null,
    answered_by text not null,
    code text,
    is_complete boolean not null,
    reason text,
    duration_ms double precision not null,
    waiting_ms double precision,
    first_byte_ms double precision,
    bytes_in bigint not null,
    bytes_out bigint not null,
    messages_in bigint,
    messages_out bigint,
    visitor_address text,
    user_agent text,
    agent_id text,
    gateway_id text,
    primary key (id, kept_until)
  ) partition by range (kept_until)`,
  `create index recorded_requests_by_time on recorded_requests (account_id, started_at, id)`,
  `create index recorded_requests_by_batch on recorded_requests (account_id, batch)`,
  // The partitions of days are made as they are needed.
  `create table recorded_requests_unlimited partition of recorded_requests for values from ('infinity') to (maxvalue)`,
  `create table request_reports (
    id text primary key,
    recorded_at timestamptz not null
  )`,
  `create table unrecorded_requests (
    account_id text not null,
    minute timestamptz not null,
    count bigint not null,
    primary key (account_id, minute)
  )`,
]
