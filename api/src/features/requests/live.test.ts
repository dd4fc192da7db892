import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { RequestFilter } from '../../generated/schema.ts'
import { describeApi, TestApi } from '../../testing/api.ts'
import { describePostgres } from '../../testing/databases.ts'
import { LeaveAccountDocument, RequestsAddedDocument } from '../../testing/generated/documents.ts'
import { makeRequest, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'
import * as repository from './report-repository.ts'
import { defaultRecording, recordRequest } from './rules.ts'

describeApi('new requests', (api) => {
  it('are published in order of time, but not if they were recorded before the subscription', async () => {
    const ada = await api.seed.owner('Ada')
    await reportRequests(api, [makeRequest(api, ada)])
    const { next } = await follow(ada)
    const requests = [makeRequest(api, ada), makeRequest(api, ada)]
    await reportRequests(api, requests.toReversed())
    expect(await next()).toMatchObject({ nodes: requests.map(({ id }) => ({ id })), omitted: 0 })
    // A request that began before them and was reported after them.
    const late = makeRequest(api, ada, { startedAt: new Date(requests[0]!.startedAt.getTime() - 60_000) })
    await reportRequests(api, [late])
    expect(await next()).toMatchObject({ nodes: [{ id: late.id }] })
  })

  it('are published only if they match the filter', async () => {
    const ada = await api.seed.owner('Ada')
    const { next } = await follow(ada, { statusClasses: ['SERVER_ERROR'] })
    await reportRequests(api, [makeRequest(api, ada)])
    const failed = makeRequest(api, ada, { status: 502 })
    await reportRequests(api, [makeRequest(api, ada), failed])
    expect(await next()).toMatchObject({ nodes: [{ id: failed.id }], omitted: 0 })
  })

  it('are published in batches of the newest 200, with a count of the others', async () => {
    const ada = await api.seed.owner('Ada')
    const { next } = await follow(ada)
    const requests = Array.from({ length: 250 }, () => makeRequest(api, ada))
    await reportRequests(api, requests)
    const { nodes, omitted } = await next()
    expect(omitted).toBe(50)
    expect(nodes.map(({ id }) => id)).toEqual(requests.slice(50).map(({ id }) => id))
  })

  it('are all published, even if 40 are reported at the same time', async () => {
    const ada = await api.seed.owner('Ada')
    const { next } = await follow(ada)
    const requests = Array.from({ length: 40 }, () => makeRequest(api, ada))
    await Promise.all(requests.map((request) => reportRequests(api, [request])))
    const received: string[] = []
    while (received.length < requests.length) received.push(...(await next()).nodes.map(({ id }) => id))
    expect(received.toSorted()).toEqual(requests.map(({ id }) => id).toSorted())
  })

  it('are published to members until they leave, but not to a stranger', async () => {
    const ada = await api.seed.owner('Ada')
    const vera = await ada.invite('Vera', 'viewer')
    const { next, ended } = await follow(vera)
    const request = makeRequest(api, ada)
    await reportRequests(api, [request])
    expect(await next()).toMatchObject({ nodes: [{ id: request.id }] })
    const { accountId } = ada
    await vera.client.run(LeaveAccountDocument, { input: { accountId } })
    await reportRequests(api, [makeRequest(api, ada)])
    await expect(next()).rejects.toThrow('The subscription ended')
    expect(await ended).toBeUndefined()
    const again = await vera.client.subscribe(RequestsAddedDocument, { accountId })
    expect(await again.ended).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    const sam = await api.seed.owner('Sam')
    const refused = await sam.client.subscribe(RequestsAddedDocument, { accountId: ada.accountId })
    expect(await refused.ended).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })

  it('are not published for an invalid filter, which is refused with BAD_USER_INPUT', async () => {
    const ada = await api.seed.owner('Ada')
    const filter = { text: 'x'.repeat(201) }
    const refused = await ada.client.subscribe(RequestsAddedDocument, { accountId: ada.accountId, filter })
    expect(await refused.ended).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
  })
})

describePostgres('requests in concurrent reports', (postgres) => {
  it('are published in the order of their commits: no reader skips one', async () => {
    const api = new TestApi()
    await api.start(await postgres.open(), {})
    onTestFinished(() => api.close())
    const ada = await api.seed.owner('Ada')
    await reportRequests(api, [makeRequest(api, ada)])
    const { next } = await follow(ada)
    const [slow, fast, last] = [makeRequest(api, ada), makeRequest(api, ada), makeRequest(api, ada)]
    const first = next()
    let reported: Promise<number> | undefined
    await api.app.change(async (trx) => {
      const batch = await repository.takeBatch(trx)
      reported = reportRequests(api, [fast])
      // It waits for this transaction, which took a number first, so nothing is published yet.
      await Promise.race([first, waitForLockWaiter(api)])
      const recording = defaultRecording(ada.accountId)
      const owner = { accountId: ada.accountId, gatewayId: null, keptHours: 24, recording }
      const recorded = recordRequest(slow, owner, api.clock.now())
      expect((await repository.insertRequests(trx, batch, recorded ? [recorded] : [])).size).toBe(1)
    })
    expect(await reported).toBe(1)
    const received = (await first).nodes.map(({ id }) => id)
    await reportRequests(api, [last])
    received.push(...(await next()).nodes.map(({ id }) => id))
    expect(received).toEqual([slow.id, fast.id, last.id])
  })
})

async function waitForLockWaiter({ app }: TestApi): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()
      `.execute(app.db)
      return rows.length > 0
    },
    { timeout: 10_000, interval: 20 },
  )
}

async function follow({ client, accountId }: Member, filter?: RequestFilter) {
  const changes = await client.subscribe(RequestsAddedDocument, { accountId, filter })
  onTestFinished(() => changes.close())
  const next = async () => (await changes.next()).requestsAdded
  expect(await next()).toEqual({ nodes: [], omitted: 0 })
  return { next, ended: changes.ended }
}
