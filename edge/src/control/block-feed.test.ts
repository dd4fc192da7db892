import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const reason = 'It imitated <b>a bank</b>.'
const block = { hostname: 'demo.test', reason }
const blocked = { status: 403, headers: { 'x-culvert-error': 'CULVERT_HOSTNAME_BLOCKED' } }
const at = (host: string, accept = '*/*') => ({ headers: { host, accept } })

describe('a blocked hostname', () => {
  it('is answered with the reason, escaped in HTML, whether or not an agent is connected; others are served', async () => {
    const api = await startFakeApi()
    api.state.blocks = { version: 7, blocks: [block, { hostname: 'away.test', reason }] }
    const { port, connectAgent } = await startTestEdge({ api })
    const agents = [await connectAgent(), await connectAgent({ sub: 'agent-2', hostname: 'two.test' })]
    for (const agent of agents) agent.serve((stream) => stream.respond(204))
    expect(await visit(port, at('two.test'))).toMatchObject({ status: 204 })
    for (const hostname of ['demo.test', 'away.test']) {
      const page = await visit(port, at(hostname, 'text/html'))
      expect(page).toMatchObject(blocked)
      expect(page.body).toContain('The reason: It imitated &#60;b&#62;a bank&#60;/b&#62;.')
      expect(page.body).not.toContain('<b>a bank')
      const json = await visit(port, at(hostname, 'application/json'))
      expect(JSON.parse(json.body)).toMatchObject({
        error: { message: `The operator of this server has taken it down. The reason: ${reason}` },
      })
      const upload = { method: 'POST', body: Buffer.alloc(1_000_000), ...at(hostname) }
      expect(await visit(port, upload)).toMatchObject(blocked)
    }
  })

  it('is refused within 2 s of being blocked, and served within 2 s of being unblocked', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    expect(await visit(port)).toMatchObject({ status: 204 })
    const within = { timeout: 2_000 }
    // The edge reports everything at its start, and again when its subscription is open.
    for (let reports = 0; reports < 2; reports += 1) await api.tunnelReports.next()
    api.block(block)
    await vi.waitFor(async () => expect(await visit(port)).toMatchObject(blocked), within)
    api.block()
    await vi.waitFor(async () => expect(await visit(port)).toMatchObject({ status: 204 }), within)
  })

  it('stays blocked while the API is away', async () => {
    const api = await startFakeApi()
    api.state.blocks = { version: 7, blocks: [block] }
    const { port, connectAgent } = await startTestEdge({ api })
    await connectAgent()
    await api.close()
    expect(await visit(port)).toMatchObject(blocked)
  })
})

describe('an edge that starts while the API does not say which hostnames are blocked', () => {
  it('serves nothing: it admits no agents, and answers visitors with 503', async () => {
    const api = await startFakeApi()
    api.state.failure = 'UNAVAILABLE'
    const { port } = await startTestEdge({ api, timing: { accessRulesMs: 500 } })
    const agent = await dialEdge(port, { ticket: await api.issueTicket() })
    expect(await agent.dismissed).toMatchObject({ code: 'SHUTDOWN' })
    expect(await visit(port)).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_HOST_UNCHECKED' } })
  })
})
