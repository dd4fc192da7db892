import type { Kysely } from 'kysely'

/** Adds which process of an edge each is, so that one that takes the place of another is known as such. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('edges').addColumn('process', 'integer').execute()
}
