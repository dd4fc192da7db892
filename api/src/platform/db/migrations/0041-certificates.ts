import { sql, type Kysely } from 'kysely'

/** Certificates that authorities issue, the accounts at these, and how far edges have come with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // An order is a part of its certificate's row: there cannot be two.
  `create table certificates (
    id text primary key,
    name text not null unique,
    account_id text references accounts,
    created_at timestamptz not null,
    chain text,
    sealed_key text,
    authority text,
    issued_at timestamptz,
    expires_at timestamptz,
    renews_at timestamptz,
    information_due_at timestamptz,
    next_attempt_at timestamptz,
    failures integer not null default 0,
    authority_failures integer not null default 0,
    last_error text,
    advice text,
    warned_for timestamptz,
    lease_id text,
    lease_ends_at timestamptz,
    ordered_at timestamptz,
    order_authority text,
    order_url text,
    order_key text,
    challenge jsonb,
    challenge_version bigint,
    shown_at timestamptz,
    answered_at timestamptz,
    check ((chain is null) = (sealed_key is null)),
    check (order_url is null or (ordered_at is not null and order_authority is not null)),
    check (challenge is null or order_url is not null)
  )`,
  `create index certificates_challenge on certificates (challenge_version) where challenge is not null`,
  `create index certificates_expiry on certificates (expires_at) where expires_at is not null`,

  // What counts against an authority's limits.
  `create table certificate_orders (
    id text primary key,
    account_id text references accounts,
    registered_domain text not null,
    is_renewal boolean not null,
    ordered_at timestamptz not null
  )`,
  `create index certificate_orders_domain on certificate_orders (registered_domain, ordered_at)`,
  `create index certificate_orders_account on certificate_orders (account_id, ordered_at)`,

  `create table acme_accounts (
    authority text primary key,
    sealed_key text not null,
    url text,
    created_at timestamptz not null,
    paused_until timestamptz,
    pause_reason text
  )`,

  // Its one row is locked by each change, so that versions become visible in their order: who has seen one has missed none before it.
  `create table certificate_counter (
    id integer primary key check (id = 1),
    version bigint not null
  )`,
  `insert into certificate_counter values (1, 0)`,
  // Names stay when their certificates end: an edge may come back that still has one.
  `create table certificate_versions (
    name text primary key,
    version bigint not null unique
  )`,
  `create table certificate_followers (
    edge_id text primary key,
    version bigint not null,
    seen_at timestamptz not null
  )`,
]
