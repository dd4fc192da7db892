import { sql, type Kysely } from 'kysely'

/** Adds the region of each agent. The index finds the active agents of a region. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agents').addColumn('region', 'text').execute()
  await sql
    .raw(`create index agents_region on agents (region) where status = 'active' and region is not null`)
    .execute(db)
}
