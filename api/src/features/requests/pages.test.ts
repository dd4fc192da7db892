import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { RecordedRequestInput, RequestFilter } from '../../generated/schema.ts'
import { addMs, hourMs, toDay } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import { makeRequest, readRequests, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'
import { listRequests } from './repository.ts'

describeApi('pages of recorded requests', (api) => {
  const record = async (owner: Member, ...values: Partial<RecordedRequestInput>[]) => {
    const requests = values.map((value) => makeRequest(api, owner, value))
    expect(await reportRequests(api, requests)).toBe(requests.length)
    return requests.map(({ id }) => id)
  }

  /** Records a request, and this many after it on other paths. Returns its id. */
  const hide = async (owner: Member, count: number) => {
    const [needle = ''] = await record(owner, { path: '/needle' })
    await sql`
      insert into recorded_requests
      select gen_random_uuid(), account_id, kept_until, batch, started_at + n * interval '1 ms', method, hostname, '/hay', http_version,
        status, answered_by, code, is_complete, reason, duration_ms, waiting_ms, first_byte_ms, bytes_in, bytes_out, messages_in,
        messages_out, visitor_address, user_agent, agent_id, gateway_id
      from recorded_requests, generate_series(1, ${count}::int) as n where id = ${needle}
    `.execute(api.app.db)
    return needle
  }

  it('list the newest first, and continue in both directions', async () => {
    const ada = await api.seed.owner('Ada')
    const [e1, e2, e3, e4, e5] = await record(ada, {}, {}, {}, {}, {})
    const first = await readRequests(ada, { first: 2 })
    expect(idsOf(first)).toEqual([e5, e4])
    const second = await readRequests(ada, { first: 2, after: first.endCursor })
    expect(idsOf(second)).toEqual([e3, e2])
    const last = await readRequests(ada, { first: 2, after: second.endCursor })
    expect(last).toMatchObject({ nodes: [{ id: e1 }], endCursor: null, searchedTo: null })
    const back = await readRequests(ada, { first: 2, before: last.startCursor })
    expect(idsOf(back)).toEqual([e3, e2])
    expect(idsOf(await readRequests(ada, { before: last.startCursor }))).toEqual([e5, e4, e3, e2])
    expect(idsOf(await readRequests(ada, { first: 2, before: back.startCursor }))).toEqual([e5, e4])
    expect(idsOf(await readRequests(ada, { first: 2, after: back.endCursor }))).toEqual([e1])
    const none = { nodes: [], startCursor: null, endCursor: null, searchedTo: null }
    expect(await readRequests(ada, { before: first.startCursor })).toEqual(none)
    expect(await readRequests(await api.seed.owner('Sam'))).toEqual(none)
  })

  it('distinguish requests that began at the same instant', async () => {
    const ada = await api.seed.owner('Ada')
    const startedAt = api.clock.now()
    const ids = await record(ada, { startedAt }, { startedAt }, { startedAt })
    const found: string[] = []
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<typeof readRequests>> = await readRequests(ada, { first: 1, after })
      found.push(...idsOf(page))
      after = page.endCursor
      if (after === null) break
    }
    expect(found.toSorted()).toEqual(ids.toSorted())
  })

  it.each<[string, RequestFilter, number[]]>([
    ['a gateway', { gatewayId: 'g-1' }, [0]],
    ['an agent', { agentId: 'a-2' }, [1]],
    ['status classes', { statusClasses: ['CLIENT_ERROR', 'INFORMATIONAL'] }, [3, 1]],
    ['an empty list of status classes', { statusClasses: [] }, []],
    ['methods', { methods: ['POST', 'PUT'] }, [1]],
    ['a literal path prefix', { pathPrefix: '/a_b' }, [1]],
    ['a code', { code: 'CULVERT_AGENT_BUSY' }, [2]],
    ['a duration', { minDurationMs: 100 }, [3, 2]],
    ['a text in the method', { text: 'pos' }, [1]],
    ['a text in the hostname', { text: 'SHOP.' }, [2]],
    ['a literal text in the path', { text: '_' }, [1]],
    ['a text in the status', { text: '418' }, [1]],
    ['a text in the user agent', { text: 'firefox' }, [3]],
    ['a text in the address', { text: '198.51' }, [0]],
    ['an empty text', { text: '' }, [3, 2, 1, 0]],
    ['several conditions at once', { minDurationMs: 100, statusClasses: ['SERVER_ERROR'] }, [2]],
  ])('contain only the requests that match %s', async (_name, filter, places) => {
    const ada = await api.seed.owner('Ada')
    const ids = await record(
      ada,
      { gatewayId: 'g-1', path: '/axb', visitorAddress: '198.51.100.9' },
      { agentId: 'a-2', method: 'POST', status: 418, path: '/a_b/c' },
      { hostname: 'shop.example.com', status: 503, code: 'CULVERT_AGENT_BUSY', durationMs: 100 },
      { status: 101, durationMs: 1e9, userAgent: 'Firefox/140' },
    )
    expect(idsOf(await readRequests(ada, { filter }))).toEqual(places.map((place) => ids[place]))
  })

  it('contain the requests that began at or after one instant and before another', async () => {
    const ada = await api.seed.owner('Ada')
    const [start, next] = [addMs(api.clock.now(), -hourMs), addMs(api.clock.now(), -hourMs + 1)]
    const [, second, third, fourth] = await record(
      ada,
      { startedAt: addMs(start, -1) },
      { startedAt: start },
      { startedAt: next },
      { startedAt: addMs(next, 1) },
    )
    const list = async (filter: RequestFilter) => idsOf(await readRequests(ada, { filter }))
    expect(await list({ from: start, to: next })).toEqual([second])
    expect(await list({ from: start })).toEqual([fourth, third, second])
    // A shorter retention of the plan takes precedence.
    await ada.withLimits({ maxRequestHours: 0 })
    expect(await list({ from: start })).toEqual([])
  })

  it('find a request by part of its id', async () => {
    const ada = await api.seed.owner('Ada')
    const [first = '', second] = await record(ada, {}, {})
    expect(idsOf(await readRequests(ada, { filter: { text: first.slice(2, 20).toUpperCase() } }))).toEqual([first])
    expect(second).toBeTruthy()
  })

  it('examine 20,000 requests, report how far they looked, and continue from there', async () => {
    const ada = await api.seed.owner('Ada')
    const needle = await hide(ada, 20_000)
    const filter = { pathPrefix: '/needle' }
    const page = await readRequests(ada, { filter })
    expect(page).toMatchObject({ nodes: [], startCursor: expect.any(String), endCursor: expect.any(String) })
    expect(page.searchedTo).toBeTruthy()
    const next = await readRequests(ada, { filter, after: page.endCursor })
    expect(next).toMatchObject({ nodes: [{ id: needle }], endCursor: null, searchedTo: null })
    // In the other direction, the needle is the first request that is examined.
    const all = await readRequests(ada, { first: 200, before: next.startCursor })
    expect(all.nodes).toHaveLength(200)
    const newer = await readRequests(ada, { filter, before: next.startCursor })
    const newest = await readRequests(ada, { filter, before: newer.startCursor })
    expect([newer.nodes, newest.nodes]).toEqual([[], []])
  })

  it('examine 2,000 requests in one query', async () => {
    const [ada, bea] = [await api.seed.owner('Ada'), await api.seed.owner('Bea')]
    const [last] = [await hide(ada, 1_999), await hide(bea, 2_000)]
    const query = { first: 50, cursor: undefined, direction: 'older' } as const
    const find = async ({ accountId }: Member) => {
      const kept = { accountId, since: undefined, today: toDay(api.clock.now()) }
      return await api.app.change((trx) => listRequests(trx, kept, query, { pathPrefix: '/needle' }))
    }
    expect(await find(ada)).toMatchObject([{ id: last }])
    expect(await find(bea)).toEqual([])
  })

  it.each([
    [{ first: 0 }, 'first must be a number from 1 to 200, not 0'],
    [{ first: 201 }, 'first must be a number from 1 to 200, not 201'],
    [{ after: 'MQ', before: 'MQ' }, 'Give after or before, not both: a page continues in one direction.'],
    [{ after: '17' }, 'after must be a cursor that a page of requests returned, not "17"'],
    [{ before: 'x'.repeat(100) }, `before must be a cursor that a page of requests returned, not "${'x'.repeat(60)}…"`],
    [{ filter: { text: 'x'.repeat(201) } }, 'text has at most 200 characters, not 201'],
    [{ filter: { pathPrefix: 'x'.repeat(2_049) } }, 'pathPrefix has at most 2048 characters, not 2049'],
    [{ filter: { methods: Array.from({ length: 21 }, () => 'GET') } }, 'methods has at most 20 entries, not 21'],
    [
      { filter: { from: new Date(2), to: new Date(2) } },
      'to must be later than from: 1970-01-01T00:00:00.002Z is not after 1970-01-01T00:00:00.002Z',
    ],
    [{ filter: { minDurationMs: -1 } }, 'minDurationMs must be a number from 0, not -1'],
  ])('are refused for %j', async (page, message) => {
    const ada = await api.seed.owner('Ada')
    await expect(readRequests(ada, page)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', message })
  })
})

function idsOf({ nodes }: { nodes: { id: string }[] }): string[] {
  return nodes.map(({ id }) => id)
}
