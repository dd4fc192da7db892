import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { authToken, runByNpx, runCommand, runUnread } from '../testing/command.ts'
import type { Command } from '../testing/command.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer, FakeSession } from '../testing/fake-server.ts'
import { makeFolder } from '../testing/folder.ts'
import { findSparePort, listen, switchingProtocols } from '../testing/sockets.ts'
import { Visit } from '../testing/visitor.ts'

describe('a tunnel', () => {
  it('prints its addresses, carries requests and logs them', async () => {
    const server = await startFakeServer()
    const { command, session, appPort } = await openTunnel(server)
    expect(server.calls[0]).toEqual({
      operation: 'startAgent',
      authorization: `Bearer ${authToken}`,
      input: { forwardingTo: `http://localhost:${appPort}` },
    })
    expect(session.hello).toMatchObject({ versionMin: 1, ticket: 'ticket-1', resumeToken: null })
    expect(session.hello.client).toMatch(/^culvert\/\d+\.\d+\.\d+ /)
    expect((await visit(session, '/hello')).body).toBe('You asked for /hello')
    await command.until('GET /hello 200')
    const lines = command.stdout.replaceAll(/^\S+Z /gm, '').split('\n')
    expect(lines.slice(0, 5)).toEqual([
      `Public URL: ${publicUrl}`,
      `Forwards to: http://localhost:${appPort}`,
      `Dashboard: ${server.url}/admin/agents`,
      expect.stringMatching(/^Inspector: http:\/\/127\.0\.0\.1:\d+$/),
      'Connected',
    ])
    expect(command.stderr).toBe('')
  })

  it('stops when npx gets SIGTERM, and notifies the server', async () => {
    const server = await startFakeServer()
    const npx = runByNpx(['http', '3000'], { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: server.url })
    const session = await server.nextSession()
    session.welcome()
    await npx.until(publicUrl)
    npx.signal('SIGTERM')
    await server.untilCalled('stopAgent')
    await session.closed
    await npx.exited
  })

  it('is requested by gateway, name and region, with the AuthID from the environment', async () => {
    const server = await startFakeServer()
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: server.url }
    runCommand(['http', '127.0.0.1:3000', '--gateway', 'demo', '--name', 'laptop', '--region', 'eu-west'], env)
    const { input, authorization } = await server.untilCalled('startAgent')
    expect(input).toEqual({ forwardingTo: 'http://127.0.0.1:3000', gateway: 'demo', name: 'laptop', region: 'eu-west' })
    expect(authorization).toBe(`Bearer ${authToken}`)
    ;(await server.nextSession()).refuse('TICKET_EXPIRED', 'The ticket has expired.')
    const renewal = await server.untilCalled('renewAgentTicket')
    expect(renewal.input).toEqual({ agentId: 'agent-1', region: 'eu-west' })
  })

  it('joins a pool with CULVERT_POOL=1, and reports that it did', async () => {
    const server = await startFakeServer()
    const command = runCommand(['http', '3000', '--gateway', 'demo', '--json'], {
      CULVERT_AUTHTOKEN: authToken,
      CULVERT_SERVER: server.url,
      CULVERT_POOL: '1',
    })
    expect((await server.untilCalled('startAgent')).input).toMatchObject({ gateway: 'demo', pool: true })
    ;(await server.nextSession()).welcome()
    await command.until('"pool":true')
  })

  it('reports what it carried within 2 seconds', async () => {
    const server = await startFakeServer()
    const { session } = await openTunnel(server)
    const begin = Date.now()
    await visit(session, '/123')
    const { input } = await server.untilCalled('reportAgent', ({ requestCount }) => requestCount === 1)
    expect(Date.now() - begin).toBeLessThan(2000)
    expect(input).toEqual({ agentId: 'agent-1', requestCount: 1, dataIn: 0, dataOut: 'You asked for /123'.length })
  })

  it('writes its events as JSON with --json', async () => {
    const server = await startFakeServer()
    const { command, session, appPort } = await openTunnel(server, ['--json'])
    await visit(session, '/hello')
    await command.until('"request"')
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    const events = command.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(events).toEqual(
      [
        {
          event: 'ready',
          publicUrl,
          forwardingTo: `http://localhost:${appPort}`,
          agentId: 'agent-1',
          dashboardUrl: `${server.url}/admin/agents`,
        },
        { event: 'inspector', url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) },
        { event: 'connected' },
        {
          event: 'request',
          method: 'GET',
          path: '/hello',
          status: 200,
          durationMs: expect.any(Number),
          firstByteMs: expect.any(Number),
          bytesIn: 0,
          bytesOut: 'You asked for /hello'.length,
        },
        { event: 'stopping' },
        {
          event: 'stopped',
          requestCount: 1,
          bytesIn: 0,
          bytesOut: 'You asked for /hello'.length,
          durationMs: expect.any(Number),
        },
      ].map((event) => ({ time: expect.stringMatching(/^\d{4}-.*Z$/), ...event })),
    )
  })

  it('to a port where nothing listens opens with a warning, and logs the fault once for several visitors', async () => {
    const server = await startFakeServer()
    const port = await findSparePort()
    const command = runCommand(['http', `${port}`, '--authtoken', authToken, '--server', server.url])
    const session = await server.nextSession()
    session.welcome()
    await command.until(
      `Warning: Nothing listens on http://localhost:${port}. Until your app answers there, visitors get an error page.`,
    )
    for (const path of ['/a', '/b']) await expect(visit(session, path)).rejects.toThrow('REFUSED')
    await command.until('GET /b REFUSED')
    const fault = `A visitor got an error: nothing listens on http://localhost:${port}.`
    expect(command.stdout.split(fault)).toHaveLength(2)
  })

  it('that runs out of file descriptors reports EMFILE, and recovers once connections close', async () => {
    const server = await startFakeServer()
    const app = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: here\n\n')
    })
    const port = await listen(app)
    const args = ['http', `${port}`, '--authtoken', authToken, '--server', server.url]
    const command = runCommand(args, {}, 64)
    const session = await server.nextSession()
    session.welcome()
    await command.until(publicUrl)
    const readers = Array.from({ length: 64 }, () => startVisit(session, '/events'))
    for (const reader of readers) await reader.until(({ body, reset }) => body !== '' || reset !== undefined)
    const refused = readers.filter(({ reset }) => reset !== undefined)
    const reason =
      'this machine lets the agent open no more files and connections (EMFILE); raise that limit (ulimit -n)'
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ reset }) => reset))).toEqual(new Set([`AGENT_FULL: ${reason}`]))
    await command.until(`A visitor got an error: ${reason}`)
    for (const reader of readers) reader.stream.reset('CANCELLED', 'gone')
    const next = startVisit(session, '/events')
    await next.until(({ body }) => body !== '')
  })

  it('never shows the AuthID, not even in the process list', async () => {
    const server = await startFakeServer()
    const { command } = await openTunnel(server)
    if (process.platform === 'linux')
      expect(readFileSync(`/proc/${command.pid}/cmdline`, 'utf8')).not.toContain(authToken)
    command.signal('SIGTERM')
    await command.exited
    expect(command.stdout + command.stderr).not.toContain(authToken)
  })
})

