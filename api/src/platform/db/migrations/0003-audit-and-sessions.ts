import { sql, type Kysely } from 'kysely'

/** The audit log; where sessions are used; ways to a new password; signing keys that give way to newer ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // No references: an entry outlives its object.
  `create table audit_entries (
    id text primary key,
    position bigint generated always as identity,
    action text not null,
    account_id text,
    actor_kind text not null,
    actor_user_id text,
    credential_id text,
    object_type text not null,
    object_id text not null,
    object_name text,
    changes jsonb,
    ip_address text,
    user_agent text,
    created_at timestamptz not null
  )`,
  `create index audit_entries_account on audit_entries (account_id, created_at desc, position desc)`,
  `create index audit_entries_object on audit_entries (object_type, object_id, created_at desc, position desc)`,

  `alter table sessions
    add column last_used_at timestamptz,
    add column ip_address text,
    add column user_agent text`,
  `update sessions set last_used_at = created_at`,
  `alter table sessions alter column last_used_at set not null`,

  `create table password_resets (
    id text primary key,
    user_id text not null references users on delete cascade,
    token_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index password_resets_user on password_resets (user_id, created_at)`,
  `create index password_resets_expiry on password_resets (expires_at)`,

  `alter table signing_keys add column retired_at timestamptz`,
]
