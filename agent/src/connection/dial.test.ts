import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { startRawApp } from '../testing/raw-app.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { findSparePort, listen } from '../testing/sockets.ts'
import { dialEdge } from './dial.ts'
import { EdgeLink } from './edge-link.ts'

const { signal } = new AbortController()

const at = (url: string) => ({ url, authorities: [] })

describe('a dial to an edge', () => {
  it('requests the upgrade, and passes the bytes that follow the response to its reader', async () => {
    const edge = await startRawApp()
    const dialled = dialEdge(at(`http://localhost:${edge.port}`), signal)
    const connection = await edge.nextConnection()
    await connection.receive('\r\n\r\n')
    expect(connection.received).toBe(
      `GET /.culvert/tunnel HTTP/1.1\r\nHost: localhost:${edge.port}\r\nConnection: Upgrade\r\nUpgrade: culvert\r\n\r\n`,
    )
    connection.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: culvert\r\n\r\nfirst')
    const socket = await dialled
    deferClose(() => socket.destroy())
    socket.resume()
    expect(String((await once(socket, 'data'))[0])).toBe('first')
    connection.socket.write('second')
    expect(String((await once(socket, 'data'))[0])).toBe('second')
  })

  it.each([
    ['a response other than 101', 'HTTP/1.1 503 Service Unavailable\r\n\r\n', 'did not open a tunnel: it answered 503'],
    [
      'a response that is not HTTP',
      'SSH-2.0-x\r\n\r\n',
      'is not a Culvert edge (expected an HTTP/1.1 status line, got "SSH-2.0-x")',
    ],
  ])('fails with the reason on %s', async (_, answer, reason) => {
    const edge = await startRawApp()
    const url = `http://127.0.0.1:${edge.port}`
    const dialled = dialEdge(at(url), signal)
    const connection = await edge.nextConnection()
    connection.socket.write(answer)
    await expect(dialled).rejects.toThrow(`${url} ${reason}`)
    await connection.closed
  })

  it('fails with the reason when the connection closes without an answer', async () => {
    const edge = await startRawApp()
    const url = `http://127.0.0.1:${edge.port}`
    const dialled = dialEdge(at(url), signal)
    ;(await edge.nextConnection()).socket.end()
    await expect(dialled).rejects.toThrow(`${url} closed the connection without an answer`)
  })

  it('fails with the reason when nothing listens', async () => {
    const url = `http://localhost:${await findSparePort()}`
    await expect(dialEdge(at(url), signal)).rejects.toThrow(`nothing listens on ${url}`)
  })

  it('refuses a certificate that is not trusted', async () => {
    const url = `https://localhost:${await listen(createTlsServer(selfSigned))}`
    await expect(dialEdge(at(url), signal)).rejects.toThrow(
      `the certificate of ${url} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    )
  })

  it('times out after 4.5 s without a response', async () => {
    vi.useFakeTimers({ toNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
    deferClose(() => vi.useRealTimers())
    const edge = await startRawApp()
    const url = `http://127.0.0.1:${edge.port}`
    const dialled = dialEdge(at(url), signal)
    const connection = await edge.nextConnection()
    await connection.receive('\r\n\r\n')
    vi.advanceTimersByTime(4_500)
    await expect(dialled).rejects.toThrow(`${url} gave no answer (timeout)`)
    await connection.closed
  })

  it('that timed out is followed by the next one without a pause, five times in a row', async () => {
    vi.useFakeTimers({ toNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] })
    deferClose(() => vi.useRealTimers())
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99)
    deferClose(() => random.mockRestore())
    const edge = await startRawApp()
    const pauses: number[] = []
    const ticket = { ticket: 'ticket-1', edges: { urls: [`http://127.0.0.1:${edge.port}`], authorities: [] } }
    const tunnel = new EdgeLink({
      ticket,
      edgesMax: 1,
      refreshAfterMs: Number.POSITIVE_INFINITY,
      renewTicket: async () => ticket,
      openStream: () => {
        throw new Error('No stream is opened.')
      },
      onStatus: (status) => pauses.push(status.kind === 'reconnecting' ? status.delayMs : Number.NaN),
    })
    const ended = tunnel.run()
    for (let dials = 0; dials < 5; dials += 1) {
      const connection = await edge.nextConnection()
      await connection.receive('\r\n\r\n')
      vi.advanceTimersByTime(4_500)
      await connection.closed
    }
    await tunnel.leave(0)
    await ended
    expect(pauses.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  })

  it('fails when it is cancelled', async () => {
    const server = createServer().on('upgrade', (_, socket: Duplex) => deferClose(() => socket.destroy()))
    const url = `http://127.0.0.1:${await listen(server)}`
    const cancelling = new AbortController()
    const dialled = dialEdge(at(url), cancelling.signal)
    await once(server, 'upgrade')
    cancelling.abort()
    await expect(dialled).rejects.toThrow('cancelled')
  })
})
