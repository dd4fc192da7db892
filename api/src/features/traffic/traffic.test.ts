import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { RecordedRequestInput, TrafficRange } from '../../generated/schema.ts'
import { addMs, dayMs, hourMs, minuteMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import { DeleteGatewayDocument, TrafficDocument } from '../../testing/generated/documents.ts'
import { makeRequest, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'
import { deleteOldTraffic } from './service.ts'

describeApi('traffic', (api) => {
  const now = () => api.clock.now()
  beforeEach(() => {
    // No step ends during a test.
    if (now().getTime() % (5 * minuteMs) > 4 * minuteMs) api.clock.advance(minuteMs)
  })
  /** A current request on a gateway. */
  const make = (owner: Member, gatewayId: string | null, values: Partial<RecordedRequestInput> = {}) =>
    makeRequest(api, owner, { gatewayId, startedAt: now(), ...values })
  const report = (requests: RecordedRequestInput[], reportId?: string) => reportRequests(api, requests, { reportId })
  const prune = () => deleteOldTraffic(api.app, new AbortController().signal)

  it('reports requests by class, bytes and durations, for a gateway and for an agent', async () => {
    const ada = await api.seed.owner('Ada')
    const { id: gatewayId } = await ada.gateway('demo')
    const { id: agentId } = await ada.agent('demo')
    const { id: random } = await ada.agent()
    const statuses = [101, 200, 204, 301, 404, 499, 500, 503, 799]
    await report([
      ...statuses.map((status) => make(ada, gatewayId, { agentId, status, bytesIn: 1, bytesOut: 10, durationMs: 10 })),
      make(ada, gatewayId, { agentId: null, status: 502, durationMs: 5_000 }),
      make(ada, null, { agentId: random, durationMs: 100 }),
    ])
    const classes = { informational: 1, success: 2, redirection: 1, clientErrors: 2 }
    const ofGateway = await read(ada, { gatewayId })
    expect(ofGateway).toMatchObject({ stepSeconds: 300, notRecorded: 0 })
    expect(ofGateway.steps).toHaveLength(12)
    expect(total(ofGateway)).toEqual({ ...classes, serverErrors: 4, bytesIn: 9, bytesOut: 90 + 2_048 })
    expect(total(await read(ada, { agentId }))).toEqual({ ...classes, serverErrors: 3, bytesIn: 9, bytesOut: 90 })
    expect(ofGateway.p50Ms).toBeCloseTo(10.4, 1)
    expect(ofGateway.p95Ms).toBeCloseTo(5_312, 0)
    expect((await read(ada, { agentId: random })).p50Ms).toBeCloseTo(98.7, 1)
  })

  it('excludes upgraded connections from the durations', async () => {
    const ada = await api.seed.owner('Ada')
    const { id: gatewayId } = await ada.gateway('demo')
    await report([make(ada, gatewayId, { status: 101, durationMs: 3_600_000 })])
    expect(await read(ada, { gatewayId })).toMatchObject({ p50Ms: null, p95Ms: null })
  })

  it('counts a request in the step in which it began, and has no gaps between steps', async () => {
    const ada = await api.seed.owner('Ada')
    const { id: gatewayId } = await ada.gateway('demo')
    const last = Math.floor(now().getTime() / (5 * minuteMs)) * 5 * minuteMs
    const at = (ms: number) => make(ada, gatewayId, { startedAt: new Date(last + ms) })
    // An edge's clock may be ahead.
    await report([at(0), at(-1), at(-5 * minuteMs), at(-5 * minuteMs - 1), at(2 * hourMs), at(-56 * minuteMs)])
    const { steps } = await read(ada, { gatewayId })
    const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2]
    expect(steps.map(({ success }) => success)).toEqual(counts)
    expect(steps.map(({ startsAt }) => Date.parse(startsAt))).toEqual(
      counts.map((_, index) => last + (index - 11) * 5 * minuteMs),
    )
    const [day, week] = [await read(ada, { gatewayId }, 'DAY'), await read(ada, { gatewayId }, 'WEEK')]
    expect([day.steps.length, day.stepSeconds, week.stepSeconds]).toEqual([48, 1_800, 7_200])
    expect([total(day).success, total(week).success]).toEqual([6, 6])
  })

  it('counts a request once, even if it is sent repeatedly, in several reports and simultaneously', async () => {
    const ada = await api.seed.owner('Ada')
    const { id: gatewayId } = await ada.gateway('demo')
    const [twice, other] = [make(ada, gatewayId), make(ada, gatewayId)]
    const reportId = randomUUID()
    await Promise.all([1, 2, 3].map(() => report([twice, twice], reportId)))
    await Promise.all([report([twice, other]), report([other, twice])])
    expect(total(await read(ada, { gatewayId })).success).toBe(2)
  })

  it('adds up simultaneous reports that list the same gateways in different orders', async () => {
    const ada = await api.seed.owner('Ada')
    const [first, second] = [await ada.gateway('one'), await ada.gateway('two')]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const requests = [first, second].map(({ id }) => make(ada, id, { durationMs: 2 ** index }))
        return report(index % 2 === 0 ? requests : requests.toReversed())
      }),
    )
    for (const { id: gatewayId } of [first, second]) {
      const traffic = await read(ada, { gatewayId })
      expect(total(traffic).success).toBe(20)
      expect(traffic.p50Ms).toBeCloseTo(2 ** 9.125, 0)
    }
  })

  it('is shown for as long as the plan keeps requests, at most 7 days, and is deleted a day later', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxRequestHours: -1 })
    const bea = await (await api.seed.owner('Bea')).withLimits({ maxRequestHours: 3 })
    const [ofAda, ofBea] = [(await ada.gateway('demo')).id, (await bea.gateway('demo')).id]
    await report([make(ada, ofAda), make(bea, ofBea)])
    const again = async ({ user, accountId }: Member, gatewayId: string) => {
      const { client } = await api.seed.session(user)
      return await read({ client, accountId }, { gatewayId }, 'WEEK')
    }
    expect((await again(bea, ofBea)).steps.length).toBeLessThanOrEqual(2)
    api.clock.advance(4 * hourMs)
    expect(total(await again(bea, ofBea)).success).toBe(0)
    api.clock.advance(6 * dayMs)
    await prune()
    expect(total(await again(ada, ofAda)).success).toBe(1)
    const rows = async () => {
      const sums = await api.app.db.selectFrom('trafficSums').select('gatewayId').execute()
      return sums.map(({ gatewayId }) => gatewayId).filter((id) => id === ofAda || id === ofBea)
    }
    expect(await rows()).toEqual([ofAda])
    api.clock.advance(2 * dayMs)
    await prune()
    expect(await rows()).toEqual([])
  })

  it('reports how many requests of the account were not recorded within the range', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxRequestHours: 168 })
    const { id: gatewayId } = await ada.gateway('demo')
    const count = (requests: number) =>
      reportRequests(api, [], { unrecorded: [{ accountId: ada.accountId, count: requests }] })
    await count(7)
    api.clock.advance(2 * hourMs)
    await count(40)
    const { client } = await api.seed.session(ada.user)
    const { accountId } = ada
    expect((await read({ client, accountId }, { gatewayId }, 'HOUR')).notRecorded).toBe(40)
    expect((await read({ client, accountId }, { gatewayId }, 'WEEK')).notRecorded).toBe(47)
  })

  it('remains readable after its gateway is deleted', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.gateway('demo')
    await report([make(ada, id)])
    await ada.client.run(DeleteGatewayDocument, { input: { id } })
    expect(total(await read(ada, { gatewayId: id })).success).toBe(1)
  })

  it('requires exactly one gateway or agent, which belongs to the account', async () => {
    const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
    const { id: gatewayId } = await sam.gateway('demo')
    const { id: agentId } = await sam.agent()
    await expect(read(ada, { gatewayId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(read(ada, { agentId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(read(sam, { gatewayId, agentId })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    await expect(read(sam, {})).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('keeps the sums of two steps apart when a report is 50 minutes late', async () => {
    const ada = await api.seed.owner('Ada')
    const { id: gatewayId } = await ada.gateway('demo')
    const late = make(ada, gatewayId, { startedAt: addMs(now(), -50 * minuteMs) })
    await report([make(ada, gatewayId)])
    await report([late])
    const { steps } = await read(ada, { gatewayId })
    expect(steps.filter(({ success }) => success === 1)).toHaveLength(2)
  })
})

async function read(
  { client, accountId }: Pick<Member, 'client' | 'accountId'>,
  of: { gatewayId?: string; agentId?: string },
  range: TrafficRange = 'HOUR',
) {
  return (await client.run(TrafficDocument, { accountId, range, ...of })).account.traffic
}

type Figures = Record<
  'informational' | 'success' | 'redirection' | 'clientErrors' | 'serverErrors' | 'bytesIn' | 'bytesOut',
  number
>

/** Sums all steps. */
function total({ steps }: { steps: readonly Figures[] }): Figures {
  const sum = {
    informational: 0,
    success: 0,
    redirection: 0,
    clientErrors: 0,
    serverErrors: 0,
    bytesIn: 0,
    bytesOut: 0,
  }
  for (const step of steps) for (const name of Object.keys(sum) as (keyof Figures)[]) sum[name] += step[name]
  return sum
}
