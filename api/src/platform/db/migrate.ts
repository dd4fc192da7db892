import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator, type Migration } from 'kysely/migration'
import { findErrorCode, InstallationFault } from '../../ground/errors.ts'
import type { Database, Db } from './db.ts'

/**
 * Returns every change of the tables, by the name of its file, which exports `up: (db: Kysely<unknown>) => Promise<void>`. A
 * released file is never edited or renamed.
 */
export async function readMigrations(
  folder = path.join(import.meta.dirname, 'migrations'),
): Promise<Record<string, Migration>> {
  return await new FileMigrationProvider({
    fs,
    path,
    migrationFolder: folder,
    // On Windows, a path is not a module specifier.
    import: (file) => import(pathToFileURL(file).href),
    onFileIgnored: (file) => {
      throw new Error(`${path.join(folder, file)} is not a migration: it exports no function "up".`)
    },
  }).getMigrations()
}

/** Brings the tables up to date. Several nodes may start at once: PostgreSQL lets one of them do it. Rejects a newer database. */
export async function migrate(db: Database): Promise<void> {
  const migrations = await readMigrations()
  const applied = await listApplied(db)
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new InstallationFault(
      `The database is newer than this version of Culvert, which does not know its migration ${unknown.join(', ')}: run the version that made it or a later one, or restore a backup from before that upgrade.`,
    )
  }
  if (applied.length === Object.keys(migrations).length) return
  await applyMigrations(db, migrations)
}

/** Applies those of the migrations that a database lacks; within a transaction, if it is given one. */
export async function applyMigrations(db: Database, migrations: Record<string, Migration>): Promise<void> {
  // Numbers were assigned before the migrations were done: a database may have 0030 and lack 0022. They do not touch each other.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * Returns the migrations that a database has, by name. The migrator reads the whole catalogue first, which takes PGlite most of a
 * second; a single query shows what is due.
 */
export async function listApplied(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    // The table comes with the first migration (SQLSTATE 42P01: undefined table).
    if (findErrorCode(error) === '42P01') return []
    throw error
  }
}
