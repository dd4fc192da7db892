import { sql, type Kysely } from 'kysely'

/** Keeps by which clock a job's time was computed, so that one that was ahead keeps no job waiting once it is set back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table jobs add column dated_at timestamptz').execute(db)
}
