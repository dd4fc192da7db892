import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { OpenDatabase } from '../db/db.ts'
import { openPGlite } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'

/** A kind of database that every suite runs on. */
export interface TestDatabase {
  name: 'PGlite' | 'PostgreSQL'
  /** A fresh, migrated database for one suite. */
  open: () => Promise<OpenTestDatabase>
}

/** The database of one suite, which is gone once it is closed. */
export interface OpenTestDatabase extends OpenDatabase {
  /** Opens it once more, as a second node of the installation does. Close that first. */
  join: () => OpenDatabase
  /** Where it is; undefined for a PGlite in memory. */
  url: string | undefined
}

/** PGlite: the only one that needs no server. */
export const embedded: TestDatabase = {
  name: 'PGlite',
  open: async () => {
    const { db, close } = await openPGlite({ dataDir: 'memory://', loadDataDir: await readDump() })
    // PGlite belongs to one process: here its nodes share it.
    return { db, close, join: () => ({ db, close: async () => undefined }), url: undefined }
  },
}

/** Fills a folder with a migrated PGlite: quicker than to make and migrate one, for tests that are about something else. */
export function fillFolder(folder: string): void {
  cpSync(fromSetUp(process.env.CULVERT_TEST_DATABASE), folder, { recursive: true })
}

async function readDump(): Promise<Blob> {
  return new Blob([await readFile(fromSetUp(process.env.CULVERT_TEST_DUMP))])
}

function fromSetUp(path: string | undefined): string {
  if (path === undefined) throw new Error('The global set-up of the api tests did not run.')
  return path
}

/** A database of its own on a server, dropped at the end. */
const postgres = (serverUrl: string): TestDatabase => ({
  name: 'PostgreSQL',
  open: async () => {
    const name = `culvert_test_${randomUUID().replaceAll('-', '')}`
    await onServer(serverUrl, `create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const database = openPostgres(url.href)
    await migrate(database.db)
    return {
      db: database.db,
      join: () => openPostgres(url.href),
      url: url.href,
      close: async () => {
        await database.close()
        await onServer(serverUrl, `drop database ${name} with (force)`)
      },
    }
  },
})

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const { db, close } = openPostgres(serverUrl)
  await sql.raw(statement).execute(db)
  await close()
}

/** PGlite always, and PostgreSQL when TEST_DATABASE_URL names a server. */
export const testDatabases: TestDatabase[] = [
  embedded,
  ...(process.env.TEST_DATABASE_URL ? [postgres(process.env.TEST_DATABASE_URL)] : []),
]
