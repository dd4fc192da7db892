import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createSubscriptions } from './subscriptions.ts'

interface ServerOptions {
  accepts?: () => boolean
  port?: number
  /** Sent instead of the event. */
  errors?: object[]
}

/** Starts a server that sends an event to each subscription. Returns its URL, its subscribers, and the number of connections that it has had. */
async function serve({ accepts = () => true, port = 0, errors }: ServerOptions = {}) {
  const server = new WebSocketServer({ port, host: '127.0.0.1', handleProtocols: () => 'graphql-transport-ws' })
  await once(server, 'listening')
  onTestFinished(() => stop())
  const subscribers: WebSocket[] = []
  let connectionCount = 0
  server.on('connection', (socket) => {
    connectionCount += 1
    socket.on('message', (data: Buffer) => {
      const { type, id } = JSON.parse(data.toString()) as { type: string; id?: string }
      if (!accepts()) socket.close(4403, 'Forbidden')
      else if (type === 'connection_init') socket.send(JSON.stringify({ type: 'connection_ack' }))
      else if (type === 'subscribe') {
        subscribers.push(socket)
        const payload = errors ? { errors } : { data: { agentChanged: connectionCount } }
        socket.send(JSON.stringify({ type: 'next', id, payload }))
      }
    })
  })
  function stop() {
    for (const socket of server.clients) socket.terminate()
    server.close()
  }
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    subscribers,
    stop,
    countConnections: () => connectionCount,
  }
}

/** Makes the pauses of the client follow a clock that the test moves. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Waits for the client to pause, and lets the longest possible pause before its next attempt pass. */
async function passPause(attempt: number): Promise<void> {
  while (vi.getTimerCount() === 0) await vi.advanceTimersByTimeAsync(0)
  await vi.advanceTimersByTimeAsync(1_000 * 2 ** attempt + 500)
}

const implementations = [
  { name: 'the WebSocket of Node', webSocketImpl: undefined },
  { name: 'the WebSocket of ws', webSocketImpl: WebSocket },
]

describe.each(implementations)('a subscription over $name', ({ webSocketImpl }) => {
  const subscribe = (url: string) => createSubscriptions({ url, apiKey: 'ck_1', webSocketImpl })

  it('continues after its connection was cut', async () => {
    const server = await serve()
    const live = subscribe(server.url)
    const events = live.agentChanged('a')
    expect(await events.next()).toMatchObject({ value: { agentChanged: 1 } })
    stopClock()
    server.subscribers[0]?.terminate()
    const second = events.next()
    await passPause(0)
    expect(await second).toMatchObject({ value: { agentChanged: 2 } })
    await live.close()
  })

  it('continues over another connection if its server is silent for 35 seconds', async () => {
    stopClock()
    const server = await serve()
    const live = subscribe(server.url)
    const events = live.agentChanged('a')
    expect(await events.next()).toMatchObject({ value: { agentChanged: 1 } })
    const second = events.next()
    // The server answers no ping.
    await vi.advanceTimersByTimeAsync(35_000)
    await passPause(0)
    expect(await second).toMatchObject({ value: { agentChanged: 2 } })
    await live.close()
  })

  it('ends with an error after five attempts at a server that is gone, and says so', async () => {
    const server = await serve()
    const live = subscribe(server.url)
    const events = live.agentChanged('a')
    await events.next()
    stopClock()
    server.stop()
    const end = expect(events.next()).rejects.toMatchObject({
      name: 'CulvertError',
      code: 'NO_ANSWER',
      message: 'The socket was closed, and could not be opened again.',
    })
    for (let attempt = 0; attempt < 5; attempt += 1) await passPause(attempt)
    await end
  })

  it('ends with the error of the API, and the request that the operator finds in the log', async () => {
    const extensions = { code: 'INTERNAL', requestId: 'request-1' }
    const live = subscribe((await serve({ errors: [{ message: 'Failed.', extensions }] })).url)
    await expect(live.agentChanged('a').next()).rejects.toMatchObject({
      name: 'CulvertError',
      code: 'INTERNAL',
      message: 'Failed.',
      requestId: 'request-1',
    })
    await live.close()
  })

  it('ends at once with the reason if the key is refused', async () => {
    const server = await serve({ accepts: () => false })
    const live = subscribe(server.url)
    await expect(live.agentChanged('a').next()).rejects.toMatchObject({
      code: 'NO_ANSWER',
      message: 'The socket was closed: Forbidden',
    })
    expect(server.countConnections()).toBe(1)
  })

  it('ends when all are closed, even while the server is away', async () => {
    const server = await serve()
    const live = subscribe(server.url)
    const events = live.agentChanged('a')
    await events.next()
    stopClock()
    server.stop()
    const end = events.next()
    while (vi.getTimerCount() === 0) await vi.advanceTimersByTimeAsync(0)
    const closed = live.close()
    expect(await end).toEqual({ done: true, value: undefined })
    await closed
    expect(vi.getTimerCount()).toBe(0)
  })
})
