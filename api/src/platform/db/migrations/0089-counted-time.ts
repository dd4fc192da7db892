import { sql, type Kysely } from 'kysely'

/** Keeps from when an edge counts an agent's time, where another one counted before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table agent_edges add column counts_since timestamptz').execute(db)
}
