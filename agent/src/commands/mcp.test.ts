import { createServer } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { authToken, runCommand } from '../testing/command.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer, FakeSession } from '../testing/fake-server.ts'
import { listen } from '../testing/sockets.ts'
import { Visit } from '../testing/visitor.ts'

let server: FakeServer
beforeEach(async () => {
  server = await startFakeServer()
})

describe('culvert mcp PORT', () => {
  it('prints how to add the server to clients, and warns that a random URL is temporary', async () => {
    const command = runCommand(['mcp', '3001', '--path', '/sse'], environment())
    ;(await server.nextSession()).welcome()
    await command.until('--gateway gives it one that stays')
    expect(command.stdout).toContain(`Claude Code: claude mcp add --transport http demo-ada ${publicUrl}/sse\n`)
    expect(command.stdout).toContain(`{"mcpServers":{"demo-ada":{"type":"http","url":"${publicUrl}/sse"}}}`)
  })

  it('sends the server its own Host and Origin, and does not warn with --gateway', async () => {
    const app = createServer((request, response) =>
      response.end(JSON.stringify([request.headers.host, request.headers.origin])),
    )
    const port = await listen(app)
    const command = runCommand(['mcp', String(port), '--gateway', 'demo'], environment())
    const session = await server.nextSession()
    session.welcome()
    await command.until('mcp.json')
    const answer = await visit(session, '/mcp', [
      ['Host', 'demo-ada.culvert.localhost:8080'],
      ['Origin', publicUrl],
    ])
    expect(JSON.parse(answer.body)).toEqual([`localhost:${port}`, `http://localhost:${port}`])
    expect(command.stdout).not.toContain('that stays')
  })

  it('exits with 2 without a server or --tools', async () => {
    const command = runCommand(['mcp'], environment())
    expect(await command.exited).toBe(2)
    expect(command.stderr).toContain('Expected the port or address of your MCP server, or --tools.')
  })
})

