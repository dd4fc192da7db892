import { sql, type Kysely } from 'kysely'

/** Invitations, and who holds which namespace. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table team_invites (
    id text primary key,
    account_id text not null references accounts,
    email text not null,
    role text not null check (role in ('viewer', 'admin')),
    invited_by text references users on delete set null,
    token text not null unique,
    status text not null check (status in ('pending', 'accepted', 'declined', 'expired')),
    expires_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create unique index team_invites_pending on team_invites (account_id, email) where status = 'pending'`,
  `create index team_invites_account on team_invites (account_id, created_at desc, id desc)`,
  `create index team_invites_email on team_invites (email) where status = 'pending'`,

  // No reference: a namespace is claimed before its account exists, and stays blocked after the account is gone.
  `create table namespaces (
    namespace text primary key,
    account_id text not null,
    released_at timestamptz
  )`,
  `insert into namespaces (namespace, account_id, released_at) select namespace, id, deleted_at from accounts`,
  // The namespace of a deleted account can be somebody else's one day.
  `alter table accounts drop constraint accounts_namespace_key`,
  `create unique index accounts_live_namespace on accounts (namespace) where deleted_at is null`,

  `create index account_users_account on account_users (account_id, created_at, id) where deleted_at is null`,
]
