import { sql, type Kysely } from 'kysely'

/** Adds the authority that signs for an edge without a publicly trusted certificate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table edges add column authority text').execute(db)
}
