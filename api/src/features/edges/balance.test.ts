import { describe, expect, it } from 'vitest'
import type { EdgeDescriptionInput, ReportTunnelsInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import { ReportTunnelsDocument } from '../../testing/generated/documents.ts'
import { balanceEdges, planReleases } from './balance.ts'
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

describe('agents leave an edge', () => {
  it('that is fuller than the mean of its region, where edges differ by more than a tenth: a tenth of them at once', () => {
    // The mean is 0.6.
    expect(planReleases([load('a', 900), load('b', 900), load('c', 0)])).toEqual([
      { agentUrl: 'a', roomyUrls: ['c'], agents: 90 },
      { agentUrl: 'b', roomyUrls: ['c'], agents: 90 },
    ])
    expect(planReleases([load('a', 640), load('b', 639), load('c', 539)])).toEqual([
      { agentUrl: 'a', roomyUrls: ['c'], agents: 34 },
      { agentUrl: 'b', roomyUrls: ['c'], agents: 33 },
    ])
    expect(planReleases([load('a', 640), load('b', 640), load('c', 540)])).toEqual([])
  })

  it('for others of its region alone, as much as each is meant to carry', () => {
    const far = load('far', 0, { region: 'us' })
    expect(planReleases([load('a', 900, { region: 'eu' }), far])).toEqual([])
    // The mean is 1,000 of 11,000.
    const small = load('small', 300)
    expect(planReleases([small, load('large', 700, { capacity: 10_000 })])).toEqual([
      { agentUrl: 'small', roomyUrls: ['large'], agents: 30 },
    ])
  })

  it('as agents and not as sessions in each of its processes, and 1,000 at most', () => {
    const full = load('full', 4_000, { processes: 4, capacity: 4_000 })
    expect(planReleases([full, load('empty', 0)])).toEqual([{ agentUrl: 'full', roomyUrls: ['empty'], agents: 100 }])
    const huge = { capacity: 100_000 }
    expect(planReleases([load('full', 90_000, huge), load('empty', 0, huge)])).toMatchObject([{ agents: 1_000 }])
  })
})

describeApi('an edge that is fuller than others', (api) => {
  let count = 0
  /** A process of an edge with this name, of which half of the capacity of 10 is taken unless it says otherwise. */
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
  /** Two edges that have the same agents, and another that is as full until `empty` is called: the job of the API may run at any time. */
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

  it('lets go of an agent that another edge serves, for 10 seconds, and not again within an hour', async () => {
    const { ids, one, two, empty } = await startEdges(1)
    expect((await one()).released).toEqual([])
    await empty()
    await balanceEdges(api.app)
    // Both are too full; one of them has it, for it is asked once.
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

  it('lets go of it in each of its processes', async () => {
    const { ids, one, two, empty } = await startEdges(1)
    const second = newProcess('one', 9)
    await second({ connected: ids })
    await two({}, { tunnelCount: 5 })
    await empty()
    await balanceEdges(api.app)
    expect([(await one()).released, (await second()).released, (await two()).released]).toEqual([ids, ids, []])
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
    ['that is at the empty edge too', async ({ ids, three }) => await three({ connected: ids })],
    ['where the empty edge is drained', async () => await setDrained(api.app, 'three', true)],
  ]
  it.each(keeping)('keeps an agent %s', async (_agent, change) => {
    const edges = await startEdges(1)
    await change(edges)
    await edges.empty()
    await balanceEdges(api.app)
    expect((await edges.one()).released).toEqual([])
  })
})
