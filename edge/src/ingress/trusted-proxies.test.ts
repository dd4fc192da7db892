import { afterEach, expect, it } from 'vitest'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll } from '../testing/queue.ts'
import { describeEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const story = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.test',
  'x-forwarded-port': '8443',
}

describeEdge('what a request says about its origin', (startTestEdge) => {
  it('reaches the app from a trusted proxy', async () => {
    const { port, connectAgent } = await startTestEdge({ environment: { EDGE_TRUSTED_PROXIES: '127.0.0.0/8' } })
    const agent = await connectAgent()
    void visit(port, { headers: story }).catch(() => {})
    const { head } = await agent.nextStream()
    expect(head.visitorAddress).toBe('203.0.113.7')
    expect(head.fields.filter(([name]) => /forwarded/i.test(name))).toEqual([
      ['X-Forwarded-For', '203.0.113.7'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'shop.test'],
      ['X-Forwarded-Port', '8443'],
      ['Forwarded', 'for=203.0.113.7;host="shop.test";proto=https'],
    ])
  })

  it('is dropped if the proxy is not trusted', async () => {
    const { port, connectAgent } = await startTestEdge({ environment: { EDGE_TRUSTED_PROXIES: '10.0.0.0/8' } })
    const agent = await connectAgent()
    void visit(port, { headers: { ...story, forwarded: 'for=203.0.113.8' } }).catch(() => {})
    const { head } = await agent.nextStream()
    expect(head.visitorAddress).toBe('127.0.0.1')
    expect(head.fields.filter(([name]) => /forwarded/i.test(name))).toEqual([
      ['X-Forwarded-For', '127.0.0.1'],
      ['X-Forwarded-Proto', 'http'],
      ['X-Forwarded-Host', 'demo.test'],
      ['X-Forwarded-Port', '80'],
      ['Forwarded', 'for=127.0.0.1;host="demo.test";proto=http'],
    ])
  })

  it('decides whether IP restrictions apply', async () => {
    const api = await startFakeApi()
    api.state.restrictions = [{ accountId: 'account-1', version: 1, ranges: ['203.0.113.0/24'] }]
    const { port, connectAgent } = await startTestEdge({ api, environment: { EDGE_TRUSTED_PROXIES: '127.0.0.1' } })
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    expect(await visit(port, { headers: { 'x-forwarded-for': '203.0.113.7' } })).toMatchObject({ status: 403 })
    expect(await visit(port, { headers: { 'x-forwarded-for': '203.0.113.7, 198.51.100.1' } })).toMatchObject({
      status: 204,
    })
  })

  it('is refused if it contradicts itself', async () => {
    const { port, connectAgent } = await startTestEdge({ environment: { EDGE_TRUSTED_PROXIES: '127.0.0.1' } })
    await connectAgent()
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.8' }
    expect(await visit(port, { headers })).toMatchObject({
      status: 400,
      headers: { 'x-culvert-error': 'CULVERT_BAD_REQUEST' },
    })
  })
})
