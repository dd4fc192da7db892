import { sql, type Kysely } from 'kysely'

/** Users who change their address themselves, choose a language, and delete themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table users
    add column locale text,
    add column erased_at timestamptz`,
  `alter table users drop constraint users_named`,
  `alter table users
    add constraint users_named
    check (email is not null or phone is not null or email_lost_at is not null or erased_at is not null)`,
  `alter table email_verifications add column is_change boolean not null default false`,
]
