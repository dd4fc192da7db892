import { PostgresAdapter, PostgresDialect, sql, type Kysely } from 'kysely'
import { Client, Pool, types, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { createDb, type OpenDatabase } from './db.ts'
import { asUnopened } from './faults.ts'
import { boundLockWaits } from './lock-waits.ts'
import { nameStatements, StatementNames } from './named-statements.ts'
import { closeReadOnly } from './read-only-connections.ts'
import { closeSilent } from './silent-connections.ts'
import { valueParsers } from './values.ts'
import { WriteWatch } from './write-watch.ts'

/** Connections of one process. */
const connectionsMax = 10

/** Half of the connections may wait for locked rows: the others are for everything else. */
const lockWaits = { perRow: 3, total: connectionsMax / 2 }

/**
 * Time limits in milliseconds: an error that can be retried is better than a request that hangs. Tests pass shorter ones.
 * docs/errors.md has the reason of each.
 */
export interface PostgresLimits {
  /** The limit until a connection is free, or a new one is open. */
  connectionMs: number
  /** The limit of one statement, including its wait for locks. */
  statementMs: number
  /** The limit of one lock, below that of a statement, so that the two can be told apart. */
  lockMs: number
  /** The limit of an idle transaction, whose owner must be lost. */
  idleInTransactionMs: number
  /** The time between two attempts to write while nothing can be written. */
  writeProbeMs: number
}

const defaultLimits: PostgresLimits = {
  connectionMs: 5_000,
  statementMs: 15_000,
  lockMs: 3_000,
  idleInTransactionMs: 30_000,
  writeProbeMs: 5_000,
}

/** Opens a pool of connections to a PostgreSQL server (15 or later). */
export function openPostgres(url: string, limits: Partial<PostgresLimits> = {}, log?: Logger): OpenDatabase {
  const { connectionMs, statementMs, lockMs, idleInTransactionMs, writeProbeMs } = { ...defaultLimits, ...limits }
  const pool = new Pool({
    connectionString: url,
    max: connectionsMax,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    types: { getTypeParser: (type, format) => valueParsers[type] ?? types.getTypeParser(type, format) },
  })
  // The pool replaces an idle connection that the server closed; without a listener that would end the process.
  pool.on('error', () => undefined)
  // Nor does the pool listen to a connection that is in use. What ended it between two queries, such as the limit of an idle
  // transaction, is why the next one fails: `pg` would only say that the connection cannot be used.
  pool.on('connect', (client) => client.once('error', (error) => failWith(client, error)))
  const names = new StatementNames()
  pool.on('connect', (client) => nameStatements(client, names))
  closeReadOnly(pool)
  closeSilent(pool, statementMs + connectionMs)
  const { host, pathname } = new URL(url)
  const watch = new WriteWatch(`The database ${decodeURIComponent(pathname.slice(1))} at ${host}`, writeProbeMs, log)
  const db = boundLockWaits(
    createDb(
      new CulvertPostgresDialect({
        pool: { options: pool.options, connect: () => connectTo(pool), end: () => pool.end() },
      }),
      (error) => watch.note(error, db),
    ),
    lockWaits,
  )
  const connect = () =>
    new Client({
      connectionString: url,
      connectionTimeoutMillis: connectionMs,
      query_timeout: connectionMs,
      keepAlive: true,
    })
  const close = async () => {
    watch.close()
    await db.destroy()
  }
  return { db, connect, findObstacle: () => watch.obstacle, close }
}

async function connectTo(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw asUnopened(error)
  }
}

function failWith(client: PoolClient, error: Error): void {
  client.on('error', () => undefined)
  Object.assign(client, { query: () => Promise.reject(error) })
}

class CulvertPostgresDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PatientMigrationAdapter()
  }
}

const sessionLimits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** A migration has no time limit, and neither has the wait for another node's. */
class PatientMigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Kysely<unknown>,
    options: Parameters<PostgresAdapter['acquireMigrationLock']>[1],
  ): Promise<void> {
    // Without a transaction around it, the lock is taken before that of the migrations begins.
    const scope = db.isTransaction ? 'local' : 'session'
    for (const limit of sessionLimits) await sql`set ${sql.raw(scope)} ${sql.raw(limit)} = 0`.execute(db)
    await super.acquireMigrationLock(db, options)
  }

  override async releaseMigrationLock(
    db: Kysely<unknown>,
    options: Parameters<PostgresAdapter['releaseMigrationLock']>[1],
  ): Promise<void> {
    await super.releaseMigrationLock(db, options)
    if (db.isTransaction) return
    for (const limit of sessionLimits) await sql`reset ${sql.raw(limit)}`.execute(db)
  }
}
