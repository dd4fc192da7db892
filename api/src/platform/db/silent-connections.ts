import type { Pool, PoolClient } from 'pg'

/** What lets the statements that follow it on a connection take as long as they must. */
const liftsLimit = /^set (?:local|session) statement_timeout = '?0/

/**
 * Makes a pool close a connection on which a statement gets no answer for so many milliseconds. The server ends statements itself, earlier; one that
 * does not even say so is out of reach, like one whose connections a firewall has forgotten, and TCP may wait for it forever. Transfers
 * and migrations, which lift the limit of statements, are exempt until their connection is released.
 */
export function closeSilent(pool: Pool, silenceMs: number): void {
  const unlimited = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    const send: (...args: unknown[]) => unknown = Reflect.get(client, 'query')
    const query = (...args: unknown[]): unknown => {
      const [text] = args
      if (typeof text === 'string' && liftsLimit.test(text)) unlimited.add(client)
      const sent = Reflect.apply(send, client, args)
      if (sent instanceof Promise && !unlimited.has(client)) {
        // With a statement in progress, this breaks the connection: the statement fails, and the pool removes it.
        const timer = setTimeout(() => void client.end(), silenceMs)
        const clear = () => clearTimeout(timer)
        sent.then(clear, clear)
      }
      return sent
    }
    Object.assign(client, { query })
  })
  pool.on('release', (_error, client) => {
    unlimited.delete(client)
  })
}
