import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const visitors = '127.0.0.0/24'
const deny = (version: number, ranges = [visitors], accountId = 'account-1') => ({ accountId, version, ranges })
const get = (host: string, fields = '') => `GET / HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`
const forbidden = { status: 403, headers: { 'x-culvert-error': 'CULVERT_FORBIDDEN' } }

describe('an address that an account denies', () => {
  it('is refused by the tunnels of that account only', async () => {
    const api = await startFakeApi()
    api.state.restrictions = [deny(1), deny(2, ['192.0.2.0/24'], 'account-2')]
    const { port, connectAgent } = await startTestEdge({ api })
    const one = await connectAgent()
    const two = await connectAgent({ sub: 'agent-2', accountId: 'account-2', hostname: 'two.test' })
    for (const agent of [one, two]) agent.serve((stream) => stream.respond(204))
    expect(await visit(port)).toMatchObject(forbidden)
    expect(await visit(port, { headers: { host: 'two.test' } })).toMatchObject({ status: 204 })
  })

  it('is refused even if it is listed on a later page of the restrictions that are loaded at startup', async () => {
    const api = await startFakeApi()
    api.state.restrictions = [1, 2, 3].map((number) => deny(number, [visitors], `account-${number}`))
    const { port, connectAgent } = await startTestEdge({ api })
    await connectAgent({ accountId: 'account-3' })
    expect(await visit(port)).toMatchObject(forbidden)
  })

  it('loses its requests, downloads, uploads and upgraded connections within 2 s; other accounts are unaffected', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    const [agent, other] = [
      await connectAgent(),
      await connectAgent({ sub: 'agent-2', accountId: 'account-2', hostname: 'two.test' }),
    ]
    const upgraded = dialRaw(port, get('demo.test', 'Connection: Upgrade\r\nUpgrade: x\r\n'))
    const upgradedStream = await agent.nextStream()
    upgradedStream.stream.sendHead({ status: 101, reason: '', fields: [] })
    await upgraded.readUntil('\r\n\r\n')
    const download = dialRaw(port, get('demo.test'))
    ;(await agent.nextStream()).stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    await download.readUntil('\r\n\r\n')
    const upload = dialRaw(port, get('demo.test', 'Transfer-Encoding: chunked\r\n').replace('GET', 'POST'))
    const uploadStream = await agent.nextStream()
    uploadStream.respond(200, [], 'answered before')
    await upload.readUntil('before')
    const asked = visit(port)
    const askedStream = await agent.nextStream()
    const others = visit(port, { headers: { host: 'two.test' } })
    const othersStream = await other.nextStream()

    const startedMs = performance.now()
    api.restrict(deny(1))
    expect(await asked).toMatchObject(forbidden)
    await Promise.all([upgraded.readAll(), download.readAll(), upload.readAll()])
    const resets = await Promise.all([upgradedStream, uploadStream, askedStream].map((stream) => stream.reset))
    expect(new Set(resets)).toEqual(new Set(['CANCELLED']))
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    othersStream.respond(204)
    expect(await others).toMatchObject({ status: 204 })
  })

  it('is admitted again once the restriction is removed, even if an older change arrives late', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    const waiting = visit(port, { headers: { host: 'demo.test' } })
    expect(await waiting).toMatchObject({ status: 204 })
    api.restrict(deny(5))
    while ((await visit(port)).status === 204);
    api.restrict(deny(6, []))
    api.restrict(deny(4))
    while ((await visit(port)).status === 403);
    expect(await visit(port)).toMatchObject({ status: 204 })
  })

  it('stays refused while the API is away; changes missed meanwhile apply once it is back', async () => {
    const { api, port, connectAgent } = await startTestEdge()
    const [one, two] = [
      await connectAgent(),
      await connectAgent({ sub: 'agent-2', accountId: 'account-2', hostname: 'two.test' }),
    ]
    for (const agent of [one, two]) agent.serve((stream) => stream.respond(204))
    const visitTwo = () => visit(port, { headers: { host: 'two.test' } })
    api.restrict(deny(1))
    while ((await visit(port)).status === 204);
    await api.close()
    expect(await visit(port)).toMatchObject(forbidden)
    expect(await visitTwo()).toMatchObject({ status: 204 })
    api.state.restrictions = [deny(2, []), deny(3, [visitors], 'account-2')]
    await api.reopen()
    while ((await visit(port)).status === 403);
    while ((await visitTwo()).status === 204);
  })

  it('is known before the first tunnel opens: an agent that dials earlier waits', async () => {
    const api = await startFakeApi()
    api.state.restrictions = undefined
    const { port } = await startTestEdge({ api })
    const early = await dialEdge(port, { ticket: await api.issueTicket() })
    api.state.restrictions = [deny(1)]
    await early.welcomed
    expect(await visit(port)).toMatchObject(forbidden)
  })

  it('keeps tunnels from opening while it is unknown: agents are told to dial again', async () => {
    const api = await startFakeApi()
    api.state.restrictions = undefined
    const { port, connectAgent } = await startTestEdge({ api })
    const early = await dialEdge(port, { ticket: await api.issueTicket() })
    expect(await early.dismissed).toMatchObject({
      code: 'SHUTDOWN',
      message: 'The edge does not know yet whom your account refuses: it does not reach the API for that.',
    })
    await early.closed
    expect(await visit(port)).toMatchObject({ status: 404 })
    api.state.restrictions = [deny(1)]
    await connectAgent()
    expect(await visit(port)).toMatchObject(forbidden)
  })
})
