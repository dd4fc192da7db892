import { sql, type Kysely } from 'kysely'

/**
 * Records which users have proven their e-mail address. Existing users count as proven if they once reset their password by
 * mail; the others keep everything and count as unproven until they open a link.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table users
    add column email_verified_at timestamptz,
    add column email_lost_at timestamptz,
    drop constraint users_check`,
  `update users set email_verified_at = proof.created_at
    from (
      select object_id, min(created_at) as created_at from audit_entries
      where action = 'user.password_reset' and object_type = 'user' group by object_id
    ) as proof
    where proof.object_id = users.id and email is not null`,
  // A user who lost the address to its owner may be left without any.
  `alter table users
    add constraint users_named check (email is not null or phone is not null or email_lost_at is not null),
    add constraint users_verified check (email is not null or email_verified_at is null)`,

  `create table email_verifications (
    id text primary key,
    user_id text not null references users on delete cascade,
    email text not null,
    token_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    voided_at timestamptz
  )`,
  `create index email_verifications_user on email_verifications (user_id, created_at)`,
  `create index email_verifications_expiry on email_verifications (expires_at)`,

  `alter table team_invites add column mail_token_hash text unique`,

  `alter table account_users add column by_invitation boolean not null default false`,
  `update account_users set by_invitation = true
    from users, team_invites
    where users.id = account_users.user_id
      and team_invites.account_id = account_users.account_id
      and team_invites.email = users.email
      and team_invites.status = 'accepted'`,
]
