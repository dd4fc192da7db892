import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { runCulvert, startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { DeleteAuthTokenDocument, DeleteGatewayDocument } from '../src/control/control.generated.ts'
import { type Site, domain, planSite, startApi, startEdge, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { visit } from '../src/visit.ts'

const cleanup = createCleanup()
let site: Site
let app: App
let ada: Person
let secret: string

/** Runs a `culvert` command that cannot succeed; returns its exit code and everything it said. */
async function fail(...args: string[]): Promise<{ code: number | null; said: string }> {
  const command = runCulvert(cleanup, site, args)
  const { code } = await command.waitForExit()
  return { code, said: command.stderr }
}

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello'))
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

describe('an AuthID', () => {
  it('that is missing ends the agent with 3 and says where to get one', async () => {
    const { code, said } = await fail('http', String(app.port))
    expect(code).toBe(3)
    expect(said).toContain('--authtoken')
    expect(said).toContain(`${site.apiUrl}/admin/auth-id`)
  })

  it('that nobody has ends the agent with 3', async () => {
    const { code, said } = await fail('http', String(app.port), '--authtoken', `pk_${'0'.repeat(64)}`)
    expect(code).toBe(3)
    expect(said).toContain(`${site.apiUrl}/admin/auth-id`)
    expect(said).not.toContain('0'.repeat(64))
  })

  it('that was deleted ends the agent with 3, and those that run with 6', async () => {
    const bob = await signUp(site, 'Bob')
    const token = await bob.createAuthToken()
    const agent = await startAgent(cleanup, site, { port: app.port, secret: token.secret })
    const begin = Date.now()
    await bob.control.request(DeleteAuthTokenDocument, { input: { id: token.id } })
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(Date.now() - begin).toBeLessThan(2000)
    expect(agent.stderr).toContain('AuthID')
    expect(await fail('http', String(app.port), '--authtoken', token.secret)).toMatchObject({ code: 3 })
  })
})

describe('a gateway', () => {
  it('of another account is refused with 4, as one that does not exist', async () => {
    const eve = await signUp(site, 'Eve')
    const { subdomain } = await eve.createGateway('hers')
    for (const gateway of [subdomain, 'hers', 'nobodys']) {
      const { code, said } = await fail('http', String(app.port), '--authtoken', secret, '--gateway', gateway)
      expect([code, said]).toEqual([4, expect.stringContaining(gateway)])
      expect(said).toContain(`${site.apiUrl}/admin/gateway`)
    }
  })

  it('that an agent serves is refused with 4, naming who runs it and how to stop it', async () => {
    await ada.createGateway('busy')
    const agent = await startAgent(cleanup, site, { port: app.port, secret, gateway: 'busy' })
    const { code, said } = await fail('http', String(app.port), '--authtoken', secret, '--gateway', 'busy')
    expect(code).toBe(4)
    expect(said).toContain('Ada Tester')
    expect(said).toContain(`${site.apiUrl}/admin/agents`)
    expect((await visit(agent.publicUrl)).text).toBe('Hello')
    await agent.stop()
  })

  it('that is deleted ends its agent with 6 within 2 seconds', async () => {
    const gateway = await ada.createGateway('short-lived')
    const agent = await startAgent(cleanup, site, { port: app.port, secret, gateway: 'short-lived' })
    const begin = Date.now()
    await ada.control.request(DeleteGatewayDocument, { input: { id: gateway.id } })
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(Date.now() - begin).toBeLessThan(2000)
    expect(agent.stderr).toContain('deleted')
    expect(await visit(agent.publicUrl)).toMatchObject({ status: 404 })
  })
})

describe('a plan', () => {
  it('that allows two agents at once refuses the third with 4, and says what would help', async () => {
    const cem = await signUp(site, 'Cem')
    const token = await cem.createAuthToken()
    for (let count = 0; count < 2; count++) await startAgent(cleanup, site, { port: app.port, secret: token.secret })
    const { code, said } = await fail('http', String(app.port), '--authtoken', token.secret)
    expect(code).toBe(4)
    expect(said).toContain('Early Access')
    expect(said).toContain('2')
  })
})

describe('the command line', () => {
  it.each([
    { args: ['http'], expected: 'port' },
    { args: ['http', 'three-thousand'], expected: 'three-thousand' },
    { args: ['http', '70000'], expected: '70000' },
    { args: ['htp', '3000'], expected: 'htp' },
    { args: ['http', '3000', '--gatway', 'demo'], expected: '--gatway' },
  ])('that cannot be understood ends the agent with 2: culvert $args', async ({ args, expected }) => {
    expect(await fail(...args)).toEqual({ code: 2, said: expect.stringContaining(expected) })
  })
})

describe('a server', () => {
  it('that cannot be reached ends the agent with 5 and names the address', async () => {
    const [port = 0] = await findSparePorts(1)
    const server = `http://localhost:${port}`
    const { code, said } = await fail('http', '3000', '--authtoken', secret, '--server', server)
    expect(code).toBe(5)
    expect(said).toContain(server)
    expect(said).toContain('--server')
  })

  it('that is no Culvert server ends the agent with 5 and says so', async () => {
    const server = `http://localhost:${app.port}`
    const { code, said } = await fail('http', '3000', '--authtoken', secret, '--server', server)
    expect(code).toBe(5)
    expect(said).toContain(server)
  })
})

describe('a visitor', () => {
  it.each([
    { accept: 'text/html,*/*;q=0.8', type: 'text/html; charset=utf-8', begins: '<!doctype html>' },
    { accept: '*/*', type: 'text/plain; charset=utf-8', begins: 'No tunnel at this address.' },
  ])('who asks an unknown host for $accept gets $type', async ({ accept, type, begins }) => {
    const answer = await visit(`http://nobody.${domain}:${site.edgePort}/`, { headers: { Accept: accept } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, type])
    expect(answer.text.startsWith(begins)).toBe(true)
    expect(answer.text).toContain('Check the address for a typing error.')
  })

  it.each([
    { accept: 'text/html', begins: '<!doctype html>' },
    { accept: '*/*', begins: 'The app is not running.' },
  ])('who asks for $accept where nobody listens on the local port is told so, and so is the agent', async (given) => {
    const [port = 0] = await findSparePorts(1)
    const agent = await startAgent(cleanup, site, { port, secret })
    const answer = await visit(agent.publicUrl, { headers: { Accept: given.accept } })
    expect([answer.status, answer.headers.get('x-culvert-error')]).toEqual([502, 'CULVERT_APP_REFUSED'])
    expect(answer.text.startsWith(given.begins)).toBe(true)
    await agent.waitForOutput(new RegExp(`localhost:${port}.*`))
    await agent.stop()
  })

  it('who comes after the agent ended gets 503 for a gateway', async () => {
    await ada.createGateway('gone')
    const agent = await startAgent(cleanup, site, { port: app.port, secret, gateway: 'gone' })
    expect(await agent.stop()).toEqual({ code: 0, signal: null })
    expect((await visit(agent.publicUrl)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a malformed frame', () => {
  it('closes that connection with a reason, and no other', async () => {
    const agent = await startAgent(cleanup, site, { port: app.port, secret })
    const socket = connect(site.edgePort, 'localhost')
    socket.write(
      `GET /.culvert/tunnel HTTP/1.1\r\nHost: localhost:${site.edgePort}\r\nConnection: Upgrade\r\nUpgrade: culvert\r\n\r\n`,
    )
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toContain('HTTP/1.1 101 Switching Protocols')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(Buffer.alloc(100, 0xff))
    await once(socket, 'close')
    expect(Buffer.concat(chunks).toString('latin1')).toMatch(/[a-z ]{20}/)
    expect((await visit(agent.publicUrl)).text).toBe('Hello')
    await agent.stop()
  })
})

describe('an expired ticket', () => {
  it('is said to be one, with what to do, when the clocks of API and edge differ', async () => {
    const apart = await planSite(cleanup)
    await startApi(cleanup, apart)
    await startEdge(cleanup, apart, `--import ${join(import.meta.dirname, '../src/clock-ahead.ts')}`)
    const dana = await signUp(apart, 'Dana')
    const token = await dana.createAuthToken()
    const agent = runCulvert(cleanup, apart, ['http', String(app.port), '--authtoken', token.secret])
    await agent.waitForOutput(/clock/)
  })
})
