import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { pino } from 'pino'
import { loadApiConfig } from '../../ground/config.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { startApi } from '../../start.ts'
import { TestApi } from '../api.ts'
import { describePostgres, type OpenTestDatabase } from '../databases.ts'
import type { Member } from '../seed.ts'
import { edgeSecret } from '../service-token.ts'

describePostgres('while PostgreSQL accepts no changes', (postgres) => {
  const api = new TestApi()
  let opened: OpenTestDatabase
  const said: string[] = []

  beforeAll(async () => {
    opened = await postgres.open()
    const log = pino({}, { write: (line: string) => void said.push(line) })
    await api.start(openPostgres(opened.url ?? '', { writeProbeMs: 20 }, log), {})
  }, 60_000)
  afterAll(async () => {
    await api.close()
    await opened.close()
  }, 20_000)

  const readHealth = async () => {
    const response = await fetch(`${api.url}/healthz`)
    return { status: response.status, body: await response.text() }
  }
  /** Health is 503 for another reason while ended connections are reopened. */
  const waitForHealth = async (status: number, reason?: string) => {
    const body = reason === undefined ? undefined : JSON.stringify({ status: 'unavailable', reason })
    for (;;) {
      const health = await readHealth()
      if (health.status === status && (body === undefined || health.body === body)) return
      await pause(10)
    }
  }
  const run = async (statement: string) => void (await sql.raw(statement).execute(opened.db))
  /** Makes each insert or update of a table fail, as on a full disk. */
  const fill = async (table: string) => {
    await run(`create or replace function fill() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await run(`create trigger fill before insert or update on ${table} for each row execute function fill()`)
  }
  /** The setting applies to new connections. */
  const setReadOnly = async (value: 'on' | 'off') => {
    const [{ name } = { name: '' }] = (
      await sql<{ name: string }>`select current_database() as name`.execute(opened.db)
    ).rows
    await run(`alter database ${name} set default_transaction_read_only = ${value}`)
  }
  /** As after a failover. */
  const endConnections = async () => {
    await run(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  }

  it('a full disk makes the API unhealthy and is logged, until it has space again', async () => {
    const ada = await api.seed.owner('Ada')
    await fill('accounts')
    await fill('write_probes')
    expect(await rename(ada)).toBe('UNAVAILABLE DATABASE_FULL')
    await waitForHealth(503, 'The disk of the database is full.')
    expect(said.join('')).toMatch(
      /The database culvert_test_\w+ at \S+ takes no changes: could not extend file: No space left on device/,
    )
    await run('drop function fill cascade')
    await waitForHealth(200)
    expect(await rename(ada)).toBe('OK')
    expect(said.join('')).toMatch(/takes changes again/)
  })

  it('a fault of one table alone does not make the API unhealthy', async () => {
    const ada = await api.seed.owner('Ada')
    await fill('accounts')
    expect(await rename(ada)).toBe('UNAVAILABLE DATABASE_FULL')
    // The write was attempted before this, on one of the same connections.
    for (let look = 0; look < 20; look += 1) expect((await readHealth()).status).toBe(200)
    await run('drop function fill cascade')
  })

  it('a read-only database makes the API unhealthy even before a write, until it is writable again', async () => {
    const ada = await api.seed.owner('Ada')
    await setReadOnly('on')
    await endConnections()
    await waitForHealth(503, 'The database is read-only.')
    expect(await rename(ada)).toBe('UNAVAILABLE DATABASE_READ_ONLY')
    // Connections that were opened meanwhile would refuse changes for as long as they live.
    await setReadOnly('off')
    await waitForHealth(200)
    expect(await rename(ada)).toBe('OK')
  })

  it('a start on a read-only database is refused on one line, with the way out', async () => {
    const data = await postgres.open()
    const name = new URL(data.url ?? '').pathname.slice(1)
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(opened.db)
    const config = loadApiConfig({ EDGE_SECRET: edgeSecret, DATABASE_URL: data.url, PORT: '0', LOG_LEVEL: 'silent' })
    await expect(startApi(config)).rejects.toThrow(
      /^The database is read-only\. Culvert writes to its database when it starts: fix that first, or set DATABASE_URL to another database\.$/,
    )
    await data.close()
  })
})

async function rename({ client, accountId }: Member): Promise<string> {
  const query = 'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }'
  const { body } = await client.post({ query, variables: { input: { accountId, name: 'Another' } } })
  const [error] = body.errors ?? []
  return error ? `${String(error.extensions?.code)} ${String(error.extensions?.reason)}` : 'OK'
}
