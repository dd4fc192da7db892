import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openPostgres } from '../platform/db/postgres.ts'
import { describeApi, TestApi } from '../testing/api.ts'
import type { HttpAnswer } from '../testing/client.ts'
import type { Member } from '../testing/seed.ts'
import { describePostgres, type OpenTestDatabase } from '../testing/databases.ts'

/** A list of this many days. */
function usage(days: number, alias = 'usage'): string {
  const from = new Date(Date.UTC(2026, 10, 1) - (days - 1) * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10)
  return `${alias}: usageTotals(from: "${from}", to: "2026-11-01") { date apiRequests dataInBytes }`
}

function listing(accountId: string, ...lists: string[]) {
  return { query: `{ account(id: "${accountId}") { ${lists.join(' ')} } }` }
}

describeApi('a list of 5,000 rows', (api) => {
  it('is assembled in turns, between which other requests are answered', async () => {
    const { client, accountId } = await api.seed.owner('Ada')
    // Sends no query, which might take longer than the list.
    const askOther = async () => (await fetch(`${api.url}/export/nothing`)).status
    // Opens the connection that is used below.
    expect(await askOther()).toBe(404)
    const { largeReads } = api.bounding
    const race = async () => {
      const wasRead = Promise.withResolvers<void>()
      api.bounding.largeReads = {
        run: async (credential, read) => await largeReads.run(credential, read).finally(() => wasRead.resolve()),
      }
      const order: string[] = []
      const listed = client.post(listing(accountId, usage(5_000))).finally(() => order.push('list'))
      await wasRead.promise
      await askOther().finally(() => order.push('other'))
      expect((await listed).status).toBe(200)
      return order[0]
    }
    // On a busy machine the other answer may come too late. If the list were computed in one go, it would be late every time.
    await expect.poll(race, { timeout: 30_000, interval: 0 }).toBe('other')
    api.bounding.largeReads = largeReads
  })
})

// Only on PostgreSQL can a list be made to wait.
describePostgres('lists of more than 500 rows', (postgres) => {
  const api = new TestApi()
  let opened: OpenTestDatabase
  /** How many lists were requested, including those that wait for their turn. */
  let begun = 0

  beforeAll(async () => {
    opened = await postgres.open()
    await api.start(openPostgres(opened.url ?? '', { lockMs: 50_000, statementMs: 50_000 }), {})
    const { largeReads } = api.bounding
    api.bounding.largeReads = {
      run: (credential, read) => {
        begun += 1
        return largeReads.run(credential, read)
      },
    }
  }, 60_000)
  afterAll(async () => {
    await api.close()
    await opened.close()
  }, 20_000)

  /** Blocks reads of usage while something is done. */
  const whileHeld = async (work: () => Promise<void>) => {
    begun = 0
    await opened.db.transaction().execute(async (trx) => {
      await sql`lock table usage_metrics in access exclusive mode`.execute(trx)
      await work()
    })
  }

  const countLockWaits = async () => {
    const { rows } = await sql<{ held: number }>`
      select count(*) as held from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(opened.db)
    return rows[0]?.held ?? 0
  }

  it('are read one at a time, with credentials taking turns, while shorter lists are not held up', async () => {
    const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
    const answers: Promise<HttpAnswer>[] = []
    const order: string[] = []
    await whileHeld(async () => {
      const ask = async (name: string, { client, accountId }: typeof ada) => {
        const asked = begun
        answers.push(client.post(listing(accountId, usage(501))).finally(() => order.push(name)))
        await waitUntil(() => begun > asked)
      }
      for (let list = 0; list < 5; list += 1) await ask('Ada', ada)
      await ask('Grace', grace)
      await waitUntil(async () => (await countLockWaits()) > 0)
      answers.push(grace.client.post(listing(grace.accountId, usage(500))))
      await waitUntil(async () => (await countLockWaits()) > 1)
      expect(await countLockWaits()).toBe(2)
    })
    for (const { body } of await Promise.all(answers)) expect(body.errors).toBeUndefined()
    expect(order.indexOf('Grace')).toBeLessThan(3)
  })

  // Each counts as 520 rows, although there are none.
  const list = 'usageMetrics(from: "2026-10-07", to: "2026-11-01") { date }'
  const ask = ({ client, accountId }: Member, count: number) =>
    client.post(listing(accountId, ...Array.from({ length: count }, (_, index) => `a${index}: ${list}`)))

  it('are refused with OVERLOADED while 50 of the same credential wait, which keeps no other out', async () => {
    const [ada, grace] = [await api.seed.owner('Ada'), await api.seed.owner('Grace')]
    const answers: Promise<HttpAnswer>[] = []
    const refused: Promise<HttpAnswer>[] = []
    await whileHeld(async () => {
      for (let operation = 0; operation < 5; operation += 1) answers.push(ask(ada, 10))
      await waitUntil(() => begun === 50)
      for (let operation = 0; operation < 15; operation += 1) refused.push(ask(ada, 10))
      await waitUntil(() => begun === 200)
      answers.push(ask(grace, 1))
      await waitUntil(() => begun === 201)
    })
    for (const answer of await Promise.all(answers)) expect(reasonsOf(answer)).toEqual([])
    for (const answer of await Promise.all(refused)) {
      expect(reasonsOf(answer)).toEqual(Array.from({ length: 10 }, () => 'UNAVAILABLE OVERLOADED'))
    }
    expect(reasonsOf(await ask(ada, 1))).toEqual([])
  })

  it('are refused with OVERLOADED while 200 wait', async () => {
    const members = await Promise.all(['Ada', 'Grace', 'Joan', 'Mary'].map((name) => api.seed.owner(name)))
    const late = await api.seed.owner('Lise')
    const answers: Promise<HttpAnswer>[] = []
    await whileHeld(async () => {
      for (const member of members) for (let operation = 0; operation < 5; operation += 1) answers.push(ask(member, 10))
      await waitUntil(() => begun === 200)
      expect(reasonsOf(await ask(late, 1))).toEqual(['UNAVAILABLE OVERLOADED'])
    })
    for (const answer of await Promise.all(answers)) expect(reasonsOf(answer)).toEqual([])
    expect(reasonsOf(await ask(late, 1))).toEqual([])
  })

  it('are no longer read once their operation has timed out with OPERATION_TIMEOUT', async () => {
    const { client, accountId } = await api.seed.owner('Ada')
    const { config } = api.app
    expect(config.operationMs).toBe(10_000)
    const operationMs = 500
    api.app.config = { ...config, operationMs }
    let answer: Promise<HttpAnswer> | undefined
    await whileHeld(async () => {
      answer = client.post(listing(accountId, usage(501, 'a'), usage(501, 'b')))
      await waitUntil(async () => begun === 2 && (await countLockWaits()) > 0)
      await pause(operationMs)
    })
    const statements = await api.countStatements(async () => {
      // The rest of the first list, and all of the second.
      const timeout = 'UNAVAILABLE OPERATION_TIMEOUT'
      expect(reasonsOf((await answer) ?? { body: {} })).toEqual([timeout, timeout])
    })
    // The statement that was blocked, if its answer comes now: statements are counted when they are answered.
    expect(statements).toBeLessThanOrEqual(1)
    api.app.config = config
  })
})

function reasonsOf({ body }: Pick<HttpAnswer, 'body'>): string[] {
  return (body.errors ?? []).map(({ extensions }) => `${String(extensions?.code)} ${String(extensions?.reason)}`)
}

async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5)
}
