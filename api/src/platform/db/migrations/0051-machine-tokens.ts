import { sql, type Kysely } from 'kysely'

/** Tokens of machines beside AuthIDs, and the sign-ins by which command lines get them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table auth_tokens
    add column kind text not null default 'AUTH_ID' check (kind in ('AUTH_ID', 'MACHINE')),
    add column approved_from text`,
  `alter table auth_tokens alter column kind drop default`,
  `drop index auth_tokens_live`,
  `create unique index auth_tokens_live on auth_tokens (account_id, user_id) where deleted_at is null and kind = 'AUTH_ID'`,
  `create unique index auth_tokens_machines on auth_tokens (account_id, user_id, name)
    where deleted_at is null and kind = 'MACHINE'`,

  `create table command_line_sign_ins (
    id text primary key,
    device_code_hash text not null unique,
    user_code text not null unique,
    machine_name text not null,
    code_challenge text,
    loopback_port integer,
    status text not null check (status in ('pending', 'approved', 'denied', 'redeemed')),
    requested_from text not null,
    requested_network text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    polled_at timestamptz,
    account_id text references accounts,
    user_id text references users,
    approved_from text,
    code_hash text,
    check ((code_challenge is null) = (loopback_port is null)),
    check (status not in ('approved', 'redeemed') or (account_id is not null and user_id is not null))
  )`,
  `create index command_line_sign_ins_expiry on command_line_sign_ins (expires_at)`,
  `create index command_line_sign_ins_approved on command_line_sign_ins (account_id, user_id) where status = 'approved'`,
]
