import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { probeCallbacks } from '@culvert/program/guard'
import { afterEach, describe, expect, it } from 'vitest'
import { host, settle, startWithApi } from '../testing/dashboard-edge.ts'
import { catchLog, causeFault, victimAddress } from '../testing/fault-log.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { dialRaw, visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

const away = { status: 503, headers: { 'x-culvert-error': 'CULVERT_API_AWAY', 'retry-after': '5' } }

describe('many requests for the dashboard', () => {
  it('from one network are limited to its share, so that others are still served', async () => {
    const held: ServerResponse[] = []
    const { port } = await startWithApi((_, response) => void held.push(response), {
      environment: { EDGE_SHARE_PER_ADDRESS: '1' },
    })
    const ask = (address: string) => dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`, address)
    // One percent of 8,192.
    const share = 82
    const greedy = Array.from({ length: share + 1 }, () => ask('127.0.0.1'))
    const refused = await Promise.race(greedy.map((visitor) => visitor.readUntil('\r\n\r\n')))
    expect(refused).toMatch(/^HTTP\/1\.1 429 .*CULVERT_TOO_MANY_CONNECTIONS/s)
    const modest = ask('127.0.1.1')
    await settle(() => held.length)
    expect(held.length).toBe(share + 1)
    for (const response of held) response.end('ok')
    expect(await modest.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
    const again = ask('127.0.0.1')
    await settle(() => held.length)
    expect(again.received).toBe('')
  })
})

describe('a fault while a dashboard request is carried', () => {
  it.each(['response', 'data', 'end', 'drain', 'idle'])('ends only that request: in dashboard.%s', async (name) => {
    const lines = catchLog()
    const { port } = await startWithApi(
      (incoming, response) => {
        if (name === 'idle') return
        incoming.resume().on('end', () => response.end('x'.repeat(1_000_000)))
      },
      { environment: { LOG_LEVEL: 'error' }, timing: { apiIdleMs: 200 } },
    )
    const { caused } = causeFault(`dashboard.${name}`, (_, bearer) => bearer === victimAddress)
    closeLater(() => probeCallbacks(undefined))
    const body = 'y'.repeat(name === 'drain' ? 8_000_000 : 10)
    const head = `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n`
    const victim = dialRaw(port, head + body, victimAddress)
    await Promise.all([caused, victim.readAll()])
    let line = await lines.next()
    while (line.place !== `dashboard.${name}`) line = await lines.next()
    expect(line.requestIds).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
    const { status } = await visit(port, { method: 'POST', body, headers: { host } })
    expect(status).toBe(name === 'idle' ? 503 : 200)
  })
})

describe('an API that fails the dashboard', () => {
  it('yields CULVERT_API_AWAY while it is away, and serves the next request once it is back', async () => {
    const { port, apiServer } = await startWithApi((_, response) => response.end('ok'))
    const { port: apiPort } = apiServer.server.address() as AddressInfo
    await visit(port, { headers: { host } })
    await apiServer.close()
    expect(await visit(port, { headers: { host } })).toMatchObject(away)
    expect(await visit(port, { method: 'POST', body: Buffer.alloc(1_000_000), headers: { host } })).toMatchObject(away)
    await new Promise<void>((resolve) => apiServer.server.listen(apiPort, '127.0.0.1', resolve))
    expect(await visit(port, { headers: { host } })).toMatchObject({ status: 200, body: 'ok' })
  })

  it('yields CULVERT_API_AWAY if it does not answer in time', async () => {
    const { port } = await startWithApi(() => {}, { timing: { apiIdleMs: 100 } })
    expect(await visit(port, { headers: { host } })).toMatchObject(away)
  })

  it('costs the visitor its connection if it breaks off an answer', async () => {
    const { port } = await startWithApi((_, response) => {
      response.writeHead(200, { 'Content-Length': '10' })
      response.write('part', () => response.destroy())
    })
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(await visitor.readAll()).not.toMatch(/part.{6}/s)
  })

  it('goes unnoticed if it closes a kept connection just as a request is sent on it', async () => {
    let count = 0
    const { port } = await startWithApi((incoming, response) => {
      count += 1
      if (count === 2) incoming.socket.destroy()
      else response.end('ok')
    })
    for (let turn = 0; turn < 2; turn += 1)
      expect(await visit(port, { headers: { host } })).toMatchObject({ status: 200, body: 'ok' })
    expect(count).toBe(3)
  })

  it('has its connection closed once the visitor is gone', async () => {
    const arrived = Promise.withResolvers<IncomingMessage>()
    const { port } = await startWithApi((incoming) => arrived.resolve(incoming))
    const visitor = dialRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    const incoming = await arrived.promise
    const closed = once(incoming.socket, 'close')
    visitor.socket.destroy()
    await closed
  })
})
