import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCulvert, startAgent } from '../src/agent.ts'
import { type App, startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { movingClock } from '../src/clock.ts'
import { DeleteAuthTokenDocument, DeleteGatewayDocument } from '../src/control/control.generated.ts'
import { type Site, domain, planSite, startApi, startEdge, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { visit } from '../src/visit.ts'

const serverRemedy = 'Check that Culvert runs there, or name another server with --server or CULVERT_SERVER.'

const cleanup = createCleanup()
let site: Site
let app: App
let ada: Person
let secret: string

/** Runs a `culvert` command that cannot succeed; returns its exit code and the lines that it printed. */
async function fail(...args: string[]): Promise<{ code: number | null; said: string[] }> {
  const command = runCulvert(cleanup, site, args)
  const { code } = await command.waitForExit()
  return { code, said: command.stderr.trimEnd().split('\n') }
}

const refusedRemedy = () =>
  `Sign in again with \`culvert login --server ${site.apiUrl}\`, or create an AuthID at ${site.apiUrl}/admin/auth-id.`

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (_request, response) => response.end('Hello'))
  ada = await signUp(site, 'Ada')
  secret = (await ada.createAuthToken()).secret
})

describe('an AuthID', () => {
  it('that is missing, without a sign-in, ends the agent with 3 and says how to sign in', async () => {
    expect(await fail('http', String(app.port))).toEqual({
      code: 3,
      said: [
        `You are not signed in at ${site.apiUrl}.`,
        'A tunnel is opened for an account, and nothing says for which.',
        `Sign in with \`culvert login --server ${site.apiUrl}\`. In CI, set CULVERT_SERVER and CULVERT_AUTHTOKEN instead.`,
      ],
    })
  })

  it('that does not exist ends the agent with 3', async () => {
    expect(await fail('http', String(app.port), '--authtoken', `pk_${'0'.repeat(64)}`)).toEqual({
      code: 3,
      said: ['Your token was refused.', expect.stringContaining('is not valid'), refusedRemedy()],
    })
  })

  it('that is deleted ends running agents with 6 within 2 seconds, and new ones with 3', async () => {
    const bob = await signUp(site, 'Bob')
    const token = await bob.createAuthToken()
    const agent = await startAgent(cleanup, site, { port: app.port, secret: token.secret })
    const begin = Date.now()
    await bob.control.request(DeleteAuthTokenDocument, { input: { id: token.id } })
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(Date.now() - begin).toBeLessThan(2000)
    expect(agent.stderr.trimEnd().split('\n')).toEqual([
      'Your tunnel was ended.',
      expect.stringContaining('AuthID'),
      'Sign in again with `culvert login`, or create a new AuthID on the dashboard.',
    ])
    expect(await fail('http', String(app.port), '--authtoken', token.secret)).toEqual({
      code: 3,
      said: ['Your token was refused.', expect.stringContaining('is not valid'), refusedRemedy()],
    })
  })
})

describe('a gateway', () => {
  it('of another account is refused with 4, like one that does not exist', async () => {
    const eve = await signUp(site, 'Eve')
    const { subdomain } = await eve.createGateway('hers')
    for (const gateway of [subdomain, 'hers', 'nobodys']) {
      expect(await fail('http', String(app.port), '--authtoken', secret, '--gateway', gateway)).toEqual({
        code: 4,
        said: [
          `The gateway "${gateway}" was refused.`,
          `This account has no gateway "${gateway}". Reserve it on the dashboard's Gateway page, or leave it out for a random hostname.`,
          `Your gateways are at ${site.apiUrl}/admin/gateway.`,
        ],
      })
    }
  })

  it('in use by an agent is refused with 4, and the message says who started it and where to stop it', async () => {
    await ada.createGateway('busy')
    const agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'busy'] })
    expect(await fail('http', String(app.port), '--authtoken', secret, '--gateway', 'busy')).toEqual({
      code: 4,
      said: [
        'The gateway "busy" was refused.',
        expect.stringMatching(
          /^busy-ada\.culvert\.localhost is in use by an agent that Ada Tester started at \S+ for http:\/\/localhost:\d+\. Stop it/,
        ),
        `Running agents are at ${site.apiUrl}/admin/agents.`,
      ],
    })
    expect((await visit(agent.publicUrl)).text).toBe('Hello')
    await agent.stop()
  })

  it('that is deleted ends its agent with 6 within 2 seconds', async () => {
    const gateway = await ada.createGateway('short-lived')
    const agent = await startAgent(cleanup, site, { port: app.port, secret, args: ['--gateway', 'short-lived'] })
    const begin = Date.now()
    await ada.control.request(DeleteGatewayDocument, { input: { id: gateway.id } })
    expect(await agent.waitForExit()).toEqual({ code: 6, signal: null })
    expect(Date.now() - begin).toBeLessThan(2000)
    expect(agent.stderr).toContain('deleted')
    expect(await visit(agent.publicUrl)).toMatchObject({ status: 404 })
  })
})

