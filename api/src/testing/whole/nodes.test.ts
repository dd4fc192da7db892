import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { loadApiConfig } from '../../ground/config.ts'
import { startApi } from '../../start.ts'
import { TestClient } from '../client.ts'
import { describePostgres } from '../databases.ts'
import { SignUpDocument } from '../generated/documents.ts'
import { RawSocket } from '../raw-socket.ts'
import { edgeSecret } from '../service-token.ts'
import { newUser } from '../sign-up.ts'

describePostgres('two API servers on one database, without Redis', (postgres) => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }, 20_000)

  /** Starts both on a separate database, and signs up a user who has a socket at each. */
  const startBoth = async () => {
    const database = await postgres.open()
    closers.push(database.close)
    const environment = {
      DATABASE_URL: database.url,
      EDGE_SECRET: edgeSecret,
      PORT: '0',
      MAIL_OUTBOX_PORT: '0',
      LOG_LEVEL: 'silent',
    }
    const start = async () => {
      const api = await startApi(loadApiConfig(environment))
      closers.push(api.close)
      return api
    }
    const nodes = [await start(), await start()]
    const user = newUser()
    const client = new TestClient(nodes[0]?.url ?? '', undefined, () => Promise.resolve())
    const { accessToken } = (await client.run(SignUpDocument, { input: user })).signUp.session
    const payload = { authorization: `Bearer ${accessToken}` }
    const openSockets = async () => {
      const sockets = nodes.map((api) => new RawSocket(api.url))
      for (const socket of sockets) {
        await socket.send({ type: 'connection_init', payload })
        expect(await socket.next()).toEqual({ type: 'connection_ack' })
      }
      return sockets
    }
    return { database, user, openSockets }
  }

  it('learn immediately of a change that the command line makes in another process', async () => {
    const { database, user, openSockets } = await startBoth()
    const sockets = await openSockets()
    const { PATH, NODE_COMPILE_CACHE } = process.env
    await promisify(execFile)(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        join(import.meta.dirname, '../../admin/main.ts'),
        'users',
        'disable',
        user.email,
      ],
      { env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: database.url } },
    )
    const doneMs = performance.now()
    const over = { code: 4403, reason: 'Session ended' }
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([over, over])
    // By the event, not by the heartbeat, which comes after 25 s.
    expect(performance.now() - doneMs).toBeLessThan(5_000)
  })

  it('close every WebSocket with 1012 once events pass between them again, and accept new ones', async () => {
    const { database, openSockets } = await startBoth()
    const sockets = await openSockets()
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ~ '^(listen |select pg_notify)'
    `.execute(database.db)
    expect(rows).toHaveLength(2)
    const restart = { code: 1012, reason: '' }
    expect(await Promise.all(sockets.map((socket) => socket.closed))).toEqual([restart, restart])
    for (const socket of await openSockets()) socket.end()
  })
})
