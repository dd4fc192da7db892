import { expect, it } from 'vitest'
import type { EdgeDescriptionInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  RenewAgentTicketDocument,
  ReportTunnelsDocument,
  StartAgentDocument,
  StopAgentDocument,
} from '../../testing/generated/documents.ts'
import { setDrained } from './operator.ts'

const forwardingTo = 'http://localhost:3000'
const fallback = ['http://localhost:8080']

describeApi('the directory of edges', (api) => {
  let count = 0
  /** An edge with a separate address. */
  const newEdge = (change: Partial<EdgeDescriptionInput> = {}) => {
    count += 1
    const edgeId = `edge-${count}`
    const agentUrl = change.agentUrl ?? `http://${edgeId}.test`
    const edge = {
      name: edgeId,
      capacity: 100,
      tunnelCount: 0,
      version: '1.0.0',
      state: 'SERVING' as const,
      ...change,
      agentUrl,
    }
    const report = async (now: Partial<EdgeDescriptionInput> = {}) => {
      const input = { edgeId, edge: { ...edge, ...now }, complete: false, connected: [], disconnected: [] }
      return (await api.edge().run(ReportTunnelsDocument, { input })).reportTunnels.isDrained
    }
    return { edgeId, url: agentUrl, name: edge.name, report }
  }
  /** The addresses that agents receive. */
  const askForUrls = async (region?: string) => {
    const ada = await api.seed.owner('Ada')
    const input = { accountId: ada.accountId, forwardingTo, region }
    const { agent, edgeUrls } = (await ada.client.run(StartAgentDocument, { input })).startAgent
    const renewal = { input: { agentId: agent.id, region } }
    const { renewAgentTicket } = await ada.client.run(RenewAgentTicketDocument, renewal)
    expect(renewAgentTicket.edgeUrls.toSorted()).toEqual(edgeUrls.toSorted())
    await ada.client.run(StopAgentDocument, { input: { id: agent.id } })
    return edgeUrls
  }
  /** Each test has a separate directory. */
  const fresh = async () => {
    await api.app.db.deleteFrom('edges').execute()
  }

  it('falls back to the configured tunnel URL until an edge reports an address', async () => {
    await fresh()
    expect(await askForUrls()).toEqual(fallback)
    const input = { edgeId: 'older', complete: true, connected: [], disconnected: [] }
    expect((await api.edge().run(ReportTunnelsDocument, { input })).reportTunnels.isDrained).toBe(false)
    expect(await askForUrls()).toEqual(fallback)
    const edge = newEdge()
    await edge.report()
    expect(await askForUrls()).toEqual([edge.url])
  })

  it("lists at most four edges: the agent's region first, then nearby ones, the least full first", async () => {
    await fresh()
    const far = newEdge({ region: 'us-east' })
    const nowhere = newEdge({ tunnelCount: 30 })
    const near = newEdge({ region: 'eu-north', tunnelCount: 10 })
    const busy = newEdge({ region: 'eu-west', tunnelCount: 50 })
    const idle = newEdge({ region: 'eu-west', tunnelCount: 60, capacity: 1_000 })
    for (const edge of [far, nowhere, near, busy, idle]) await edge.report()
    expect(await askForUrls('eu-west')).toEqual([idle.url, busy.url, near.url, far.url])
    expect(await askForUrls('us-west')).toEqual([far.url, idle.url, near.url, nowhere.url])
    expect((await askForUrls()).toSorted()).toEqual([far, idle, near, nowhere].map(({ url }) => url).toSorted())
    expect((await askForUrls('sa')).at(-1)).toBe(nowhere.url)
  })

  it('spreads agents over edges that are about equally full', async () => {
    await fresh()
    const edges = [newEdge({ tunnelCount: 3 }), newEdge(), newEdge({ tunnelCount: 9 })]
    for (const edge of edges) await edge.report()
    const first = new Set<string | undefined>()
    // The same edge would be first sixty times in a row with a probability of 1 in 10^28.
    for (let asked = 0; asked < 30 && first.size < 3; asked += 1) first.add((await askForUrls())[0])
    expect(first.size).toBe(3)
  })

  it('omits edges that are silent or shutting down, and lists each address once', async () => {
    await fresh()
    const [ending, ended, silent, serving] = [newEdge(), newEdge(), newEdge(), newEdge()]
    for (const edge of [ending, ended, silent, serving]) await edge.report()
    const sibling = newEdge({ name: serving.name, agentUrl: serving.url })
    await sibling.report()
    api.clock.advance(25_001)
    for (const edge of [ending, ended, serving, sibling]) await edge.report()
    await ending.report({ state: 'DRAINING' })
    await ended.report({ state: 'STOPPED' })
    expect(await askForUrls()).toEqual([serving.url])
    // Its processes are told to end at the same time.
    await sibling.report({ state: 'DRAINING' })
    expect(await askForUrls()).toEqual(fallback)
    // Processes that have ended do not count for one that has replaced them.
    await serving.report({ state: 'STOPPED' })
    await sibling.report({ state: 'STOPPED' })
    await newEdge({ name: serving.name, agentUrl: serving.url }).report()
    expect(await askForUrls()).toEqual([serving.url])
  })

  it('lists a drained edge only while no other takes agents, and tells the edge whether it is drained', async () => {
    await fresh()
    const [one, two] = [newEdge(), newEdge()]
    await one.report()
    await setDrained(api.app, one.name, true)
    expect(await one.report()).toBe(false)
    expect(await askForUrls()).toEqual([one.url])
    expect(await two.report()).toBe(false)
    expect(await one.report()).toBe(true)
    expect(await askForUrls()).toEqual([two.url])
    // An edge that is told to end learns whether another edge takes its agents.
    expect(await two.report({ state: 'DRAINING' })).toBe(false)
    expect(await one.report()).toBe(false)
    await newEdge().report()
    expect(await two.report({ state: 'DRAINING' })).toBe(true)
    await api.app.db.deleteFrom('edges').where('id', 'not in', [one.edgeId, two.edgeId]).execute()
    await two.report()
    await setDrained(api.app, one.edgeId, false)
    expect(await one.report()).toBe(false)
    expect((await askForUrls()).toSorted()).toEqual([one.url, two.url].toSorted())
  })

  it('drains a new process of a drained edge too, but not an edge that is started again', async () => {
    await fresh()
    await newEdge().report()
    const edge = newEdge()
    const replace = () => newEdge({ name: edge.name, agentUrl: edge.url })
    await edge.report()
    await setDrained(api.app, edge.name, true)
    const second = replace()
    expect(await second.report()).toBe(true)
    for (const process of [edge, second]) await process.report({ state: 'STOPPED' })
    expect(await replace().report()).toBe(false)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'edge\n1' }, 'name'],
    [{ version: '' }, 'version'],
    [{ version: 'x'.repeat(51) }, 'version'],
    [{ region: 'EU West' }, 'region'],
    [{ region: 'x'.repeat(64) }, 'region'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: 1_000_001 }, 'capacity'],
    [{ tunnelCount: -1 }, 'tunnelCount'],
    [{ agentUrl: 'edge.test' }, 'agentUrl'],
    [{ agentUrl: 'ftp://edge.test' }, 'agentUrl'],
    [{ agentUrl: 'http://edge.test/' }, 'agentUrl'],
    [{ agentUrl: 'http://user:secret@edge.test' }, 'agentUrl'],
    [{ agentUrl: `http://${'x'.repeat(255)}.test` }, 'agentUrl'],
    [{ siblingUrl: 'http://edge.test/way' }, 'siblingUrl'],
    [{ siblingUrl: `http://${'x'.repeat(255)}.test` }, 'siblingUrl'],
  ])('refuses an edge that describes itself with %j', async (change, field) => {
    await expect(newEdge(change).report()).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field })
  })

  it('refuses an agent whose region is malformed', async () => {
    const ada = await api.seed.owner('Ada')
    const input = { accountId: ada.accountId, forwardingTo, region: 'Europe!' }
    const field = 'region'
    await expect(ada.client.run(StartAgentDocument, { input })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field })
  })
})