describe('culvert mcp --tools', () => {
  it('opens a tunnel, shows and replays its requests without their secrets, and ends it', async () => {
    let visits = 0
    const app = createServer((_request, response) => response.end(`visit ${(visits += 1)}`))
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'get_request',
      'list_requests',
      'list_tunnels',
      'replay_request',
      'start_tunnel',
      'stop_tunnel',
    ])
    const next = server.nextSession()
    const starting = call(client, 'start_tunnel', { app: String(await listen(app)), gateway: 'demo' })
    const session = await next
    session.welcome()
    expect(await starting).toMatchObject({ name: 'demo', publicUrl })
    expect(server.calls[0]?.input).toMatchObject({ gateway: 'demo' })
    expect(await call(client, 'list_tunnels')).toMatchObject({ tunnels: [{ name: 'demo', publicUrl }] })

    await visit(session, '/hook?a=1', [
      ['Host', 'demo.test'],
      ['Authorization', 'Bearer secret-1'],
    ])
    const listed = await call(client, 'list_requests', { tunnel: 'demo' })
    expect(listed).toMatchObject({ requests: [{ method: 'GET', target: '/hook?a=1', status: 200 }] })
    const id = String(Reflect.get(Reflect.get(Reflect.get(listed, 'requests'), 0), 'id'))
    const detail = await call(client, 'get_request', { id })
    expect(detail).toMatchObject({ responseBody: { content: 'visit 1' } })
    expect(JSON.stringify(detail)).not.toContain('secret-1')
    expect(await call(client, 'replay_request', { id })).toMatchObject({
      request: { replayOf: id, responseBody: { content: 'visit 2' } },
    })

    expect(await call(client, 'stop_tunnel', { name: 'demo' })).toEqual({ stopped: 'demo' })
    expect(await call(client, 'list_tunnels')).toEqual({ tunnels: [] })
    expect(server.calls.map(({ operation }) => operation)).toContain('stopAgent')
  })

  it('opens tunnels with the options and the configuration that it is given', async () => {
    const folder = makeFolder()
    const config = join(folder, 'own.yml')
    writeFileSync(config, 'defaults: {region: eu-west, name: other}')
    const client = await connect(folder, ['--name', 'desk', '--basic-auth', 'ada:secret', '--config', config])
    const next = server.nextSession()
    const app = createServer((_request, response) => response.end('hello'))
    const starting = call(client, 'start_tunnel', { app: String(await listen(app)) })
    const session = await next
    session.welcome()
    await starting
    const { input } = await server.untilCalled('startAgent')
    expect(input).toMatchObject({ region: 'eu-west', name: 'desk' })
    expect((await visit(session, '/', [['Host', 'demo.test']])).head?.status).toBe(401)
  })

  it.each([['--path', '/sse'], ['--log', 'culvert.log'], ['--json'], ['3000']])(
    'is refused with what it does not use: %s',
    async (...args) => {
      const command = runCommand(['mcp', '--tools', ...args], environment())
      expect(await command.exited).toBe(2)
      expect(command.stderr + command.stdout).toContain('--tools opens tunnels on request')
    },
  )

  it('names tunnels that are given no name, also when several are opened at once and by several clients', async () => {
    const folder = makeFolder()
    const [client, other] = [await connect(folder), await connect(folder)]
    const start = async (by: Client) => {
      const next = server.nextSession()
      const starting = call(by, 'start_tunnel', { app: '3000' })
      ;(await next).welcome()
      return await starting
    }
    const sessions = [server.nextSession(), server.nextSession()]
    const both = [call(client, 'start_tunnel', { app: '3000' }), call(client, 'start_tunnel', { app: '3000' })]
    for (const session of sessions) (await session).welcome()
    const names = (await Promise.all(both)).map((each) => String(Reflect.get(each, 'name')))
    expect(names.toSorted()).toEqual(['tunnel-1', 'tunnel-2'])
    expect(await start(other)).toMatchObject({ name: 'tunnel-3' })
    await call(client, 'stop_tunnel', { name: 'tunnel-1' })
    expect(await start(client)).toMatchObject({ name: 'tunnel-1' })
  })

  it('shortens long bodies, those of a replay too', async () => {
    const app = createServer((_request, response) => response.end('x'.repeat(100_000)))
    const client = await connect()
    const next = server.nextSession()
    const starting = call(client, 'start_tunnel', { app: String(await listen(app)) })
    const session = await next
    session.welcome()
    await starting
    await visit(session, '/', [['Host', 'demo.test']])
    const { requests } = (await call(client, 'list_requests')) as { requests: { id: string }[] }
    const id = requests[0]?.id
    const responseBody = { size: 100_000, isTruncated: true, content: 'x'.repeat(16_000) }
    expect(await call(client, 'get_request', { id })).toMatchObject({ responseBody })
    expect(await call(client, 'replay_request', { id })).toMatchObject({ request: { responseBody } })
  })

  it('says why a tunnel cannot be opened and why a request cannot be shown, and opens one after that', async () => {
    const client = await connect()
    const start = server.answers.startAgent!
    server.answers.startAgent = () => ({ code: 'CONFLICT', message: 'ada-laptop uses it.' })
    await expect(call(client, 'start_tunnel', { app: '3000', gateway: 'demo' })).rejects.toThrow(
      /The gateway "demo" was refused\.\nada-laptop uses it\.\nRunning agents are at/,
    )
    await expect(call(client, 'start_tunnel', { app: 'no app' })).rejects.toThrow(/expected a port.*got "no app"/)
    await expect(call(client, 'get_request', { id: 'none' })).rejects.toThrow(/The request "none" is not available/)
    server.answers.startAgent = start
    const next = server.nextSession()
    const starting = call(client, 'start_tunnel', { app: '3000', gateway: 'demo' })
    ;(await next).welcome()
    expect(await starting).toMatchObject({ name: 'demo', publicUrl })
    expect(await call(client, 'list_tunnels')).toMatchObject({ tunnels: [{ name: 'demo' }] })
  })

  it.each([[['stop', 'demo']], [['stop']]])(
    'keeps running after `culvert %j`, which ends only its tunnel',
    async (words) => {
      const folder = makeFolder()
      const client = await connect(folder)
      for (let count = 0; count < 2; count += 1) {
        const next = server.nextSession()
        const starting = call(client, 'start_tunnel', { app: '3000', gateway: 'demo' })
        const session = await next
        session.welcome()
        expect(await starting).toMatchObject({ name: 'demo' })
        const stop = runCommand(words, { CULVERT_CONFIG_DIR: folder })
        await session.closed
        expect([await stop.exited, stop.stdout]).toEqual([0, 'Stopped 1 tunnel.\n'])
        await expect.poll(() => call(client, 'list_tunnels')).toEqual({ tunnels: [] })
      }
      const status = runCommand(['status'], { CULVERT_CONFIG_DIR: folder })
      expect([await status.exited, status.stdout]).toEqual([0, 'No tunnel is open on this machine.\n'])
    },
  )

  it('ends its tunnels when its client closes', async () => {
    const client = await connect()
    const next = server.nextSession()
    const starting = call(client, 'start_tunnel', { app: '3000' })
    const session = await next
    session.welcome()
    await starting
    await client.close()
    await session.closed
    await server.untilCalled('stopAgent')
  })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-mcp-'))
  deferClose(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function connect(folder = makeFolder(), options: readonly string[] = []): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, '../../bin/culvert.js'),
      'mcp',
      '--tools',
      ...options,
    ],
    env: { ...environment(), CULVERT_CONFIG_DIR: folder, CULVERT_STATE_DIR: join(folder, 'state') },
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  deferClose(() => client.close())
  return client
}

function environment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', CULVERT_SERVER: server.url, CULVERT_AUTHTOKEN: authToken }
}

/** Calls a tool and returns its answer. Throws its message if it fails. */
async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<object> {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [first] = content as { type: string; text: string }[]
  if (isError === true) throw new Error(first?.text)
  return JSON.parse(first?.text ?? '') as object
}

async function visit(
  { wire }: FakeSession,
  target: string,
  fields: readonly (readonly [string, string])[],
): Promise<Visit> {
  const started = new Visit()
  started.stream = wire.open(
    { kind: 'http', method: 'GET', target, fields, visitorAddress: '::1', requestId: '' },
    started,
    true,
  )
  return await started.done()
}
