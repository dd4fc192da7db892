import { expect, it } from 'vitest'
import type { EdgeDescriptionInput, ReportTunnelsInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  ReportTunnelsDocument,
  ServingEdgesChangedDocument,
  ServingEdgesDocument,
  StopAgentDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { servingEdgesMax } from '../agents/rules.ts'
import { setDrained } from './operator.ts'
import { checkEdgeSilence } from './service.ts'

const listEdges = async ({ client, accountId }: Member, id: string) =>
  (await client.run(ServingEdgesDocument, { accountId, id })).account.agent?.edges

describeApi("an agent's edges", (api) => {
  let count = 0
  /** A process of an edge with this name. */
  const newProcess = (name: string | null, change: Partial<EdgeDescriptionInput> = {}) => {
    count += 1
    const edgeId = `process-${count}`
    const edge = name && {
      name,
      agentUrl: `http://${name}.test`,
      capacity: 100,
      tunnelCount: 1,
      version: '1.0.0',
      state: 'SERVING' as const,
      ...change,
    }
    return async (tunnels: Partial<ReportTunnelsInput>) => {
      const input = { edgeId, complete: false, connected: [], disconnected: [], ...(edge && { edge }), ...tunnels }
      await api.edge().run(ReportTunnelsDocument, { input })
    }
  }

  it('are those that hold a session of it, the longest first, with the processes of each merged', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.agent()
    expect(await listEdges(ada, id)).toEqual([])
    await newProcess('one', { region: 'eu-west' })({ connected: [id] })
    api.clock.advance(1_000)
    await newProcess('two')({ connected: [id] })
    await newProcess('one', { region: 'eu-west' })({ connected: [id] })
    const edges = (await listEdges(ada, id)) ?? []
    expect(edges).toMatchObject([
      { name: 'one', region: 'eu-west', isDraining: false },
      { name: 'two', region: null, isDraining: false },
    ])
    const [one = NaN, two = NaN] = edges.map(({ connectedAt }) => Date.parse(connectedAt))
    expect(two - one).toBeGreaterThanOrEqual(1_000)
  })

  it('are published live as it connects to one or leaves one, even while another still holds it', async () => {
    const ada = await api.seed.owner('Ada')
    await ada.gateway('demo')
    const { id } = await ada.agent('demo')
    const [one, two] = [newProcess('one'), newProcess('two')]
    await one({ connected: [id] })
    const changes = await ada.client.subscribe(ServingEdgesChangedDocument, { accountId: ada.accountId, id })
    const nextNames = async () => (await changes.next()).accountChanged.agent?.edges.map(({ name }) => name)
    await two({ connected: [id] })
    expect(await nextNames()).toEqual(['one', 'two'])
    await one({ disconnected: [id] })
    expect(await nextNames()).toEqual(['two'])
    await one({ connected: [id] })
    expect(await nextNames()).toEqual(['two', 'one'])
    // A complete report has the same effect, and so has the silence of an edge that was killed.
    await one({ complete: true })
    expect(await nextNames()).toEqual(['two'])
    await one({ connected: [id] })
    expect(await nextNames()).toEqual(['two', 'one'])
    api.clock.advance(20_000)
    await one({ held: [id] })
    api.clock.advance(6_000)
    await checkEdgeSilence(api.app)
    expect(await nextNames()).toEqual(['one'])
  })

  it('exclude a process that was killed once another has taken its place', async () => {
    const ada = await api.seed.owner('Ada')
    await ada.gateway('demo')
    const { id } = await ada.agent('demo')
    const ending = newProcess('one', { process: 0, state: 'DRAINING' })
    await ending({ connected: [id] })
    const killed = newProcess('one', { process: 0 })
    await killed({ connected: [id] })
    // An edge that ends reports it.
    await killed({ disconnected: [id] })
    expect(await listEdges(ada, id)).toHaveLength(1)
    await ending({ disconnected: [id] })
    await killed({ connected: [id] })
    // It is not replaced by another process of the edge, by one of an edge with another name, or by one that does not say which it is.
    for (const other of [{ process: 1 }, {}]) await newProcess('one', other)({})
    await newProcess('two', { process: 0 })({})
    expect(await listEdges(ada, id)).toHaveLength(1)
    await newProcess('one', { process: 0 })({})
    expect(await listEdges(ada, id)).toEqual([])
    // Its gateway is free immediately.
    await ada.agent('demo')
  })

  it('include a replaced process that is still alive, once it sends a complete report', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.agent()
    const first = newProcess('one', { process: 0 })
    await first({ connected: [id] })
    const second = newProcess('one', { process: 0 })
    await second({})
    expect(await listEdges(ada, id)).toEqual([])
    await first({ complete: true, held: [id] })
    await second({})
    expect(await listEdges(ada, id)).toMatchObject([{ name: 'one' }])
  })

  it('show which are drained or shutting down', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.agent()
    const [drained, ending] = [newProcess('drained'), newProcess('ending', { state: 'DRAINING' })]
    await drained({ connected: [id] })
    await setDrained(api.app, 'drained', true)
    api.clock.advance(1)
    await ending({ connected: [id] })
    api.clock.advance(1)
    await newProcess('serving')({ connected: [id] })
    expect((await listEdges(ada, id))?.map(({ name, isDraining }) => [name, isDraining])).toEqual([
      ['drained', true],
      ['ending', true],
      ['serving', false],
    ])
  })

  it('are listed separately if they give no name, up to servingEdgesMax', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.agent()
    for (let edge = 0; edge <= servingEdgesMax; edge += 1) await newProcess(null)({ connected: [id] })
    expect((await listEdges(ada, id))?.map(({ name }) => name)).toEqual(Array(servingEdgesMax).fill(null))
  })

  it('are an empty list once it is stopped', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.agent()
    await newProcess('one')({ connected: [id] })
    await ada.client.run(StopAgentDocument, { input: { id } })
    expect(await listEdges(ada, id)).toEqual([])
  })
})