describe('a plan', () => {
  it('that allows two agents refuses a third with 4, and says what to do', async () => {
    const cem = await signUp(site, 'Cem')
    const token = await cem.createAuthToken()
    for (let count = 0; count < 2; count++) await startAgent(cleanup, site, { port: app.port, secret: token.secret })
    expect(await fail('http', String(app.port), '--authtoken', token.secret)).toEqual({
      code: 4,
      said: [
        'Your plan has no room for another agent.',
        expect.stringMatching(/Early Access allows 2 agents at the same time.* Stop one, or upgrade\.$/),
        expect.stringContaining(`Running agents are at ${site.apiUrl}/admin/agents`),
      ],
    })
  })
})

describe('the command line', () => {
  it.each([
    { args: ['http'], expected: "missing required argument 'app'" },
    {
      args: ['http', 'three-thousand'],
      expected: 'expected a port (1 to 65535), host:port, http://host:port, https://host:port or a folder, got',
    },
    { args: ['http', '70000'], expected: 'or a folder, got "70000".' },
    { args: ['htp', '3000'], expected: 'there is no command "htp"; did you mean `http`?' },
    { args: ['http', '3000', '--gatway', 'demo'], expected: '(Did you mean --gateway?)' },
  ])('with a usage error ends the agent with 2: culvert $args', async ({ args, expected }) => {
    const { code, said } = await fail(...args)
    expect([code, said.join('\n')]).toEqual([2, expect.stringContaining(expected)])
    expect(said.at(-1)).toMatch(/^See `culvert( http)? --help`\.$/)
  })
})

describe('a server', () => {
  it('that cannot be reached ends the agent with 5 and names the address', async () => {
    const [port = 0] = await findSparePorts(1)
    const server = `http://localhost:${port}`
    expect(await fail('http', '3000', '--authtoken', secret, '--server', server)).toEqual({
      code: 5,
      said: [
        `There is no answer from ${server}.`,
        expect.stringContaining(`nothing listens on ${server}`),
        serverRemedy,
      ],
    })
  })

  it('that is not a Culvert server ends the agent with 5 and says so', async () => {
    const server = `http://localhost:${app.port}`
    expect(await fail('http', '3000', '--authtoken', secret, '--server', server)).toEqual({
      code: 5,
      said: [`There is no answer from ${server}.`, expect.stringContaining('it is not a Culvert server'), serverRemedy],
    })
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
  ])('who asks for $accept gets 502 if nothing listens on the local port, and the agent reports it', async (given) => {
    const [port = 0] = await findSparePorts(1)
    const agent = await startAgent(cleanup, site, { port, secret })
    const answer = await visit(agent.publicUrl, { headers: { Accept: given.accept } })
    expect([answer.status, answer.headers.get('x-culvert-error')]).toEqual([502, 'CULVERT_APP_REFUSED'])
    expect(answer.text.startsWith(given.begins)).toBe(true)
    await agent.waitForOutput(new RegExp(`A visitor got an error: nothing listens on http://localhost:${port}\\.`))
    await agent.stop()
  })

  it('who comes after the agent has ended gets 404', async () => {
    const agent = await startAgent(cleanup, site, { port: app.port, secret })
    expect(await agent.stop()).toEqual({ code: 0, signal: null })
    const { status, headers } = await visit(agent.publicUrl)
    expect([status, headers.get('x-culvert-error')]).toEqual([404, 'CULVERT_HOST_UNKNOWN'])
  })
})

describe('a killed agent', () => {
  it('leaves no visitor waiting: an unanswered request and one after its end get 503 within 10 seconds', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const mute = await startApp(cleanup, () => resolve())
    const agent = await startAgent(cleanup, site, { port: mute.port, secret })
    const before = visit(agent.publicUrl, { method: 'POST', body: 'heard by the app' })
    await asked
    await agent.kill()
    const begin = Date.now()
    for (const { status, headers } of await Promise.all([before, visit(agent.publicUrl)])) {
      expect([status, headers.get('x-culvert-error')]).toEqual([503, 'CULVERT_TUNNEL_OFFLINE'])
    }
    expect(Date.now() - begin).toBeLessThan(10_000)
  })
})

describe('a malformed frame', () => {
  it('closes its own connection with a reason, and no other', async () => {
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
    expect(Buffer.concat(chunks).toString('latin1')).toContain('expected a frame type')
    expect((await visit(agent.publicUrl)).text).toBe('Hello')
    await agent.stop()
  })
})

describe('an expired ticket', () => {
  it('is reported, with what to do, if the clocks of API and edge differ', async () => {
    const apart = await planSite(cleanup)
    await startApi(cleanup, apart)
    const ahead = { ...apart.env, CLOCK_OFF_MS: String(10 * 60 * 1_000) }
    await startEdge(cleanup, { ...apart, env: ahead }, movingClock)
    const dana = await signUp(apart, 'Dana')
    const token = await dana.createAuthToken()
    const agent = runCulvert(cleanup, apart, ['http', String(app.port), '--authtoken', token.secret])
    expect(await agent.waitForExit(30_000)).toEqual({ code: 1, signal: null })
    expect(agent.stderr).toContain('The ticket has expired.')
    expect(agent.stderr).toContain('The operator of the server must set both clocks')
  })
})