describe('Ctrl-C', () => {
  it('says goodbye to the edge, sends the API the final counters, and exits with 0', async () => {
    const server = await startFakeServer()
    const { command, session } = await openTunnel(server)
    await visit(session, '/last')
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    expect(session.goAway).toMatchObject({ code: 'SHUTDOWN' })
    const last = server.calls.slice(-2).map(({ operation, input }) => ({ operation, input }))
    expect(last).toEqual([
      {
        operation: 'reportAgent',
        input: { agentId: 'agent-1', requestCount: 1, dataIn: 0, dataOut: 'You asked for /last'.length },
      },
      { operation: 'stopAgent', input: { id: 'agent-1' } },
    ])
  })

  it('lets an open request finish', async () => {
    const server = await startFakeServer()
    const release = Promise.withResolvers<void>()
    const app = createServer((_, response) => {
      response.write('first, ')
      void release.promise.then(() => response.end('second'))
    })
    const { command, session } = await openTunnel(server, [], await listen(app))
    const open = startVisit(session, '/slow')
    await open.until(({ body }) => body !== '')
    command.signal('SIGINT')
    await command.until('Stopping')
    release.resolve()
    expect((await open.done()).body).toBe('first, second')
    expect(await command.exited).toBe(0)
  })

  it('does not wait for a WebSocket', async () => {
    const server = await startFakeServer()
    const app = createServer().on('upgrade', (_, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    })
    const { command, session } = await openTunnel(server, [], await listen(app))
    const open = startVisit(session, '/socket', 'upgrade')
    await open.until(({ head }) => head?.status === 101)
    const begin = Date.now()
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    expect(Date.now() - begin).toBeLessThan(2500)
  })

  it('exits within 3 seconds when the API does not answer', async () => {
    const server = await startFakeServer()
    const { command } = await openTunnel(server)
    server.answers.stopAgent = () => 'nothing'
    const begin = Date.now()
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    expect(Date.now() - begin).toBeLessThan(3000)
  })

  it('exits within 3 seconds while the server does not answer the start', async () => {
    const server = await startFakeServer()
    server.answers.startAgent = () => 'nothing'
    const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', server.url])
    await server.untilCalled('startAgent')
    const begin = Date.now()
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    expect(Date.now() - begin).toBeLessThan(3000)
    expect(command.stderr).toBe('')
  })

  it('ends an agent whose start is answered after it', async () => {
    const server = await startFakeServer()
    const start = server.answers.startAgent!
    const released = Promise.withResolvers<void>()
    server.answers.startAgent = async (input) => {
      await released.promise
      return start(input)
    }
    const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', server.url])
    await server.untilCalled('startAgent')
    command.signal('SIGINT')
    await command.until('Stopping')
    released.resolve()
    expect(await command.exited).toBe(0)
    expect(server.calls.at(-1)).toMatchObject({ operation: 'stopAgent', input: { id: 'agent-1' } })
  })

  it('does not wait for an app that is awaited and accepts connections without a word', async () => {
    const server = await startFakeServer()
    const connected = Promise.withResolvers<void>()
    const port = await listen(createTcpServer(() => connected.resolve()))
    const app = `https://localhost:${port}`
    const command = runCommand(['http', app, '--wait-for-app', '--authtoken', authToken, '--server', server.url])
    await connected.promise
    const begin = Date.now()
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    expect(Date.now() - begin).toBeLessThan(1000)
    expect(server.calls).toEqual([])
  })

  it('does not wait for the checks that follow a failed start', async () => {
    const asked = Promise.withResolvers<void>()
    const port = await listen(
      createServer((request, response) => {
        if (request.method === 'POST') response.writeHead(503).end()
        else asked.resolve()
      }),
    )
    const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', `http://localhost:${port}`])
    await asked.promise
    const begin = Date.now()
    command.signal('SIGINT')
    expect(await command.exited).toBe(5)
    expect(Date.now() - begin).toBeLessThan(1000)
    expect(command.stderr).toContain('There is no answer from')
  })

  it.each([[[]], [['--json']]])(
    'does not wait for a reader of the output that has stopped reading: %j',
    async (args) => {
      const server = await startFakeServer()
      const readyFile = join(makeFolder(), 'ready')
      const command = runUnread(['http', '3000', ...args, '--ready-file', readyFile], {
        CULVERT_AUTHTOKEN: authToken,
        CULVERT_SERVER: server.url,
      })
      const session = await server.nextSession()
      session.welcome()
      await vi.waitFor(() => expect(existsSync(readyFile)).toBe(true), 10_000)
      const begin = Date.now()
      command.signal('SIGTERM')
      expect(await command.exited).toBe(0)
      expect(Date.now() - begin).toBeLessThan(4000)
      expect(session.goAway).toMatchObject({ code: 'SHUTDOWN' })
      expect(existsSync(readyFile)).toBe(false)
    },
  )

  it('after a fault does not wait for such a reader either', async () => {
    const server = await startFakeServer()
    server.answers.startAgent = () => ({ code: 'UNAUTHENTICATED', message: 'No.' })
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: server.url }
    const command = runUnread(['http', '3000', '--json'], env)
    await server.untilCalled('startAgent')
    await delay(500)
    const begin = Date.now()
    command.signal('SIGTERM')
    expect(await command.exited).toBe(3)
    expect(Date.now() - begin).toBeLessThan(4000)
  })

  it('pressed again exits without waiting; repeats within the first second, as from npm, do not count', async () => {
    const server = await startFakeServer()
    const app = createServer((_, response) => void response.write('never the end'))
    const { command, session } = await openTunnel(server, [], await listen(app))
    const open = startVisit(session, '/endless')
    await open.until(({ body }) => body !== '')
    const begin = Date.now()
    const pressing = setInterval(() => command.signal('SIGINT'), 50)
    expect(await command.exited).toBe(0)
    clearInterval(pressing)
    expect(Date.now() - begin).toBeGreaterThan(1000)
    // It waited neither for the request nor for the API.
    expect(server.calls.filter(({ operation }) => operation === 'stopAgent')).toEqual([])
  })
})

