import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { prepareTransfer } from '../../platform/backup/repository.ts'
import type { Database, OpenDatabase } from '../../platform/db/db.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { TestApi } from '../api.ts'
import { describePostgres, type OpenTestDatabase } from '../databases.ts'
import { AccountChangedDocument, SiteDocument, UpdateAccountDocument } from '../generated/documents.ts'
import { newUser } from '../sign-up.ts'
import { call } from './races.ts'

/** Prepares a connection, and lets it wait for a second. */
async function waitAfter(db: Database, prepare: () => Promise<void>): Promise<void> {
  await prepare()
  await sql`select pg_sleep(1)`.execute(db)
}

/** A proxy to PostgreSQL that a test can close. */
class PostgresProxy {
  readonly #sockets = new Set<Socket>()
  readonly #silencers = new Set<() => void>()
  readonly #server
  #isOpen = true

  constructor(target: URL) {
    this.#server = createServer((client) => {
      if (!this.#isOpen) {
        client.destroy()
        return
      }
      const upstream = connect(Number(target.port || 5432), target.hostname)
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => undefined)
        from.once('close', () => {
          this.#sockets.delete(from)
          to.destroy()
        })
        from.pipe(to)
        if (from === client) this.#silencers.add(() => void from.unpipe(to).resume())
      }
    })
  }

  open(): void {
    this.#isOpen = true
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Ends every connection, and each new one immediately, as a restarting server does. GraphQL does not treat Node's own resets as errors. */
  cut(): void {
    this.#isOpen = false
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Makes every existing connection hang forever, like a firewall that forgot it; new ones work. */
  silence(): void {
    for (const silence of this.#silencers) silence()
    this.#silencers.clear()
  }

  async close(): Promise<void> {
    this.cut()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

// PGlite has no server that could become unavailable.
describePostgres('an API whose PostgreSQL goes away and comes back', (postgres) => {
  const api = new TestApi()
  let opened: OpenTestDatabase
  let proxy: PostgresProxy

  beforeAll(async () => {
    opened = await postgres.open()
    const url = new URL(opened.url ?? '')
    proxy = new PostgresProxy(new URL(url))
    url.host = `127.0.0.1:${await proxy.listen()}`
    await api.start(openPostgres(url.href), {})
  }, 180_000)
  afterAll(async () => {
    proxy.open()
    await api.close()
    await proxy.close()
    await opened.close()
  }, 20_000)

  /** Sends reads and writes until it is told to stop, and counts the outcomes. */
  const startLoad = () => {
    const answers: { status: number; code: unknown; message: string | undefined }[] = []
    const waiting: { code: string; resolve: () => void }[] = []
    const stopped = new AbortController()
    const work = async () => {
      while (!stopped.signal.aborted) {
        const { status, body } = await api.client().post({ query: SiteDocument.toString() })
        const [error] = body.errors ?? []
        const code = error?.extensions?.code ?? 'OK'
        answers.push({ status, code, message: error?.message })
        for (const { resolve } of waiting.filter((wait) => wait.code === code)) resolve()
      }
    }
    const workers = Array.from({ length: 8 }, work)
    return {
      answers,
      stop: async () => {
        stopped.abort()
        await Promise.all(workers)
      },
      /** Resolves with the next answer with this code. */
      until: (code: string) => new Promise<void>((resolve) => waiting.push({ code, resolve })),
    }
  }

  const recovers = async (fault: (isFelt: Promise<void>) => Promise<void> | void, mend: () => void) => {
    const ada = await api.seed.owner('Ada')
    const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
    const load = startLoad()
    await load.until('OK')
    const isFelt = load.until('UNAVAILABLE')
    await fault(isFelt)
    await isFelt
    mend()
    await load.until('OK')
    await load.stop()

    const codes = new Set(load.answers.map(({ code }) => code))
    expect(codes).toEqual(new Set(['OK', 'UNAVAILABLE']))
    for (const { status, code, message } of load.answers) {
      expect(status).toBe(200)
      if (code === 'UNAVAILABLE') expect(message).toMatch(/Try again in a few seconds/)
    }

    // Open sockets and background work continue.
    const input = { accountId: ada.accountId, name: 'After the fault' }
    await ada.client.run(UpdateAccountDocument, { input })
    expect((await changes.next()).accountChanged.name).toBe('After the fault')
    await changes.close()
    const { email } = newUser()
    await call(api.client(), 'requestPasswordReset', { email })
    await api.runJobs()
    expect(await api.app.db.selectFrom('jobs').select('id').where('key', '=', email).execute()).toEqual([])
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  }

  it('answers /healthz with 503 and the reason meanwhile', async () => {
    proxy.cut()
    const health = await fetch(`${api.url}/healthz`)
    expect({ status: health.status, body: await health.json() }).toEqual({
      status: 503,
      body: { status: 'unavailable', reason: 'The database does not answer.' },
    })
    proxy.open()
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  })

  it('tells clients to try again, and recovers by itself, if connections are cut and new ones refused', async () => {
    await recovers(
      () => proxy.cut(),
      () => proxy.open(),
    )
  })

  it('tells clients to try again, and says so at /healthz, while the server refuses connections for any reason', async () => {
    const url = new URL(opened.url ?? '')
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    const operator = openPostgres(url.href)
    const allow = (isAllowed: boolean) =>
      sql`alter database ${sql.id(name)} with allow_connections ${sql.lit(isAllowed)}`.execute(operator.db)
    await allow(false)
    try {
      await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`.execute(
        operator.db,
      )
      const { body } = await api.client().post({ query: SiteDocument.toString() })
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', reason: 'DATABASE_AWAY' })
      expect(await (await fetch(`${api.url}/healthz`)).json()).toEqual({
        status: 'unavailable',
        reason: 'The database does not answer.',
      })
    } finally {
      await allow(true)
      await operator.close()
    }
    expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
  })

  it('gives up connections that have fallen silent, and recovers by itself', async () => {
    const node = new TestApi()
    const url = new URL(opened.url ?? '')
    const firewall = new PostgresProxy(new URL(url))
    url.host = `127.0.0.1:${await firewall.listen()}`
    await node.start(openPostgres(url.href, { statementMs: 1_000, connectionMs: 1_000 }), {})
    const ask = async () => {
      const { body } = await node.client().post({ query: SiteDocument.toString() })
      return body.errors?.[0]?.extensions?.reason
    }
    const askTogether = async () => new Set(await Promise.all(Array.from({ length: 20 }, ask)))
    try {
      await askTogether()
      firewall.silence()
      expect(await askTogether()).toContain('DATABASE_AWAY')
      await expect.poll(askTogether, { timeout: 20_000 }).toEqual(new Set([undefined]))
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200)
    } finally {
      await node.close()
      await firewall.close()
    }
  })

  it.each([
    [
      'a transfer',
      ({ db }: OpenDatabase) => db.transaction().execute(async (trx) => waitAfter(trx, () => prepareTransfer(trx))),
    ],
    [
      'a migration',
      ({ db }: OpenDatabase) =>
        db.connection().execute(async (one) => {
          const { adapter } = one.getExecutor()
          const options = { lockTable: '', lockRowId: '' }
          await waitAfter(one, () => adapter.acquireMigrationLock(one, options))
          await adapter.releaseMigrationLock(one, options)
        }),
    ],
  ])('waits for a statement of %s for as long as it takes', async (_what, run) => {
    const patient = openPostgres(opened.url ?? '', { statementMs: 200, connectionMs: 300 })
    try {
      await run(patient)
      // Statements of others have their limit.
      await expect(sql`select pg_sleep(10)`.execute(patient.db)).rejects.toThrow(/statement timeout/)
    } finally {
      await patient.close()
    }
  })

  it('tells clients to try again, and recovers by itself, if sessions are terminated under load', async () => {
    await recovers(
      async (isFelt) => {
        const felt = new AbortController()
        void isFelt.then(() => felt.abort())
        // An idle connection is replaced without an effect: repeat until one is closed while it works.
        while (!felt.signal.aborted) {
          await sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
          `.execute(opened.db)
        }
      },
      () => undefined,
    )
  })
})
