import type { Pool, PoolClient } from 'pg'
import { findErrorCode } from '../../ground/errors.ts'

/** PostgreSQL's code for a change in a read-only transaction. */
const readOnlyTransaction = '25006'

/**
 * Makes a pool close a connection that refused a change as read-only. It may refuse all others for as long as it lives, although the database takes
 * changes again: a session keeps the setting with which it began, and the server that it was opened to.
 */
export function closeReadOnly(pool: Pool): void {
  const readOnly = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    const send: (...args: unknown[]) => unknown = Reflect.get(client, 'query')
    const query = (...args: unknown[]): unknown => {
      const sent = Reflect.apply(send, client, args)
      if (sent instanceof Promise) {
        sent.catch((error: unknown) => {
          if (findErrorCode(error) === readOnlyTransaction) readOnly.add(client)
        })
      }
      return sent
    }
    Object.assign(client, { query })
  })
  // The pool removes a connection that is ending when it is released.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end()
  })
}
