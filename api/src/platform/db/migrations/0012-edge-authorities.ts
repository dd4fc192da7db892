import { sql, type Kysely } from 'kysely'

/** Who vouches for the certificates of edges that have no public ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table edges add column authority text').execute(db)
}
