import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Db } from './db.ts'
import { migrations } from './migrations/index.ts'

/** Brings the tables up to date. Several nodes may start at once: PostgreSQL lets one of them do it. */
export async function migrate(db: Db): Promise<void> {
  if (await isUpToDate(db)) return
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** The migrator reads the whole catalogue first, which takes PGlite most of a second: one look tells that nothing is due. */
async function isUpToDate(db: Db): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return JSON.stringify(rows.map((row) => row.name)) === JSON.stringify(Object.keys(migrations).toSorted())
  } catch {
    // The table comes with the first migration.
    return false
  }
}
