import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'vitest'
import type { OpenDatabase } from '../platform/db/db.ts'
import { openPGlite } from '../platform/db/embedded.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createServerDatabase, patientLimits } from './server-databases.ts'

/** A kind of database that every suite runs on. */
export interface TestDatabase {
  name: 'PGlite' | 'PostgreSQL'
  /** A fresh, migrated database for one suite. */
  open: () => Promise<OpenTestDatabase>
}

/** The database of one suite. It is removed when it is closed, or on a server at the end of the run. */
export interface OpenTestDatabase extends OpenDatabase {
  /** Opens it again, as a second node of the installation does. Close the second one first. */
  join: () => OpenDatabase
  /** Its address; undefined for PGlite. */
  url: string | undefined
}

/** PGlite, the only one that needs no server. */
export const embedded: TestDatabase = {
  name: 'PGlite',
  open: async () => {
    const folder = mkdtempSync(join(fromSetUp('CULVERT_TEST_FOLDER'), 'copy-'))
    fillFolder(folder)
    const { db, close } = await openPGlite({ dataDir: folder })
    return {
      db,
      // PGlite belongs to one process: here, the nodes share it.
      join: () => ({ db, close: async () => undefined }),
      url: undefined,
      close: async () => {
        try {
          await close()
        } finally {
          await rm(folder, { recursive: true, force: true })
        }
      },
    }
  },
}

/** Fills a folder with a migrated PGlite, for tests that do not test migrations: faster than creating and migrating one. */
export function fillFolder(folder: string): void {
  cpSync(fromSetUp('CULVERT_TEST_DATABASE'), folder, { recursive: true })
}

function fromSetUp(variable: 'CULVERT_TEST_DATABASE' | 'CULVERT_TEST_FOLDER' | 'CULVERT_TEST_TEMPLATE'): string {
  const value = process.env[variable]
  if (value === undefined) throw new Error('The global set-up of the api tests did not run.')
  return value
}

/** A separate database on a server. */
const postgres = (serverUrl: string): TestDatabase => ({
  name: 'PostgreSQL',
  open: async () => {
    const { url, db, close } = await createServerDatabase(serverUrl, fromSetUp('CULVERT_TEST_TEMPLATE'))
    return {
      db,
      join: () => openPostgres(url, patientLimits),
      url,
      close,
    }
  },
})

const server = process.env.TEST_DATABASE_URL ? postgres(process.env.TEST_DATABASE_URL) : undefined

/** Always PGlite, and PostgreSQL if TEST_DATABASE_URL names a server. */
export const testDatabases: TestDatabase[] = server ? [embedded, server] : [embedded]

/** Describes what only a PostgreSQL server can show. Without one, the tests are skipped. */
export function describePostgres(title: string, body: (postgres: TestDatabase) => void): void {
  if (server) describe(title, () => body(server))
  else describe.skip(`${title} (TEST_DATABASE_URL names no server)`, () => body(embedded))
}
