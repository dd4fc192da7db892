import { sql, type Kysely } from 'kysely'

/** Second factors, how sessions were proven, and accounts that require a second factor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table sessions
    add column proven_by text[] not null default '{PASSWORD}',
    add column proven_at timestamptz`,
  `update sessions set proven_at = created_at`,
  `alter table sessions alter column proven_by drop default, alter column proven_at set not null`,

  `alter table accounts add column requires_second_factor boolean not null default false`,

  `create table factors (
    id text primary key,
    user_id text not null references users (id),
    kind text not null check (kind in ('TOTP', 'PASSKEY')),
    name text not null,
    created_at timestamptz not null,
    last_used_at timestamptz,
    sealed_secret text,
    last_step integer,
    credential_id text unique,
    public_key text,
    counter bigint,
    transports text[],
    check (kind <> 'TOTP' or num_nonnulls(sealed_secret, last_step) = 2),
    check (kind <> 'PASSKEY' or num_nonnulls(credential_id, public_key, counter, transports) = 4)
  )`,
  `create index factors_of_user on factors (user_id)`,
  `create unique index factors_totp on factors (user_id) where kind = 'TOTP'`,

  `create table recovery_codes (
    user_id text not null references users (id),
    code_hash text not null,
    used_at timestamptz,
    primary key (user_id, code_hash)
  )`,

  `create table used_challenges (
    id text primary key,
    expires_at timestamptz not null
  )`,
  `create index used_challenges_expiry on used_challenges (expires_at)`,
]
