import { createServer as createSecureServer } from 'node:https'
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WireSession } from '@culvert/wire'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { authToken } from '../testing/command.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { Visit } from '../testing/visitor.ts'
import { CulvertError, listen } from './index.ts'
import type { ListenOptions, ListenTarget, Tunnel, TunnelEvent } from './index.ts'

// An empty folder, so that the sign-ins of the person who runs the tests are not found.
const folder = mkdtempSync(join(tmpdir(), 'culvert-library-'))
const before = process.env.CULVERT_CONFIG_DIR
process.env.CULVERT_CONFIG_DIR = folder
afterAll(() => {
  if (before === undefined) delete process.env.CULVERT_CONFIG_DIR
  else process.env.CULVERT_CONFIG_DIR = before
  rmSync(folder, { recursive: true, force: true })
})

let server: FakeServer
beforeEach(async () => {
  server = await startFakeServer()
})

describe('listen', () => {
  it('resolves with the public URL, and passes requests to a function in this process', async () => {
    const { tunnel, edge } = await open((request, response) => response.end(`hello ${request.url}`))
    expect(tunnel.url).toBe(publicUrl)
    expect((await visit(edge, '/a').done()).body).toBe('hello /a')
  })

  it('passes requests to a server that does not listen, and reports its address as http://localhost', async () => {
    const { edge } = await open(createServer((_request, response) => response.end('from the server')))
    expect((await visit(edge, '/').done()).body).toBe('from the server')
    expect(server.calls[0]?.input).toMatchObject({ forwardingTo: 'http://localhost' })
  })

  it('applies its options: gateway, name, Host and header fields', async () => {
    const { edge } = await open((request, response) => response.end(JSON.stringify(request.headers)), {
      gateway: 'demo',
      name: 'nightly',
      hostHeader: 'my.app',
      requestHeaders: { add: { 'X-From': 'library' }, remove: ['Cookie'] },
      responseHeaders: { add: { 'X-Served-By': 'tests' } },
    })
    expect(server.calls[0]?.input).toMatchObject({ gateway: 'demo', name: 'nightly' })
    const answer = await visit(edge, '/', [['Cookie', 'a=b']]).done()
    expect(JSON.parse(answer.body)).toEqual({ host: 'my.app', 'x-from': 'library' })
    expect(answer.head?.fields).toContainEqual(['X-Served-By', 'tests'])
  })

  it('emits events for a request, a lost connection and the reconnect', async () => {
    const early: TunnelEvent['event'][] = []
    const { tunnel, edge, session } = await open((_request, response) => response.end('hi'), {
      onEvent: ({ event }) => early.push(event),
    })
    const requested = new Promise<TunnelEvent>((resolve) => tunnel.once('request', resolve))
    await visit(edge, '/told').done()
    expect(await requested).toMatchObject({ event: 'request', method: 'GET', path: '/told', status: 200, bytesOut: 2 })
    expect(early).toEqual(['ready', 'connected', 'request'])
    const lost = new Promise<TunnelEvent>((resolve) => tunnel.on('reconnecting', resolve))
    const back = new Promise<TunnelEvent>((resolve) => tunnel.on('connected', resolve))
    const next = server.nextSession()
    session.socket.destroy()
    expect(await lost).toMatchObject({ event: 'reconnecting', reason: expect.any(String) })
    ;(await next).welcome()
    expect(await back).toEqual({ event: 'connected' })
  })

  it('closes its tunnel on disposal, and notifies the server', async () => {
    const { tunnel } = await open(3000)
    // `await using` calls it; e2e/tests/library.long.test.ts uses that syntax.
    await tunnel[Symbol.asyncDispose]()
    expect(await tunnel.closed).toBeUndefined()
    expect(server.calls.map(({ operation }) => operation)).toContain('stopAgent')
  })

  it("closes its tunnel when its signal aborts, and rejects with the signal's reason while it opens", async () => {
    const controller = new AbortController()
    const { tunnel } = await open(3000, { signal: controller.signal })
    controller.abort()
    expect(await tunnel.closed).toBeUndefined()
    const early = new AbortController()
    const opening = listen(3000, { server: server.url, token: authToken, signal: early.signal })
    await server.nextSession()
    early.abort(new Error('enough'))
    await expect(opening).rejects.toThrow('enough')
    await expect(listen(3000, { signal: early.signal })).rejects.toThrow('enough')
  })

  it('says why the server has ended the tunnel', async () => {
    const { tunnel, session } = await open(3000)
    session.refuse('STOPPED', 'Ada stopped it.')
    expect(await tunnel.closed).toMatchObject({ code: 'ENDED_BY_SERVER', why: 'Ada stopped it.' })
  })

  it('keeps serving when an event listener throws', async () => {
    const faults: unknown[] = []
    const catchFault = (error: unknown) => faults.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', catchFault)
    deferClose(() => {
      process.off('uncaughtException', catchFault)
      for (const listener of others) process.on('uncaughtException', listener)
    })
    const { tunnel, edge } = await open((_request, response) => response.end('hi'))
    tunnel.on('request', () => {
      throw new Error('a fault of the program')
    })
    await visit(edge, '/').done()
    expect((await visit(edge, '/').done()).body).toBe('hi')
    expect(String(faults[0])).toBe('Error: a fault of the program')
  })
})

