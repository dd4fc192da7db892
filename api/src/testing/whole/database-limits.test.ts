import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { applyMigrations, listApplied, migrate, readMigrations } from '../../platform/db/migrate.ts'
import { openPostgres, type PostgresLimits } from '../../platform/db/postgres.ts'
import { TestApi } from '../api.ts'
import type { HttpAnswer, TestClient } from '../client.ts'
import { describePostgres, type OpenTestDatabase } from '../databases.ts'
import { patientLimits } from '../server-databases.ts'
import { newUser } from '../sign-up.ts'
import { call } from './races.ts'

// PGlite has one connection, which nothing else uses.
describePostgres('the limits of PostgreSQL', (postgres) => {
  /** A node with limits that are long enough for a busy machine. */
  const api = new TestApi()
  const nodes = [api]
  let opened: OpenTestDatabase

  const start = (node: TestApi, limits: Partial<PostgresLimits> = {}) =>
    node.start(openPostgres(opened.url ?? '', { ...patientLimits, ...limits }), { operationMs: 180_000 })
  /** Another node with one short limit. */
  const startHasty = async (limit: Partial<PostgresLimits>) => {
    const node = new TestApi()
    await start(node, limit)
    nodes.push(node)
    return node
  }

  beforeAll(async () => {
    opened = await postgres.open()
    await start(api)
  }, 60_000)
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await opened.close()
  }, 20_000)

  /** Keeps an account's row locked while something is done, as a forgotten psql session does. */
  const whileLocked = async (accountId: string, work: () => Promise<void>) => {
    await opened.db.transaction().execute(async (trx) => {
      await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
      await work()
    })
  }

  const waitForLocks = async (count: number) => {
    for (;;) {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(opened.db)
      if ((rows[0]?.waiting ?? 0) >= count) return rows[0]?.waiting
      await pause(5)
    }
  }

  const countIdleInTransaction = async () => {
    const { rows } = await sql<{ idle: number }>`
      select count(*) as idle from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
    `.execute(opened.db)
    return rows[0]?.idle ?? 0
  }

  it('let a stranger sign up while 60 changes wait for the locked row of an account', async () => {
    const ada = await api.seed.owner('Ada')
    let changes: Promise<string[]> | undefined
    await whileLocked(ada.accountId, async () => {
      changes = Promise.all(
        Array.from({ length: 60 }, (_, index) => rename(ada.client, ada.accountId, `Name ${index}`)),
      )
      expect(await waitForLocks(3)).toBe(3)
      await call(api.client(), 'signUp', newUser())
      expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
    })
    // The row is free again: the waiting transactions continue, one after the other.
    expect(new Set(await changes)).toEqual(new Set(['OK']))
  })

  it('refuse a change whose row stays locked, with the reason LOCK_TIMEOUT', async () => {
    const node = await startHasty({ lockMs: 500 })
    const ada = await api.seed.owner('Ada')
    await whileLocked(ada.accountId, async () => {
      expect(await rename(ada.at(node), ada.accountId, 'Never')).toBe('UNAVAILABLE LOCK_TIMEOUT')
    })
  })

  it('end a statement that takes too long, with the reason STATEMENT_TIMEOUT', async () => {
    const node = await startHasty({ statementMs: 1_000 })
    const ada = await api.seed.owner('Ada')
    await sql`
      create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(30); return new; end'
    `.execute(opened.db)
    await sql`create trigger dawdle before update on accounts for each row execute function dawdle()`.execute(opened.db)
    expect(await rename(ada.at(node), ada.accountId, 'Slow')).toBe('UNAVAILABLE STATEMENT_TIMEOUT')
    await sql`drop function dawdle cascade`.execute(opened.db)
  })

  it('roll back a transaction that is idle for too long, with the reason IDLE_TRANSACTION', async () => {
    const node = await startHasty({ idleInTransactionMs: 1_000 })
    const { mailer } = node.app
    const paused = Promise.withResolvers<void>()
    const undone = Promise.withResolvers<void>()
    // In the transaction of the sign-up.
    node.app.mailer = {
      sendMail: async (trx, mail) => {
        paused.resolve()
        await undone.promise
        await mailer.sendMail(trx, mail)
      },
    }
    const input = newUser()
    const query = 'mutation ($input: SignUpInput!) { signUp(input: $input) { session { accessToken } } }'
    const answer = node.client().post({ query, variables: { input } })
    await paused.promise
    while ((await countIdleInTransaction()) > 0) await pause(5)
    undone.resolve()
    expect(reasonOf(await answer)).toBe('UNAVAILABLE IDLE_TRANSACTION')
    node.app.mailer = mailer
    expect(reasonOf(await node.client().post({ query, variables: { input } }))).toBe('OK')
  })

  it('refuse a request if no connection becomes free, with the reason POOL_EXHAUSTED', async () => {
    const node = await startHasty({ connectionMs: 1_000 })
    const free = Promise.withResolvers<void>()
    const taken = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
    const held = taken.map((one) =>
      node.app.db.connection().execute(async (db) => {
        await sql`select 1`.execute(db)
        one.resolve()
        await free.promise
      }),
    )
    await Promise.all(taken.map(({ promise }) => promise))
    expect(reasonOf(await node.client().post({ query: '{ plans { id } }' }))).toBe('UNAVAILABLE POOL_EXHAUSTED')
    free.resolve()
    await Promise.all(held)
    expect(reasonOf(await node.client().post({ query: '{ plans { id } }' }))).toBe('OK')
  })

  it('do not apply to migrations', async () => {
    const node = openPostgres(opened.url ?? '', { statementMs: 3_000, lockMs: 500, idleInTransactionMs: 500 })
    const over = new AbortController()
    const waitUntil = async (condition: RawBuilder<unknown>) => {
      while (!over.signal.aborted) {
        const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(opened.db)
        if (rows[0]?.holds) return
        await pause(20)
      }
    }
    const slow = {
      up: async (db: Kysely<unknown>) => {
        await sql`lock table invoices`.execute(db)
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
        // Until it has been idle for longer than a transaction may be, or was disconnected.
        await waitUntil(sql`not exists (
          select from pg_stat_activity where pid = ${rows[0]?.pid}
            and (state <> 'idle in transaction' or clock_timestamp() - state_change < interval '1 second')
        )`)
      },
    }
    let applied: Promise<void> | undefined
    try {
      await opened.db.transaction().execute(async (trx) => {
        await sql`lock table invoices`.execute(trx)
        applied = applyMigrations(node.db, { ...(await readMigrations()), '9999-slow': slow })
        // Longer than a lock and than a statement may take.
        await Promise.race([
          applied,
          waitUntil(sql`exists (
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and clock_timestamp() - state_change > interval '4 seconds'
          )`),
        ])
      })
      await applied
      expect(await listApplied(opened.db)).toContain('9999-slow')
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle
      `.execute(node.db)
      expect(rows).toEqual([{ statement: '3s', lock: '500ms', idle: '500ms' }])
    } finally {
      over.abort()
      await sql`delete from kysely_migration where name = '9999-slow'`.execute(opened.db)
      await node.close()
    }
  })

  it('do not change that migrate refuses a newer database', async () => {
    await sql`insert into kysely_migration values ('9999-of-tomorrow', '2027-01-01T00:00:00Z')`.execute(opened.db)
    await expect(migrate(opened.db)).rejects.toThrow(/^The database is newer than this version of Culvert/)
    await sql`delete from kysely_migration where name = '9999-of-tomorrow'`.execute(opened.db)
    await migrate(opened.db)
  })
})

async function rename(client: TestClient, accountId: string, name: string): Promise<string> {
  const query = 'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }'
  return reasonOf(await client.post({ query, variables: { input: { accountId, name } } }))
}

function reasonOf({ body }: HttpAnswer): string {
  const [error] = body.errors ?? []
  return error ? `${String(error.extensions?.code)} ${String(error.extensions?.reason)}` : 'OK'
}
