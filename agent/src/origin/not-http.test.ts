import { createServer as createHttp2Server } from 'node:http2'
import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { startRawApp } from '../testing/raw-app.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

describe('a server that does not speak HTTP', () => {
  it.each([
    ['text', 'just text', 'just text'],
    ['a mail server', '220 mail.test ESMTP\r\n', '220 mail.test ESMTP'],
    ['bytes', '\x4a\0\0\0\x0a8.0.36\0', 'J\\u0000\\u0000\\u0000'],
  ])('is recognized by its first bytes, even if it keeps the connection open: %s', async (_, banner, began) => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    // Without waiting for a request.
    connection.socket.write(banner, 'latin1')
    expect(await visit.failed()).toBe(notHttp(`http://localhost:${app.port}`, began))
    await connection.closed
  })

  it('is reported as an SSH server if it is one', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    ;(await app.nextConnection()).socket.write('SSH-2.0-OpenSSH_9.6\r\n')
    expect(await visit.failed()).toBe(
      `ORIGIN_NOT_HTTP: what listens on http://localhost:${app.port} is an SSH server, not an HTTP app (it began with "SSH-2.0-OpenSSH_9.6"); forward to the port of an HTTP app`,
    )
  })

  it('is reported as a server of HTTP/2 if that is all it speaks, as servers of gRPC do', async () => {
    const server = createHttp2Server()
    const port = await listen(server)
    const tunnel = await openTunnel(port)
    expect(await tunnel.send({}).failed()).toBe(
      `ORIGIN_NOT_HTTP: what listens on http://localhost:${port} speaks only HTTP/2, as servers of gRPC do, and a tunnel reaches apps by HTTP/1.1; forward to a port that accepts it`,
    )
  })

  it('that ends chunk lines in LF alone is refused with that reason, even after its head was forwarded', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const inOnePiece = tunnel.send({ target: '/one' })
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    ;(await app.nextConnection()).socket.write(`${head}5\nhello\n0\n\n`)
    const reason = 'ORIGIN_BAD_RESPONSE: expected a chunk line that ends in CR LF, got LF alone'
    expect(await inOnePiece.failed()).toBe(reason)
    expect(inOnePiece.heads).toEqual([])
    const inTwo = tunnel.send({ target: '/two' })
    const connection = await app.nextConnection()
    await connection.receive('GET /two')
    connection.socket.write(head)
    await inTwo.until(() => inTwo.heads.length === 1)
    connection.socket.write('5\nhello\n')
    expect(await inTwo.failed()).toBe(reason)
  })
})

describe('an app that accepts HTTPS only', () => {
  it('is recognized by its TLS alert', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.write(Buffer.from('15030100020246', 'hex'))
    expect(await visit.failed()).toBe(`ORIGIN_NEEDS_TLS: ${says(app.port)}`)
  })

  it('is recognized by a TLS handshake if it closes silently', async () => {
    const port = await listen(createServer(selfSigned, (_, response) => response.end('secret')))
    const tunnel = await openTunnel(port)
    expect(await tunnel.send({}).failed()).toBe(`ORIGIN_NEEDS_TLS: ${says(port)}`)
    expect(tunnel.log).toEqual([`GET / ORIGIN_NEEDS_TLS: ${says(port)}`])
  })

  it('is recognized by its own error page', async () => {
    const app = await startRawApp()
    const tunnel = await openTunnel(app.port)
    const visit = tunnel.send({})
    const connection = await app.nextConnection()
    await connection.receive('\r\n\r\n')
    connection.socket.end('HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n')
    await visit.done()
    expect(tunnel.log).toEqual(['GET / 400', 'accepts HTTPS only'])
  })
})

function says(port: number): string {
  return `what listens on http://localhost:${port} accepts HTTPS only; start the agent with https://localhost:${port}`
}

function notHttp(url: string, began: string): string {
  return `ORIGIN_NOT_HTTP: what listens on ${url} does not speak HTTP/1.1 (it began with "${began}"); forward to the port of an HTTP app`
}
