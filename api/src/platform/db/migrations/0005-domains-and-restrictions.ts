import { sql, type Kysely } from 'kysely'

/** Custom domains with gateways on them, addresses that tunnels refuse, and API keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table domains (
    id text primary key,
    account_id text not null references accounts,
    domain text not null,
    verification_token text not null,
    status text not null check (status in ('pending', 'verified', 'failed')),
    verifying_since timestamptz,
    last_check_message text,
    last_checked_at timestamptz,
    failed_checks integer not null default 0,
    last_check_due_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create unique index domains_live on domains (account_id, domain) where deleted_at is null`,
  `create index domains_account on domains (account_id, created_at desc, id desc) where deleted_at is null`,
  // Any number of accounts may wait for a domain; one of them holds it.
  `create unique index domains_verified on domains (domain) where status = 'verified' and deleted_at is null`,

  `alter table gateways add column domain_id text references domains`,
  `create index gateways_domain on gateways (domain_id) where domain_id is not null and deleted_at is null`,

  `create table ip_restrictions (
    id text primary key,
    account_id text not null references accounts,
    ip_address text not null,
    network text not null,
    description text,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  `create unique index ip_restrictions_live on ip_restrictions (account_id, network) where deleted_at is null`,

  // Its one row is locked by each change, so that versions become visible in their order: who has seen one has missed none before it.
  `create table restriction_counter (
    id integer primary key check (id = 1),
    version bigint not null
  )`,
  `insert into restriction_counter values (1, 0)`,
  `create table restriction_versions (
    account_id text primary key references accounts,
    version bigint not null unique
  )`,

  `create table api_keys (
    id text primary key,
    account_id text not null references accounts,
    created_by text not null references users,
    name text not null,
    prefix text not null,
    key_hash text not null unique,
    scopes text[] not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index api_keys_account on api_keys (account_id, created_at desc, id desc) where revoked_at is null`,
]
