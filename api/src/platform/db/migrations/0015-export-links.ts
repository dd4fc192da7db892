import { sql, type Kysely } from 'kysely'

/** Links to download exports; each works once, within a minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table export_links (
    token_hash text primary key,
    account_id text not null references accounts,
    user_id text not null references users on delete cascade,
    session_id text not null references sessions on delete cascade,
    expires_at timestamptz not null
  )`,
  `create index export_links_expiry on export_links (expires_at)`,
]
