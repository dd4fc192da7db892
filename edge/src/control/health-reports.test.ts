import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const timing = { healthMs: 20 }

describe('health reports', () => {
  it('give the round trip time, and then each time that the app stops or resumes answering', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    const isFine = { agentId: 'agent-1', roundTripMs: expect.any(Number), failing: false }
    expect(await api.healthReports.next()).toMatchObject({ agents: [isFine] })

    const visited = visit(port)
    ;(await agent.nextStream()).stream.reset('REFUSED', 'nothing listens on http://localhost:3000')
    const { headers } = await visited
    const lastFailure = {
      requestId: headers['x-culvert-request-id'],
      code: 'CULVERT_APP_REFUSED',
      detail: 'nothing listens on http://localhost:3000',
      occurredAt: expect.any(String),
    }
    expect(await api.healthReports.next()).toMatchObject({ agents: [{ failing: true, lastFailure }] })

    agent.serve((stream) => stream.respond(500))
    await visit(port)
    expect(await api.healthReports.next()).toMatchObject({ agents: [{ failing: false, lastFailure }] })
  })

  it('leave out an agent that another edge counts until its app fails here', async () => {
    const { api, port, connectAgent } = await startTestEdge({
      timing: { healthMs: 100, heartbeatMs: 5, recheckMs: 5 },
    })
    api.state.countedElsewhere = ['agent-1']
    const agent = await connectAgent()
    while ((await api.tunnelReports.next()).held?.[0] !== 'agent-1');
    await connectAgent({ sub: 'agent-2', hostname: 'two.test' })
    const nextIds = async () => (await api.healthReports.next()).agents.map(({ agentId }) => agentId)
    let told = await nextIds()
    // The edge may have reported the other agent before it learned that.
    if (told.includes('agent-1')) told = await nextIds()
    expect(told).toEqual(['agent-2'])
    agent.serve(({ stream }) => stream.reset('ORIGIN_CLOSED', 'it hung up'))
    await visit(port)
    expect(await api.healthReports.next()).toMatchObject({ agents: [{ agentId: 'agent-1', failing: true }] })
  })

  it('are repeated until the API accepts them', async () => {
    const { api, port, connectAgent } = await startTestEdge({ timing })
    const agent = await connectAgent()
    await api.healthReports.next()
    api.state.failure = 'UNAVAILABLE'
    agent.serve(({ stream }) => stream.reset('ORIGIN_CLOSED', 'it hung up'))
    await visit(port)
    const report = await api.healthReports.next()
    expect(await api.healthReports.next()).toEqual(report)
    api.state.failure = undefined
    expect(await api.healthReports.next()).toEqual(report)
  })
})
