import { afterEach, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { describeEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const at = (host: string) => ({ headers: { host } })

describeEdge('a hostname without a tunnel', (startTestEdge) => {
  it('is offline if it belongs to a gateway, even if its agent was never here, and unknown otherwise', async () => {
    const { api, port } = await startTestEdge()
    api.state.reserved.add('demo.test')
    expect(await visit(port)).toMatchObject({ status: 503, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
    expect(await visit(port, at('nobody.test'))).toMatchObject({
      status: 404,
      headers: { 'x-culvert-error': 'CULVERT_HOST_UNKNOWN' },
    })
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
    expect(await visit(port, { headers: { host: 'demo.test', ...upgrade } })).toMatchObject({ status: 503 })
  })

  it('is suspended if the account of its gateway is, and the answer leaves out the reason', async () => {
    const { api, port } = await startTestEdge()
    api.state.reserved.add('demo.test')
    api.state.suspended.add('demo.test')
    const answer = await visit(port, { headers: { host: 'demo.test', accept: 'application/json' } })
    expect(answer).toMatchObject({ status: 403, headers: { 'x-culvert-error': 'CULVERT_ACCOUNT_SUSPENDED' } })
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { message: 'The operator of this server has suspended the account that it belongs to.' },
    })
    expect(await visit(port)).toMatchObject({ status: 403 })
  })

  it('is looked up once, however many visit it, in a batch with others', async () => {
    const { api, port } = await startTestEdge()
    const hosts = Array.from({ length: 50 }, (_, index) => `nobody-${index % 5}.test`)
    await Promise.all(hosts.map((host) => visit(port, at(host))))
    await Promise.all(hosts.map((host) => visit(port, at(host))))
    const asked = api.state.hostnameQuestions
    expect(asked.flat().toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `nobody-${index}.test`))
    expect(asked.length).toBeLessThan(4)
  })

  it('is unchecked while the API is away, unless it was looked up before', async () => {
    const { api, port } = await startTestEdge()
    api.state.reserved.add('demo.test')
    await visit(port)
    await api.close()
    const unchecked = { status: 503, headers: { 'x-culvert-error': 'CULVERT_HOST_UNCHECKED', 'retry-after': '10' } }
    expect(await visit(port, at('nobody.test'))).toMatchObject(unchecked)
    expect(await visit(port, at('somebody.test'))).toMatchObject(unchecked)
    expect(await visit(port)).toMatchObject({ headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
  })

  it("is not looked up if it cannot be a gateway's", async () => {
    const { api, port } = await startTestEdge()
    expect(await visit(port, at('nodots'))).toMatchObject({ status: 404 })
    expect(api.state.hostnameQuestions).toEqual([])
  })

  it('is answered with 404 during an upload, and after another visitor left during the lookup', async () => {
    const api = await startFakeApi()
    const { port } = await startTestEdge({ api })
    const body = Buffer.alloc(1_000_000)
    expect(await visit(port, { method: 'POST', body, ...at('nobody.test') })).toMatchObject({ status: 404 })
    const leaving = dialRaw(port, 'GET / HTTP/1.1\r\nHost: leaving.test\r\n\r\n')
    leaving.socket.end()
    await leaving.readAll()
    expect(await visit(port, at('nobody.test'))).toMatchObject({ status: 404 })
  })
})
