import { describe, expect, it } from 'vitest'
import type { EdgeDescriptionInput, ReportTunnelsInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  RenewAgentTicketDocument,
  ReportTunnelsDocument,
  StartAgentDocument,
} from '../../testing/generated/documents.ts'
import { balanceEdges, planReleases, planReturns } from './balance.ts'
import { setDrained } from './operator.ts'
import type { EdgeLoad } from './rules.ts'

const load = (agentUrl: string, tunnelCount: number, change: Partial<EdgeLoad> = {}): EdgeLoad => ({
  agentUrl,
  region: null,
  processes: 1,
  capacity: 1_000,
  tunnelCount,
  ...change,
})

describe('planReleases', () => {
  it('moves at most a tenth of the agents off an edge above the mean, if edges differ by more than a tenth', () => {
    // The mean is 0.6.
    expect(planReleases([load('a', 900), load('b', 900), load('c', 0)])).toEqual([
      { agentUrl: 'a', urlsWithCapacity: ['c'], agents: 90 },
      { agentUrl: 'b', urlsWithCapacity: ['c'], agents: 90 },
    ])
    expect(planReleases([load('a', 640), load('b', 639), load('c', 539)])).toEqual([
      { agentUrl: 'a', urlsWithCapacity: ['c'], agents: 34 },
      { agentUrl: 'b', urlsWithCapacity: ['c'], agents: 33 },
    ])
    expect(planReleases([load('a', 640), load('b', 640), load('c', 540)])).toEqual([])
  })

  it('compares edges only within their region, by the fraction of capacity in use', () => {
    const far = load('far', 0, { region: 'us' })
    expect(planReleases([load('a', 900, { region: 'eu' }), far])).toEqual([])
    // The mean is 1,000 of 11,000.
    const small = load('small', 300)
    expect(planReleases([small, load('large', 700, { capacity: 10_000 })])).toEqual([
      { agentUrl: 'small', urlsWithCapacity: ['large'], agents: 30 },
    ])
  })

  it('counts an agent once, not once per process, and moves at most 1,000', () => {
    const full = load('full', 4_000, { processes: 4, capacity: 4_000 })
    expect(planReleases([full, load('empty', 0)])).toEqual([
      { agentUrl: 'full', urlsWithCapacity: ['empty'], agents: 100 },
    ])
    const huge = { capacity: 100_000 }
    expect(planReleases([load('full', 90_000, huge), load('empty', 0, huge)])).toMatchObject([{ agents: 1_000 }])
  })
})

describe('planReturns', () => {
  it('allows 1,000 agents per edge of each region, and plans nothing for a single region', () => {
    const [one, two] = [load('one', 5, { region: 'eu' }), load('two', 900, { region: 'eu' })]
    expect(planReturns([one, two, load('far', 5, { region: 'us' }), load('nowhere', 5)])).toEqual([
      { region: 'eu', homeUrls: ['one', 'two'], agents: 2_000 },
      { region: 'us', homeUrls: ['far'], agents: 1_000 },
    ])
    expect(planReturns([one, two])).toEqual([])
  })
})