describe('a start that is refused', () => {
  it.each([
    {
      answer: { code: 'UNAUTHENTICATED', message: 'This AuthID is not valid.' },
      exitCode: 3,
      says: ['Your token was refused.', 'This AuthID is not valid.', 'SERVER/admin/auth-id'],
    },
    {
      answer: { code: 'NOT_FOUND', message: 'This account has no gateway "demo".', field: 'gateway' },
      exitCode: 4,
      says: ['The gateway "demo" was refused.', 'This account has no gateway "demo".', 'SERVER/admin/gateway'],
    },
    {
      answer: { code: 'CONFLICT', message: 'It is in use by an agent that Ada started.', field: 'gateway' },
      exitCode: 4,
      says: ['The gateway "demo" was refused.', 'It is in use by an agent that Ada started.', 'SERVER/admin/agents'],
    },
    {
      answer: { code: 'BAD_USER_INPUT', message: 'Several gateways are named "demo".', field: 'gateway' },
      exitCode: 4,
      says: ['The gateway "demo" was refused.', 'Several gateways are named "demo".', 'SERVER/admin/gateway'],
    },
    {
      answer: { code: 'PLAN_LIMIT_REACHED', message: 'Early Access allows 2 agents at a time.' },
      exitCode: 4,
      says: [
        'Your plan has no room for another agent.',
        'Early Access allows 2 agents at a time.',
        'SERVER/admin/billing',
      ],
    },
    {
      answer: { code: 'BAD_USER_INPUT', message: 'An agent name must be at most 100 characters long', field: 'name' },
      exitCode: 2,
      says: ['The server refused what it was asked for.', 'An agent name must be at most 100 characters long'],
    },
    {
      answer: { code: 'UNAVAILABLE', message: 'The database is away.' },
      exitCode: 5,
      says: ['There is no answer from SERVER.', 'The database is away.', '--server'],
    },
    {
      answer: { code: 'INTERNAL', message: 'Something failed (request 1).' },
      exitCode: 1,
      says: ['The server could not start the tunnel.', 'Something failed (request 1).'],
    },
  ])(
    'with $answer.code exits with $exitCode and says what failed, why, and what to do',
    async ({ answer, exitCode, says }) => {
      const server = await startFakeServer()
      server.answers.startAgent = () => answer
      const command = runCommand([
        'http',
        '3000',
        '--gateway',
        'demo',
        '--authtoken',
        authToken,
        '--server',
        server.url,
      ])
      expect(await command.exited).toBe(exitCode)
      for (const text of says) expect(command.stderr).toContain(text.replace('SERVER', server.url))
      expect(command.stdout).toBe('')
    },
  )

  it.each(['no address', 'file:///etc/passwd'])(
    'because the server names %j as the public URL exits with 1',
    async (named) => {
      const server = await startFakeServer()
      const start = server.answers.startAgent!
      server.answers.startAgent = (input) => {
        const started = start(input) as { agent: object }
        return { ...started, agent: { ...started.agent, publicUrl: named } }
      }
      const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', server.url])
      expect(await command.exited).toBe(1)
      expect(command.stderr).toContain(`Expected a public URL, got "${named}".`)
    },
  )

  it('because nothing listens at the server exits with 5', async () => {
    const url = `http://localhost:${await findSparePort()}`
    const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', url])
    expect(await command.exited).toBe(5)
    expect(command.stderr.split('\n')).toEqual([
      `There is no answer from ${url}.`,
      `${url}/graphql cannot be reached: nothing listens on ${url}.`,
      'Check that Culvert runs there, or name another server with --server or CULVERT_SERVER.',
      '',
    ])
  })

  it('because the server switches to another protocol exits with 5', async () => {
    const port = await listen(createServer(({ socket }) => void socket.write(switchingProtocols)))
    const url = `http://localhost:${port}`
    const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', url])
    expect(await command.exited).toBe(5)
    expect(command.stderr).toContain(`${url}/graphql cannot be reached: it switched to another protocol.`)
  })

  it('is reported as JSON with --json', async () => {
    const server = await startFakeServer()
    server.answers.startAgent = () => ({ code: 'UNAUTHENTICATED', message: 'No.' })
    const command = runCommand(['http', '3000', '--json', '--authtoken', authToken, '--server', server.url])
    expect(await command.exited).toBe(3)
    expect(JSON.parse(command.stdout)).toMatchObject({ event: 'failed', exitCode: 3, why: 'No.' })
    expect(command.stderr).toBe('')
  })
})

