import type { EdgeDirectory, ReportingEdge } from '@culvert/api/edge-directory'
import { describe, expect, it } from 'vitest'
import { Simulation } from './simulation.ts'

const scale = { agents: 60, weight: 10, edges: 4, regions: 1, capacity: 1_000, sessions: 2, tickets: 100 }

/** A directory that names those that have reported within 25 s, the emptiest first. */
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
    close: async () => undefined,
  }
}

describe('the simulation of agents and edges', () => {
  it('gives each agent two edges, no faster than tickets are given', async () => {
    const outcome = await new Simulation(createDirectory(), scale).start(1)
    expect(outcome).toMatchObject({ opened: 1_200, ticketsPeak: 100, without: 0 })
    expect(outcome.seconds).toBeGreaterThanOrEqual(12)
    expect(outcome.least + outcome.most).toBeGreaterThan(0)
  })

  it('has agents whose edge was killed at another one, and moves nobody back to it', async () => {
    const simulation = new Simulation(createDirectory(), scale)
    const { most } = await simulation.start(1)
    const killed = await simulation.kill('killed', [0])
    expect(killed.opened).toBeGreaterThan(0)
    expect(killed.without).toBe(0)
    expect(killed.most).toBeGreaterThanOrEqual(most)
    expect(await simulation.restore('back', [0])).toMatchObject({ opened: 0, least: 0 })
  })

  it('has full edges let go of agents until they are even, each while another edge has it', async () => {
    const simulation = new Simulation(createDirectory(), { ...scale, edges: 3 })
    await simulation.start(1)
    await simulation.kill('killed', [0])
    expect(await simulation.restore('back', [0])).toMatchObject({ least: 0, most: 600 })
    const { most, opened, without } = await simulation.even('even')
    expect(most).toBeLessThanOrEqual(400)
    expect(opened).toBe(400)
    expect(without).toBe(0)
  })

  it('has agents whose edges are all killed wait until there are others', async () => {
    const simulation = new Simulation(createDirectory(), { ...scale, edges: 3 })
    await simulation.start(1)
    const { without, seconds } = await simulation.kill('killed', [0, 1])
    expect(without).toBeGreaterThan(0)
    expect(seconds).toBeGreaterThan(0)
  })

  it('moves the agents of an edge that is drained before it ends', async () => {
    const simulation = new Simulation(createDirectory(), scale)
    await simulation.start(1)
    expect(await simulation.restartEach('restarted')).toMatchObject({ without: 0 })
  })
})
