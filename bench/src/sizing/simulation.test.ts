import type { EdgeDirectory, ReportingEdge } from '@culvert/api/edge-directory'
import { describe, expect, it } from 'vitest'
import { regionOf, Simulation } from './simulation.ts'

const scale = { agents: 60, weight: 10, edges: 4, regions: 1, capacity: 1_000, sessions: 2, tickets: 100 }

/** A directory that names edges that have reported within 25 s, the emptiest first. */
function createDirectory(): EdgeDirectory {
  const known = new Map<string, ReportingEdge & { at: Date }>()
  const drained = new Set<string>()
  return {
    report: async (edge, at) => void known.set(edge.url, { ...edge, at }),
    drain: async (url, isDrained) => void (isDrained ? drained.add(url) : drained.delete(url)),
    nameEdges: async (_region, now) =>
      [...known.values()]
        .filter(({ url, at }) => now.getTime() - at.getTime() <= 25_000 && !drained.has(url))
        .toSorted((a, b) => a.tunnels - b.tunnels)
        .map(({ url }) => url),
    planReleases: async () => {
      const full = [...known.values()].filter(({ tunnels }) => tunnels > 400)
      const urlsWithCapacity = [...known.values()].filter(({ tunnels }) => tunnels < 400).map(({ url }) => url)
      return full.map(({ url }) => ({ agentUrl: url, urlsWithCapacity, agents: 20 }))
    },
    planReturns: async () => [],
    close: async () => undefined,
  }
}

/** A directory of two regions that names the edges of an agent's own region first. */
function createRegions(): EdgeDirectory {
  const directory = createDirectory()
  const regions = new Map<string, string>()
  return {
    ...directory,
    report: async (edge, at) => {
      regions.set(edge.url, edge.region)
      await directory.report(edge, at)
    },
    nameEdges: async (region, now) => {
      const urls = await directory.nameEdges(region, now)
      return urls.toSorted((a, b) => Number(regions.get(b) === region) - Number(regions.get(a) === region))
    },
    planReleases: async () => [],
    planReturns: async () => {
      const home = regionOf(0, { regions: 2 })
      return [{ region: home, homeUrls: [...regions.keys()].filter((url) => regions.get(url) === home), agents: 100 }]
    },
  }
}

describe('the simulation of agents and edges', () => {
  it('connects each agent to two edges, no faster than tickets are issued', async () => {
    const outcome = await new Simulation(createDirectory(), scale).start(1)
    expect(outcome).toMatchObject({ opened: 1_200, ticketsPeak: 100, without: 0 })
    expect(outcome.seconds).toBeGreaterThanOrEqual(12)
    expect(outcome.least + outcome.most).toBeGreaterThan(0)
  })

  it('moves agents of a killed edge to another one, and none back once it is restored', async () => {
    const simulation = new Simulation(createDirectory(), scale)
    const { most } = await simulation.start(1)
    const killed = await simulation.kill('killed', [0])
    expect(killed.opened).toBeGreaterThan(0)
    expect(killed.without).toBe(0)
    expect(killed.most).toBeGreaterThanOrEqual(most)
    expect(await simulation.restore('back', [0])).toMatchObject({ opened: 0, least: 0 })
  })

  it('releases agents of full edges until the load is even, and leaves none without an edge', async () => {
    const simulation = new Simulation(createDirectory(), { ...scale, edges: 3 })
    await simulation.start(1)
    await simulation.kill('killed', [0])
    expect(await simulation.restore('back', [0])).toMatchObject({ least: 0, most: 600 })
    const { most, opened, without } = await simulation.even('even')
    expect(most).toBeLessThanOrEqual(400)
    expect(opened).toBe(400)
    expect(without).toBe(0)
  })

  it('returns agents to their region once it has edges again, each one session an hour', async () => {
    const simulation = new Simulation(createRegions(), { ...scale, regions: 2 })
    await simulation.start(1)
    expect((await simulation.kill('killed', [0, 2])).most).toBe(600)
    expect(await simulation.restore('back', [0, 2])).toMatchObject({ least: 0 })
    const { least, most, opened, seconds, without } = await simulation.even('returned')
    expect({ least, most, opened, without }).toEqual({ least: 300, most: 300, opened: 600, without: 0 })
    expect(seconds).toBeGreaterThan(3_600)
    expect(seconds).toBeLessThan(2 * 3_600)
  })

  it('leaves agents without an edge while all of theirs are killed, until others are restored', async () => {
    const simulation = new Simulation(createDirectory(), { ...scale, edges: 3 })
    await simulation.start(1)
    const { without, seconds } = await simulation.kill('killed', [0, 1])
    expect(without).toBeGreaterThan(0)
    expect(seconds).toBeGreaterThan(0)
  })

  it('moves the agents of a draining edge before it ends', async () => {
    const simulation = new Simulation(createDirectory(), scale)
    await simulation.start(1)
    expect(await simulation.restartEach('restarted')).toMatchObject({ without: 0 })
  })
})
