import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestApi } from '../testing/api.ts'
import { embedded } from '../testing/databases.ts'
import { RawSocket } from '../testing/raw-socket.ts'

const noticeMs = 3_000

describe('a node that is told to stop', () => {
  const api = new TestApi()
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  let url = ''
  let stopped: Promise<void>
  let stoppedAtMs: number
  let socket: RawSocket
  /** Never closes its socket. */
  let silent: RawSocket
  beforeAll(async () => {
    await api.start(await embedded.open(), { noticeMs })
    url = api.url
    const { authorization } = await api.seed.owner('Ada')
    socket = await greet(authorization)
    silent = await greet(authorization)
    silent.pause()
    expect(await read('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    stoppedAtMs = performance.now()
    stopped = api.close()
  })
  afterAll(() => kept.destroy())

  const greet = async (authorization: string) => {
    const greeted = await new RawSocket(url).send({ type: 'connection_init', payload: { authorization } })
    await greeted.nextOf('connection_ack')
    return greeted
  }

  /** Sends a request over the one persistent connection. */
  const read = async (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; connection: string; body: string }>()
    get(new URL(path, url), { agent: kept }, (response) => {
      const { statusCode: status = 0, headers } = response
      text(response).then((body) => resolve({ status, connection: headers.connection ?? '', body }), reject)
    }).on('error', reject)
    return await promise
  }

  it('answers /readyz with 503 immediately, keeps serving, and closes persistent connections', async () => {
    expect(await read('/readyz')).toMatchObject({
      status: 503,
      connection: 'close',
      body: expect.stringContaining('This server is stopping.'),
    })
    expect(await read('/healthz')).toMatchObject({ status: 200, connection: 'close' })
    expect(await read('/graphql?query={site{version}}')).toMatchObject({ status: 400, connection: 'close' })
    await new RawSocket(url).send({ type: 'ping' })
    expect(performance.now() - stoppedAtMs).toBeLessThan(noticeMs)
  })

  it('closes WebSockets with 1012 only after its notice period, and does not wait for silent ones', async () => {
    expect(await socket.closed).toMatchObject({ code: 1012 })
    expect(performance.now() - stoppedAtMs).toBeGreaterThan(noticeMs - 10)
    await stopped
    // Not the half minute that the protocol allows for an answer.
    expect(performance.now() - stoppedAtMs).toBeLessThan(noticeMs + 15_000)
    silent.end()
    await expect(read('/readyz')).rejects.toThrow('ECONNREFUSED')
  })
})
