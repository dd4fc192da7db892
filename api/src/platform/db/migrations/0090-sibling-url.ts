import type { Kysely } from 'kysely'

/** Adds where other edges reach an edge, which the operator sees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('edges').addColumn('sibling_url', 'text').execute()
}