describe('listen refuses', () => {
  it.each<[string, ListenOptions, string, RegExp]>([
    ['a time without a unit', { ttl: '30' }, 'INVALID_OPTIONS', /ttl: expected a time such as 90s.*got "30"/],
    ['two hostnames', { gateway: 'a', domain: 'a.example.com' }, 'INVALID_OPTIONS', /gateway and domain both name/],
    [
      'a field that frames messages',
      { requestHeaders: { add: { Connection: 'close' } } },
      'INVALID_OPTIONS',
      /requestHeaders\.add: expected a field that does not frame/,
    ],
    ['a malformed token', { token: 'secret' }, 'NOT_SIGNED_IN', /Expected pk_ or at_ and 64 hexadecimal digits.*got 6/],
    ['a server that is not an address', { server: 'a b' }, 'INVALID_OPTIONS', /expected an address/],
  ])('%s', async (_what, options, code, message) => {
    const error = await refusalOf(listen(3000, { server: server.url, token: authToken, ...options }))
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)])
    expect(error.message).not.toContain(authToken)
  })

  it('an unknown option, and suggests the one that was meant', async () => {
    const options = { gatway: 'demo' } as ListenOptions
    const { code, why } = await refusalOf(listen(3000, options))
    expect([code, why]).toEqual(['INVALID_OPTIONS', 'There is no option "gatway"; did you mean `gateway`?'])
  })

  it('a node:https server, and says what to pass instead', async () => {
    const { why } = await refusalOf(listen(createSecureServer()))
    expect(why).toMatch(/got an object of Server\. For a server of node:https or node:http2, give its address\./)
  })

  it('to open a tunnel without a token, and points to culvert login', async () => {
    const { code, wayOut } = await refusalOf(listen(3000, { server: server.url }))
    expect([code, wayOut]).toEqual(['NOT_SIGNED_IN', expect.stringContaining('culvert login')])
  })

  it.each([
    ['UNAUTHENTICATED', 'NOT_SIGNED_IN'],
    ['CONFLICT', 'GATEWAY_REFUSED'],
    ['INTERNAL', 'FAILED'],
  ])('a tunnel that the server refuses with %s, as %s', async (answer, code) => {
    server.answers.startAgent = () => ({ code: answer, message: 'no' })
    expect((await refusalOf(listen(3000, { server: server.url, token: authToken }))).code).toBe(code)
  })

  it('a server that cannot be reached, with SERVER_UNREACHABLE', async () => {
    await server.kill()
    const error = await refusalOf(listen(3000, { server: server.url, token: authToken }))
    expect(error.code).toBe('SERVER_UNREACHABLE')
  })
})

async function open(target: ListenTarget, options: ListenOptions = {}) {
  const next = server.nextSession()
  const opening = listen(target, { server: server.url, token: authToken, ...options })
  opening.catch(() => {})
  const session = await next
  session.welcome()
  const tunnel = await opening
  deferClose(() => tunnel.close())
  return { tunnel, session, edge: session.wire }
}

function visit(edge: WireSession, target: string, fields: readonly (readonly [string, string])[] = []): Visit {
  const started = new Visit()
  started.stream = edge.open(
    {
      kind: 'http',
      method: 'GET',
      target,
      fields: [['Host', 'demo.test'], ...fields],
      visitorAddress: '::1',
      requestId: '',
    },
    started,
    true,
  )
  return started
}

async function refusalOf(opening: Promise<Tunnel>): Promise<CulvertError> {
  const error: unknown = await opening.then(
    () => undefined,
    (fault: unknown) => fault,
  )
  if (error instanceof CulvertError) return error
  throw new Error('expected a CulvertError', { cause: error })
}