describe('a lost connection', () => {
  it('is reopened with the resume token, without a new ticket', async () => {
    const server = await startFakeServer()
    const { command, session } = await openTunnel(server)
    session.socket.destroy()
    const next = await server.nextSession()
    expect(next.hello).toMatchObject({ ticket: null, resumeToken: 'resume-1' })
    next.welcome()
    await command.until('Reconnecting')
    expect((await visit(next, '/again')).body).toBe('You asked for /again')
    expect(command.stdout.match(/Connected/g)).toHaveLength(2)
    expect(server.calls.filter(({ operation }) => operation.endsWith('Ticket'))).toEqual([])
  })

  it('whose hostname is no longer held is reopened with a new ticket', async () => {
    const server = await startFakeServer()
    const { session } = await openTunnel(server)
    session.socket.destroy()
    ;(await server.nextSession()).refuse('RESUME_UNKNOWN', 'Not held any more.')
    const next = await server.nextSession()
    expect(next.hello).toMatchObject({ ticket: 'ticket-2', resumeToken: null })
    expect((await server.untilCalled('renewAgentTicket')).input).toEqual({ agentId: 'agent-1' })
    next.welcome()
    expect((await visit(next, '/again')).body).toBe('You asked for /again')
  })

  it('that a malformed frame has ended is reopened, and the reason is shown', async () => {
    const server = await startFakeServer()
    const { command, session } = await openTunnel(server)
    session.socket.write(Buffer.alloc(64, 0xff))
    const next = await server.nextSession()
    next.welcome()
    await command.until('Reconnecting')
    expect(command.stdout).toMatch(
      /Reconnecting (?:now|in 1 s): the edge sent what the protocol does not allow \(expected .*\)/,
    )
    expect((await visit(next, '/again')).body).toBe('You asked for /again')
    expect(session.goAway).toMatchObject({ code: 'PROTOCOL_ERROR' })
  })

  it('makes the command exit with 6 if the agent was stopped meanwhile', async () => {
    const server = await startFakeServer()
    const { command, session } = await openTunnel(server)
    server.answers.renewAgentTicket = () => ({ code: 'CONFLICT', message: 'This agent has ended: it was stopped.' })
    session.socket.destroy()
    ;(await server.nextSession()).refuse('RESUME_UNKNOWN', 'Not held any more.')
    expect(await command.exited).toBe(6)
    expect(command.stderr).toBe('Your tunnel was ended.\nThis agent has ended: it was stopped.\n')
  })

  it('is reopened once the API is available again', async () => {
    const server = await startFakeServer()
    const { command, session } = await openTunnel(server)
    const renew = server.answers.renewAgentTicket!
    server.answers.renewAgentTicket = () => ({ code: 'UNAVAILABLE', message: 'The database is away.' })
    session.socket.destroy()
    ;(await server.nextSession()).refuse('RESUME_UNKNOWN', 'Not held any more.')
    await command.until('The database is away.')
    server.answers.renewAgentTicket = renew
    ;(await server.nextSession()).welcome()
    await command.until('Connected')
  })
})

