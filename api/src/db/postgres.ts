import { PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { createDb, type OpenDatabase } from './db.ts'
import { valueParsers } from './values.ts'

/** A pool of connections to a PostgreSQL server (15 or later). */
export function openPostgres(url: string): OpenDatabase {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    // Rather an error that can be retried than a request that hangs while the server is away.
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser: (type, format) => valueParsers[type] ?? types.getTypeParser(type, format) },
  })
  // The pool replaces an idle connection that the server closed; without a listener that would end the process.
  pool.on('error', () => undefined)
  // Nor does the pool listen to a connection that is in use: its query fails, and then the connection tells it once more.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = createDb(new PostgresDialect({ pool }))
  return { db, close: () => db.destroy() }
}
