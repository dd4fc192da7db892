import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Db } from '../platform/db/db.ts'
import { openPostgres, type PostgresLimits } from '../platform/db/postgres.ts'

const minutesMs = 120_000

/** Limits that no test on a busy machine exceeds. */
export const patientLimits: Partial<PostgresLimits> = {
  connectionMs: minutesMs,
  statementMs: minutesMs,
  lockMs: minutesMs,
  idleInTransactionMs: minutesMs,
}

/**
 * Creates a database on a server, empty or as a copy of another. A copy stays until its template is dropped: file systems are slow to create files
 * where others have just been removed, and a run that drops each database at the end of its suite takes a tenth longer.
 */
export async function createServerDatabase(serverUrl: string, template?: string) {
  const name = `${template ?? 'culvert_test'}_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (db) =>
    sql`create database ${sql.id(name)} template ${sql.id(template ?? 'template1')}`.execute(db),
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { name, url: url.href, ...openPostgres(url.href, patientLimits) }
}

/** Drops a database and its copies, even while they are in use. */
export async function dropServerDatabases(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, async (db) => {
    const { rows } = await sql<{ name: string }>`
      select datname as name from pg_database where starts_with(datname, ${template})
    `.execute(db)
    // With more at a time, some would wait too long for a connection on a busy machine.
    const gate = pLimit(4)
    await gate.map(rows, ({ name }) => sql`drop database ${sql.id(name)} with (force)`.execute(db))
  })
}

async function onServer(serverUrl: string, work: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = openPostgres(serverUrl, patientLimits)
  await work(db)
  await close()
}
