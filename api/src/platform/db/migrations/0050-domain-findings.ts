import { sql, type Kysely } from 'kysely'

/** Adds the findings of a domain's last check, by aspect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table domains add column findings jsonb not null default '[]'`).execute(db)
}