describe('edges', () => {
  it('are tried in the order in which the server names them', async () => {
    const server = await startFakeServer()
    const start = server.answers.startAgent!
    const away = `http://localhost:${await findSparePort()}`
    server.answers.startAgent = (input) => ({ ...(start(input) as object), edgeUrls: [away, server.url] })
    const command = await startCommand(server)
    ;(await server.nextSession()).welcome()
    await command.until(publicUrl)
    expect(command.stdout).not.toContain('Reconnecting')
  })

  it('whose URLs are invalid are skipped', async () => {
    const server = await startFakeServer()
    const start = server.answers.startAgent!
    server.answers.startAgent = (input) => ({ ...(start(input) as object), edgeUrls: ['//', 'file:///x', server.url] })
    const command = await startCommand(server)
    ;(await server.nextSession()).welcome()
    await command.until(publicUrl)
  })

  it('that are all unreachable are tried again until Ctrl-C, which exits with 0', async () => {
    const server = await startFakeServer()
    const edge = await startFakeServer()
    const start = server.answers.startAgent!
    for (const operation of ['startAgent', 'renewAgentTicket'])
      server.answers[operation] = (input) => ({ ...(start(input) as object), edgeUrls: [edge.url] })
    await edge.kill()
    const command = await startCommand(server)
    await command.until(`nothing listens on ${edge.url}`)
    await edge.restart()
    ;(await edge.nextSession()).welcome()
    await command.until(publicUrl)
    await edge.kill()
    await command.untilTrue(() => command.stdout.split(`nothing listens on ${edge.url}`).length > 2)
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
    await server.untilCalled('stopAgent')
  })
})