describeApi('balanceEdges', (api) => {
  let count = 0
  /** A process of an edge with this name. By default, half of its capacity of 10 is used. */
  const newProcess = (name: string, tunnelCount = 5) => {
    count += 1
    const edgeId = `balanced-${count}`
    return async (tunnels: Partial<ReportTunnelsInput> = {}, change: Partial<EdgeDescriptionInput> = {}) => {
      const edge = { name, agentUrl: `http://${name}.test`, capacity: 10, version: '1.0.0', state: 'SERVING' as const }
      const input = {
        edgeId,
        edge: { ...edge, tunnelCount, ...change },
        complete: false,
        connected: [],
        disconnected: [],
        ...tunnels,
      }
      return (await api.edge().run(ReportTunnelsDocument, { input })).reportTunnels
    }
  }
  /** Two edges that have the same agents, and another that is equally full until `empty` is called, because the API's job may run at any time. */
  const startEdges = async (agents: number) => {
    await api.app.db.deleteFrom('agentEdges').execute()
    await api.app.db.deleteFrom('edges').execute()
    const ada = await api.seed.owner('Ada')
    const ids: string[] = []
    for (let i = 0; i < agents; i += 1) ids.push((await ada.agent()).id)
    const [one, two, three] = [newProcess('one', 9), newProcess('two', 9), newProcess('three', 9)]
    await one({ connected: ids })
    await two({ connected: ids })
    await three()
    const empty = async () => await three({}, { tunnelCount: 0 })
    return { ids, one, two, three, empty }
  }

  type Edges = Awaited<ReturnType<typeof startEdges>>

  it('releases an agent that another edge also serves, for 10 seconds, and not again within an hour', async () => {
    const { ids, one, two, empty } = await startEdges(1)
    expect((await one()).released).toEqual([])
    await empty()
    await balanceEdges(api.app)
    // Both are too full; only one of them gets the request, because the agent is released once.
    const answers = [(await one()).released, (await two()).released, (await empty()).released]
    expect(answers.toSorted((a, b) => b.length - a.length)).toEqual([ids, [], []])
    api.clock.advance(11_000)
    expect([(await one()).released, (await two()).released]).toEqual([[], []])
    await empty()
    await balanceEdges(api.app)
    expect([(await one()).released, (await two()).released]).toEqual([[], []])
    api.clock.advance(3_600_000)
    for (const report of [one, two, empty]) await report()
    await balanceEdges(api.app)
    expect([...(await one()).released, ...(await two()).released]).toEqual(ids)
  })

  it('releases the agent from every process of the edge', async () => {
    const { ids, one, two, empty } = await startEdges(1)
    const second = newProcess('one', 9)
    await second({ connected: ids })
    await two({}, { tunnelCount: 5 })
    await empty()
    await balanceEdges(api.app)
    expect([(await one()).released, (await second()).released, (await two()).released]).toEqual([ids, ids, []])
  })

  /** Has an edge say that it is in a region with each of its reports. Returns the agents that it must release. */
  const reportFrom =
    (region: string, report: ReturnType<typeof newProcess>) =>
    async (tunnels: Partial<ReportTunnelsInput> = {}): Promise<string[]> =>
      (await report(tunnels, { region })).released

  /** Starts two edges of `us` that have an agent of `eu`, and an edge of `eu` that has not reported yet. */
  const startFar = async (region = 'eu') => {
    const edges = await startEdges(0)
    const ada = await api.seed.owner('Ada')
    const input = { accountId: ada.accountId, forwardingTo: 'http://localhost:3000', region }
    const { id } = (await ada.client.run(StartAgentDocument, { input })).startAgent.agent
    const [one, two, home] = [reportFrom('us', edges.one), reportFrom('us', edges.two), reportFrom('eu', edges.three)]
    await one({ connected: [id] })
    await two({ connected: [id] })
    return { id, ada, one, two, home }
  }

  describe('for an agent outside its region', () => {
    it('sends it back once its region has an edge, from one edge per hour', async () => {
      const { id, one, two, home } = await startFar()
      await balanceEdges(api.app)
      expect([await one(), await two()]).toEqual([[], []])
      await home()
      await balanceEdges(api.app)
      expect([await one(), await two()]).toEqual([[id], []])
      await one({ disconnected: [id] })
      await home({ connected: [id] })
      api.clock.advance(3_600_001)
      for (const report of [one, two]) await report()
      const third = newProcess('four')
      await home()
      await balanceEdges(api.app)
      expect(await two()).toEqual([])
      await third({}, { region: 'eu' })
      await balanceEdges(api.app)
      expect(await two()).toEqual([id])
    })

    it('does not move it if its region is unknown or no other edge serves it', async () => {
      const unknown = await startFar('')
      await unknown.home()
      await balanceEdges(api.app)
      expect([await unknown.one(), await unknown.two()]).toEqual([[], []])
      const alone = await startFar()
      await alone.one({ disconnected: [alone.id] })
      await alone.home()
      await balanceEdges(api.app)
      expect(await alone.two()).toEqual([])
    })

    it('uses the region from its last ticket renewal once it has reconnected', async () => {
      const { id, ada, one, home } = await startFar('')
      await ada.client.run(RenewAgentTicketDocument, { input: { agentId: id, region: 'eu' } })
      await one({ disconnected: [id] })
      await one({ connected: [id] })
      await home()
      await balanceEdges(api.app)
      expect(await one()).toEqual([id])
    })
  })

  const keeping: [agent: string, change: (edges: Edges) => Promise<unknown>][] = [
    ['that no other edge serves', async ({ ids, two }) => await two({ disconnected: ids })],
    [
      'whose other edge is silent',
      async ({ one }) => {
        api.clock.advance(26_000)
        await one()
      },
    ],
    ['whose other edge is drained', async () => await setDrained(api.app, 'two', true)],
    ['that the empty edge also serves', async ({ ids, three }) => await three({ connected: ids })],
    ['while the empty edge is drained', async () => await setDrained(api.app, 'three', true)],
  ]
  it.each(keeping)('does not move an agent %s', async (_agent, change) => {
    const edges = await startEdges(1)
    await change(edges)
    await edges.empty()
    await balanceEdges(api.app)
    expect((await edges.one()).released).toEqual([])
  })
})
