import { sql, type Kysely } from 'kysely'

/** Notices, and what users have set and read of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // No references: a notice is written last in the change that it tells of, and must wait for nobody's lock.
  `create table notices (
    id text primary key,
    account_id text,
    user_id text,
    once_key text not null unique,
    subject_ids text[] not null,
    facts jsonb not null,
    happened_at timestamptz not null,
    mailed_at timestamptz,
    check (num_nonnulls(account_id, user_id) = 1)
  )`,
  `create index notices_of_account on notices (account_id, happened_at desc) where account_id is not null`,
  `create index notices_of_user on notices (user_id, happened_at desc) where user_id is not null`,
  `create index notices_by_time on notices (happened_at)`,
  `create table notice_settings (
    user_id text primary key references users (id),
    read_until timestamptz,
    mails jsonb not null default '{}'
  )`,
]
