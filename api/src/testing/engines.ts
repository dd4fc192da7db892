import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'

/** A migrated database of one test run. */
export interface TestDatabase {
  /** How to open it: as often as wanted on PostgreSQL, once at a time on PGlite. */
  config: DatabaseConfig
  drop(): Promise<void>
}

/** An engine to run tests on: `describe.each(engines)('on $name', ({ create }) => …)`. */
export interface Engine {
  name: 'PGlite' | 'PostgreSQL'
  create(): Promise<TestDatabase>
}

const { TEST_DATABASE_URL: serverUrl } = process.env

/** PGlite always; PostgreSQL where TEST_DATABASE_URL names a server on which databases can be created. */
export const engines: Engine[] = [
  { name: 'PGlite', create: createEmbedded },
  ...(serverUrl ? [{ name: 'PostgreSQL' as const, create: () => createOnServer(serverUrl) }] : []),
]

async function createEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-test-database-'))
  const config: DatabaseConfig = { kind: 'embedded', folder: join(folder, 'database') }
  await migrateOnce(config)
  return { config, drop: () => rm(folder, { recursive: true, force: true }) }
}

async function createOnServer(url: string): Promise<TestDatabase> {
  const name = `culvert_test_${randomBytes(6).toString('hex')}`
  await runOnServer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = name
  const config: DatabaseConfig = { kind: 'postgres', url: own.href }
  await migrateOnce(config)
  return { config, drop: () => runOnServer(url, `drop database ${name} with (force)`) }
}

async function migrateOnce(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config)
  await migrate(database.db)
  await database.close()
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