describe('a ticket', () => {
  it('that has expired when it arrives is renewed', async () => {
    const server = await startFakeServer()
    const command = await startCommand(server)
    ;(await server.nextSession()).refuse('TICKET_EXPIRED', 'The ticket has expired.')
    const next = await server.nextSession()
    expect(next.hello.ticket).toBe('ticket-2')
    next.welcome()
    await command.until(publicUrl)
  })

  it.each([
    { code: 'TICKET_EXPIRED', says: 'The clocks of the server and its edge differ.' },
    { code: 'TICKET_INVALID', says: 'CULVERT_PUBLIC_URL' },
  ] as const)('that is new but refused with $code makes the command exit with 1', async ({ code, says }) => {
    const server = await startFakeServer()
    const command = await startCommand(server)
    for (let count = 0; count < 2; count += 1) (await server.nextSession()).refuse(code, 'Refused by the edge.')
    expect(await command.exited).toBe(1)
    expect(command.stderr).toContain('Refused by the edge.')
    expect(command.stderr).toContain(says)
    await server.untilCalled('stopAgent')
  })
})

describe('a goodbye from the edge', () => {
  it.each(['STOPPED', 'GATEWAY_DELETED', 'AUTH_TOKEN_DELETED', 'REPLACED'] as const)(
    'with %s makes the command exit with 6 within 2 seconds and print the reason',
    async (code) => {
      const server = await startFakeServer()
      const { command, session } = await openTunnel(server)
      const begin = Date.now()
      session.refuse(code, 'Because Ada wanted it.')
      expect(await command.exited).toBe(6)
      expect(Date.now() - begin).toBeLessThan(2000)
      expect(command.stderr).toContain('Because Ada wanted it.')
    },
  )

  it('with SHUTDOWN is followed by a dial within 0.5 s, even after failed dials and several times in a row', async () => {
    const server = await startFakeServer()
    const { command, session } = await openTunnel(server, ['--json'])
    const pauses = () =>
      command.stdout
        .split('\n')
        .filter((line) => line.includes('"reconnecting"'))
        .map((line) => (JSON.parse(line) as { delayMs: number }).delayMs)
    await server.kill()
    await session.closed
    await command.untilTrue(() => pauses().length >= 4)
    const triesAway = pauses()
    expect(Math.max(...triesAway)).toBeLessThanOrEqual(4_000)
    await server.restart()
    const returned = performance.now()
    let current = await server.nextSession()
    expect(performance.now() - returned).toBeLessThan(5_000)
    const connections = () => command.stdout.split('"connected"').length
    const before = connections()
    const waits: number[] = []
    for (let count = 0; count < 6; count += 1) {
      current.welcome()
      const left = performance.now()
      current.refuse('SHUTDOWN', 'This edge is stopping.', 10_000)
      current = await server.nextSession()
      waits.push(performance.now() - left)
    }
    current.welcome()
    await command.untilTrue(() => connections() === before + 7)
    const afterGoodByes = pauses().slice(-6)
    expect(Math.max(...afterGoodByes)).toBeLessThanOrEqual(500)
    expect(Math.max(...waits)).toBeLessThan(1_500)
    // A busy machine delays some of them; what the agent adds to its pause delays all.
    const added = waits.map((waitMs, index) => waitMs - afterGoodByes[index]!)
    expect(Math.min(...added)).toBeLessThan(100)
  })

  it('with SHUTDOWN opens the new connection before it closes the old one, and open requests finish', async () => {
    const server = await startFakeServer()
    const { command, session, app } = await openTunnel(server)
    const release = Promise.withResolvers<void>()
    app.removeAllListeners('request').on('request', (_, response) => {
      response.write('first, ')
      void release.promise.then(() => response.end('second'))
    })
    const open = startVisit(session, '/slow')
    await open.until(({ body }) => body !== '')
    session.refuse('SHUTDOWN', 'This edge is stopping.', 10_000)
    const next = await server.nextSession()
    next.welcome()
    // The edge reports it on the old connection as soon as the new one is open.
    session.refuse('REPLACED', 'A newer connection has taken over.', 10_000)
    release.resolve()
    expect((await open.done()).body).toBe('first, second')
    expect((await visit(next, '/new')).body).toBe('first, second')
    await session.closed
    command.signal('SIGINT')
    expect(await command.exited).toBe(0)
  })
})

