import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { buildSchema, graphql } from 'graphql'
import { useServer as serveGraphqlWs } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { createControlClient } from './control-client.ts'
import type { ControlClient } from './control-client.ts'
import type { ControlDocument } from './request-client.ts'

interface Tick {
  tick: { count: number; authorization: string }
}

const echo: ControlDocument<{ echo: string }, { text: string }> = 'query Echo($text: String!) { echo(text: $text) }'
const ticks: ControlDocument<Tick, { failing: boolean }> =
  'subscription Ticks($failing: Boolean!) { tick(failing: $failing) { count authorization } }'

const closers: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

describe('request', () => {
  it('sends the operation with its variables and authorization and returns the data', async () => {
    const server = await startGraphQLServer()
    const client = connect(server.url, 'Bearer pk_1')
    expect(await client.request(echo, { text: 'hello' })).toEqual({ echo: 'hello, Bearer pk_1' })
  })

  it('obtains the authorization again for each request', async () => {
    const server = await startGraphQLServer()
    let count = 0
    const client = connect(server.url, async () => `token ${(count += 1)}`)
    await client.request(echo, { text: 'a' })
    expect(await client.request(echo, { text: 'b' })).toEqual({ echo: 'b, token 2' })
  })

  it('keeps the path of the address, and drops trailing slashes', async () => {
    const server = await startServer((request) => ({ status: 200, body: `{"data":{"echo":"${request.url}"}}` }))
    expect(await connect(`${server.url}/culvert//`).request(echo, { text: '' })).toEqual({ echo: '/culvert/graphql' })
  })

  it('throws the code, message and field of a GraphQL error', async () => {
    const server = await startGraphQLServer()
    await expect(connect(server.url).request(echo, { text: 'taken' })).rejects.toMatchObject({
      name: 'ControlError',
      code: 'CONFLICT',
      field: 'text',
      message: 'The text is taken.',
      retryable: false,
    })
  })

  it.each([
    ['UNAVAILABLE', true],
    ['RATE_LIMITED', true],
    ['INTERNAL', true],
    ['UNAUTHENTICATED', false],
    ['BAD_USER_INPUT', false],
  ])('throws an error with code %s whose retryable is %s', async (code, retryable) => {
    const server = await startServer(() => ({
      status: 503,
      body: JSON.stringify({ errors: [{ message: 'No.', extensions: { code } }] }),
    }))
    await expect(connect(server.url).request(echo, { text: '' })).rejects.toMatchObject({ code, retryable })
  })

  it('throws UNREACHABLE if nothing listens', async () => {
    const { url, close } = await startServer(() => ({ status: 200, body: '' }))
    await close()
    await expect(connect(url).request(echo, { text: '' })).rejects.toMatchObject({
      code: 'UNREACHABLE',
      retryable: true,
      message: `${url}/graphql cannot be reached: nothing listens there (ECONNREFUSED).`,
    })
  })

  it('throws UNREACHABLE if the answer is not GraphQL', async () => {
    const { url } = await startServer(() => ({ status: 404, body: '<h1>Not found</h1>' }))
    await expect(connect(url).request(echo, { text: '' })).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: `${url}/graphql answered 404 without GraphQL: it is not a Culvert server, or something in front of it failed.`,
    })
  })

  it('names the address of a redirect instead of following it', async () => {
    const { url } = await startServer(() => ({ status: 301, body: '', location: 'https://culvert.example/graphql' }))
    await expect(connect(url).request(echo, { text: '' })).rejects.toThrow(
      `${url}/graphql has moved to https://culvert.example/graphql.`,
    )
  })

  it('times out after timeoutMs', async () => {
    const { url } = await startServer(() => undefined)
    const client = createControlClient({ apiUrl: url, authorization: () => '', timeoutMs: 50 })
    await expect(client.request(echo, { text: '' })).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: `${url}/graphql cannot be reached: no answer in time.`,
    })
  })

  it('is cancelled by its signal and by close', async () => {
    const { url } = await startServer(() => undefined)
    const client = connect(url)
    await expect(client.request(echo, { text: '' }, { signal: AbortSignal.abort() })).rejects.toThrow('cancelled')
    const waiting = client.request(echo, { text: '' })
    client.close()
    await expect(waiting).rejects.toThrow('cancelled')
  })
})

