import { describe, expect, it } from 'vitest'
import { startRawApp } from '../testing/raw-app.ts'
import type { RawApp, RawConnection } from '../testing/raw-app.ts'
import { openTunnel } from '../testing/visitor.ts'
import type { TestTunnel } from '../testing/visitor.ts'

describe('a response that may have no content', () => {
  it.each([
    ['200 to HEAD with a length', '200 OK\r\nContent-Length: 5\r\n\r\nhello', 'HEAD'],
    ['200 to HEAD in chunks', '200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'HEAD'],
    ['304 with a length', '304 Not Modified\r\nContent-Length: 5\r\n\r\nhello'],
    ['304 in chunks', '304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['205 with a length', '205 Reset Content\r\nContent-Length: 5\r\n\r\nhello'],
    ['205 in chunks', '205 Reset Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
    ['205 until the end', '205 Reset Content\r\n\r\nhello'],
    ['204 with a length', '204 No Content\r\nContent-Length: 5\r\n\r\nhello'],
    ['204 in chunks', '204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
  ])('but has some loses it, and its connection is closed: %s', async (_, answer, method = 'GET') => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({ method })
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    // The body comes later, when the next visitor could have the connection.
    const [head, body] = [answer.slice(0, answer.indexOf('\r\n\r\n') + 4), answer.slice(answer.indexOf('\r\n\r\n') + 4)]
    connection.socket.write(`HTTP/1.1 ${head}`)
    await visit.done()
    expect(visit.body).toBe('')
    await connection.closed
    connection.socket.write(body)
  })

  it('keeps its connection if it announces none', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    let kept: RawConnection | undefined
    for (const [index, answer] of ['205 R\r\nContent-Length: 0', '204 N\r\nContent-Length: 0', '204 N'].entries()) {
      const visit = tunnel.send({ target: `/${index}` })
      kept ??= await app.nextConnection()
      await kept.receive(`GET /${index}`)
      kept.socket.write(`HTTP/1.1 ${answer}\r\n\r\n`)
      await visit.done()
    }
    expect(app.connectionCount).toBe(1)
  })

  it.each(['HTTP/1.1 304 Not Modified', 'HTTP/1.1 204 No Content'])(
    'but sends unannounced content later gives none of it to the next visitor: %s',
    async (head) => {
      const app = await startRawApp()
      const tunnel = await openTunnel(app.port)
      const connection = await begin(app, tunnel, head)
      const next = tunnel.send({ target: '/next' })
      await connection.receive('GET /next')
      connection.socket.write('hello')
      const other = await app.nextConnection()
      await other.receive('GET /next')
      other.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      expect((await next.done()).body).toBe('ok')
      await connection.closed
    },
  )

  it('but sends content later is reported to the next visitor if their request cannot be repeated', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const connection = await begin(app, tunnel, 'HTTP/1.1 304 Not Modified')
    const next = tunnel.send({ method: 'POST', target: '/next' }, 'abc')
    await connection.receive('POST /next')
    connection.socket.write('hello')
    expect(await next.failed()).toBe(
      'ORIGIN_BAD_RESPONSE: the app sent bytes that belong to no request (they began with "hello") behind an answer that was complete',
    )
    await connection.closed
    expect(app.connectionCount).toBe(1)
  })
})

/** Answers one request with only a head, and returns its connection, which waits for the next request. */
async function begin(app: RawApp, tunnel: TestTunnel, head: string): Promise<RawConnection> {
  const visit = tunnel.send({})
  const connection = await app.nextConnection()
  await connection.receive('\r\n\r\n')
  connection.socket.write(`${head}\r\n\r\n`)
  await visit.done()
  return connection
}