it('culvert http exits with 6 when the answer to a report says that the agent has ended', async () => {
  const server = await startFakeServer()
  const { command, session } = await openTunnel(server)
  server.answers.reportAgent = () => ({ agent: { id: 'agent-1', status: 'inactive' } })
  server.answers.renewAgentTicket = () => ({ code: 'CONFLICT', message: 'This agent has ended: it was stopped.' })
  await visit(session, '/')
  expect(await command.exited).toBe(6)
  expect(command.stderr).toContain('it was stopped')
})

/** Starts the command with a small app and an open tunnel. */
async function openTunnel(server: FakeServer, args: string[] = [], port?: number) {
  const app = createServer((request, response) => response.end(`You asked for ${request.url}`))
  const appPort = port ?? (await listen(app))
  const command = await startCommand(server, args, appPort)
  const session = await server.nextSession()
  session.welcome()
  await command.until(publicUrl)
  return { command, session, app, appPort }
}

async function startCommand(server: FakeServer, args: string[] = [], port = 3000): Promise<Command> {
  return runCommand(['http', `${port}`, '--authtoken', authToken, '--server', server.url, ...args])
}

function startVisit({ wire }: FakeSession, target: string, kind: 'http' | 'upgrade' = 'http'): Visit {
  const visitor = new Visit()
  const fields = [['Host', 'demo.test'], ...(kind === 'upgrade' ? [['Upgrade', 'x']] : [])] as [string, string][]
  const head = { kind, method: 'GET', target, fields, visitorAddress: '::1', requestId: '' }
  visitor.stream = wire.open(head, visitor, kind === 'http')
  return visitor
}

function visit(session: FakeSession, target: string): Promise<Visit> {
  return startVisit(session, target).done()
}