describe('subscribe', () => {
  it('reports that it is connected, then delivers events', async () => {
    const server = await startGraphQLServer()
    const log = follow(connect(server.url, 'Bearer pk_2'))
    expect(await log.next()).toBe('connected')
    expect(await log.next()).toEqual({ tick: { count: 1, authorization: 'Bearer pk_2' } })
    expect(await log.next()).toEqual({ tick: { count: 2, authorization: 'Bearer pk_2' } })
  })

  it('reconnects after a loss with a new authorization', async () => {
    const server = await startGraphQLServer()
    let count = 0
    const log = follow(connect(server.url, () => `token ${(count += 1)}`))
    expect(await log.next()).toBe('connected')
    await log.next()
    await log.next()
    server.dropConnections()
    expect(await log.next()).toBe(
      `disconnected: ${server.webSocketUrl} cannot be reached: the connection closed with 1006.`,
    )
    expect(await log.next()).toBe('connected')
    expect(await log.next()).toEqual({ tick: { count: 1, authorization: 'token 2' } })
  })

  it('keeps retrying while the server is down', async () => {
    const server = await startGraphQLServer()
    await server.close()
    const log = follow(connect(server.url))
    await startGraphQLServer(server.port)
    expect(await log.next()).toBe('connected')
  })

  it.each([
    ['closes the connection normally (1000)', 1000],
    ['closes the connection with a fatal code (4401)', 4401],
  ])('reconnects when the server %s', async (_, code) => {
    const server = await startGraphQLServer()
    const log = follow(connect(server.url))
    expect(await log.next()).toBe('connected')
    await log.next()
    await log.next()
    server.closeConnections(code)
    expect(await log.next()).toMatch(
      `disconnected: ${server.webSocketUrl} cannot be reached: the connection closed with ${code}`,
    )
    expect(await log.next()).toBe('connected')
  })

  it('reconnects within 950 ms when the server closes with 1012 (restart)', async () => {
    const server = await startGraphQLServer()
    const log = follow(connect(server.url))
    for (let entry = 0; entry < 3; entry += 1) await log.next()
    server.closeConnections(1012)
    expect(await log.next()).toMatch('closed with 1012')
    const closedMs = performance.now()
    expect(await log.next()).toBe('connected')
    // A pause of at most 500 ms, plus the connection; after any other loss it is 1,000 ms.
    expect(performance.now() - closedMs).toBeLessThan(950)
  })

  it('treats an event that fails as a lost connection', async () => {
    const server = await startGraphQLServer()
    const log = follow(connect(server.url), { failing: true })
    expect(await log.next()).toBe('connected')
    expect(await log.next()).toBe('disconnected: The tick is broken.')
    expect(await log.next()).toBe('connected')
  })

  it('reports neither a connection nor a loss after close', async () => {
    const server = await startGraphQLServer()
    const client = connect(server.url)
    const log = follow(client)
    expect(await log.next()).toBe('connected')
    client.close()
    await server.lastConnectionClosed()
    expect(log.unread.filter((entry) => typeof entry === 'string')).toEqual([])
  })
})

function connect(apiUrl: string, authorization: string | (() => string | Promise<string>) = ''): ControlClient {
  const client = createControlClient({
    apiUrl,
    authorization: typeof authorization === 'string' ? () => authorization : authorization,
  })
  closers.push(() => client.close())
  return client
}

/** Subscribes to ticks and queues everything that the handler receives. */
function follow(client: ControlClient, variables = { failing: false }) {
  const unread: unknown[] = []
  const added = new EventEmitter()
  const add = (entry: unknown) => {
    unread.push(entry)
    added.emit('entry')
  }
  client.subscribe(ticks, variables, {
    onNext: add,
    onConnected: () => add('connected'),
    onDisconnected: (reason) => add(`disconnected: ${reason.message}`),
  })
  return {
    unread,
    async next(): Promise<unknown> {
      if (unread.length === 0) await once(added, 'entry')
      return unread.shift()
    },
  }
}

type Answer = { status: number; body: string; location?: string } | undefined

/** Starts an HTTP server that answers every request in the same way; undefined means no answer. */
async function startServer(answer: (request: IncomingMessage) => Answer) {
  const server = createServer((request, response) => {
    const reply = answer(request)
    if (reply === undefined) return
    response.writeHead(reply.status, reply.location === undefined ? {} : { location: reply.location }).end(reply.body)
  })
  return listen(server, 0)
}

/** GraphQL over HTTP and graphql-ws on one port; `tick` counts to two and then waits. */
async function startGraphQLServer(port = 0) {
  const schema = buildSchema(`
    type Query { echo(text: String!): String! }
    type Tick { count: Int!, authorization: String! }
    type Subscription { tick(failing: Boolean!): Tick! }
  `)
  const rootValue = {
    echo({ text }: { text: string }, context: { authorization: string }) {
      if (text !== 'taken') return `${text}, ${context.authorization}`
      throw Object.assign(new Error('The text is taken.'), { extensions: { code: 'CONFLICT', field: 'text' } })
    },
    async *tick({ failing }: { failing: boolean }, context: { authorization: string }) {
      if (failing) yield { tick: () => Promise.reject(new Error('The tick is broken.')) }
      for (const count of [1, 2]) yield { tick: { count, authorization: context.authorization } }
      await new Promise(() => {})
    },
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { query, variables } = JSON.parse(text) as { query: string; variables: Record<string, unknown> }
      const contextValue = { authorization: request.headers.authorization ?? '' }
      void graphql({ schema, source: query, variableValues: variables, rootValue, contextValue }).then((result) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify(result)),
      )
    })
  })
  const sockets = new WebSocketServer({ server, path: '/graphql' })
  serveGraphqlWs(
    { schema, roots: { subscription: rootValue }, context: (context) => context.connectionParams ?? {} },
    sockets,
  )
  const running = await listen(server, port)
  closers.push(() => sockets.clients.forEach((socket) => socket.terminate()))
  return {
    ...running,
    webSocketUrl: `${running.url.replace('http', 'ws')}/graphql`,
    dropConnections: () => sockets.clients.forEach((socket) => socket.terminate()),
    closeConnections: (code: number) => sockets.clients.forEach((socket) => socket.close(code)),
    lastConnectionClosed: async () => {
      for (const socket of sockets.clients) await new Promise((resolve) => socket.once('close', resolve))
    },
  }
}

async function listen(server: Server, port: number) {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  closers.push(close)
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, close }
}
