import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { describeEdge } from '../testing/test-edge.ts'
import { askH2, connectH2, readH2 } from '../testing/test-h2-visitor.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'
import { startFakeApi } from '../testing/fake-api.ts'

afterEach(closeAll)

const hostname = 'demo-ada.culvert.test'
const headers = { host: hostname }

describeEdge("an app's cookie", (startTestEdge) => {
  it.each([
    ['a=1; Domain=culvert.test; Path=/', 'a=1; Path=/'],
    ['a=1; domain = .CULVERT.test', 'a=1'],
    ['a=1;Domain=test', 'a=1'],
    ['a=1; Domain=culvert.test; Domain=', 'a=1'],
    ['a=1; Domain=other.test; Secure; DOMAIN=culvert.test.', 'a=1; Secure'],
    ['a=1; Domain=demo-ada.culvert.test', 'a=1; Domain=demo-ada.culvert.test'],
    ['a=1; Domain=elsewhere.test', 'a=1; Domain=elsewhere.test'],
    ['domain=culvert.test', 'domain=culvert.test'],
    ['a=Domain=culvert.test; Path=/x', 'a=Domain=culvert.test; Path=/x'],
  ])('"%s" is passed on as "%s"', async (set, seen) => {
    const { port, connectAgent } = await startTestEdge({ api: await offering() })
    const agent = await connectAgent({ hostname })
    agent.serve((stream) =>
      stream.respond(200, [
        ['Set-Cookie', 'first=1'],
        ['set-cookie', set],
      ]),
    )
    // Until the edge knows which domains are offered, it accepts none.
    for (;;) {
      const { headers: fields } = await visit(port, { headers })
      expect(fields['set-cookie']?.[0]).toBe('first=1')
      if (fields['set-cookie']?.[1] === seen) break
      expect(seen).toMatch('elsewhere')
    }
  })

  it('is limited to its own host while it is unknown which domains are offered', async () => {
    const api = await startFakeApi()
    api.state.offeredDomains = undefined
    const { port, connectAgent } = await startTestEdge({ api })
    const agent = await connectAgent({ hostname })
    agent.serve((stream) => stream.respond(200, [['Set-Cookie', 'a=1; Domain=culvert.test']]))
    expect((await visit(port, { headers })).headers['set-cookie']).toEqual(['a=1'])
  })

  it('loses its Domain in 101 and 103 responses too', async () => {
    const { port, connectAgent } = await startTestEdge({ api: await offering() })
    const agent = await connectAgent({ hostname })
    const visitor = dialRaw(
      port,
      `GET / HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const { stream } = await agent.nextStream()
    const cookie: [string, string] = ['Set-Cookie', 'a=1; Domain=culvert.test; Path=/']
    stream.sendHead({ status: 103, reason: 'Early Hints', fields: [cookie] })
    stream.sendHead({ status: 101, reason: 'Switching', fields: [['Upgrade', 'websocket'], cookie] })
    const heads = (await visitor.readUntil('101 Switching')) + (await visitor.readUntil('\r\n\r\n'))
    expect(heads.match(/set-cookie: .*/gi)).toEqual(['Set-Cookie: a=1; Path=/', 'Set-Cookie: a=1; Path=/'])
  })
})

describe("an app's cookie for an offered domain", () => {
  it('loses its Domain over HTTP/2 too', async () => {
    const { visitor, connectAgent, api } = await startSecureEdge()
    api.offerDomains(['culvert.test'])
    const agent = await connectAgent({ hostname })
    agent.serve((stream) => stream.respond(200, [['Set-Cookie', 'a=1; Domain=culvert.test']]))
    const session = await connectH2({ ...visitor, servername: hostname })
    for (;;) {
      const { headers: fields } = await readH2(askH2(session, { ':authority': hostname }))
      if (String(fields['set-cookie']) === 'a=1') break
    }
  })
})

describeEdge('a removed Domain', (startTestEdge) => {
  it('is reported as the last failure of the agent, which does not count as failing', async () => {
    const api = await offering()
    const { port, connectAgent } = await startTestEdge({ api, timing: { healthMs: 20 } })
    const agent = await connectAgent({ hostname })
    agent.serve((stream) => stream.respond(200, [['Set-Cookie', 'a=1; Domain=culvert.test']]))
    await visit(port, { headers })
    await visit(port, { headers })
    for (;;) {
      const { agents } = await api.healthReports.next()
      const [told] = agents
      if (!told?.lastFailure) continue
      expect(told).toMatchObject({
        failing: false,
        lastFailure: {
          code: 'CULVERT_COOKIE_DOMAIN',
          detail: 'a cookie was set for culvert.test; its Domain was taken away',
        },
      })
      break
    }
  })
})

/** An API of an installation that offers a domain. */
async function offering() {
  const api = await startFakeApi()
  api.state.offeredDomains = ['culvert.test']
  return api
}
