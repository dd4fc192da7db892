import { sql, type Kysely } from 'kysely'

/** What the last check found of each aspect of a domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table domains add column findings jsonb not null default '[]'`).execute(db)
}
