import { createSecureServer } from 'node:http2'
import { createServer } from 'node:https'
import { createServer as createPlainServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { selfSigned } from '../testing/self-signed.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'

describe('an HTTPS app', () => {
  it('with an untrusted certificate is reached if the user allows it, and its connection is reused', async () => {
    let connections = 0
    const server = createServer(selfSigned, (_, response) => response.end('secret')).on(
      'secureConnection',
      () => (connections += 1),
    )
    const tunnel = await openTunnel(`https://localhost:${await listen(server)}`, { allowsAnyCertificate: true })
    for (let count = 0; count < 2; count += 1) expect((await tunnel.send({}).done()).body).toBe('secret')
    expect(connections).toBe(1)
  })

  it('with an untrusted certificate is refused otherwise, naming --allow-any-certificate', async () => {
    const url = `https://localhost:${await listen(createServer(selfSigned))}`
    const tunnel = await openTunnel(url)
    expect(await tunnel.send({}).failed()).toBe(
      `ORIGIN_BAD_RESPONSE: the certificate of ${url} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT); --allow-any-certificate skips this check`,
    )
  })

  it('that speaks plain HTTP is reported as not speaking TLS', async () => {
    const url = `https://localhost:${await listen(createPlainServer())}`
    const tunnel = await openTunnel(url)
    expect(await tunnel.send({}).failed()).toBe(
      `ORIGIN_BAD_RESPONSE: ${url} does not speak TLS; forward to http:// instead`,
    )
  })

  it.each([
    [120, 'URL does not accept HTTP/1.1 over TLS (CODE); make the app accept it beside HTTP/2'],
    [42, 'URL wants a certificate from its client (CODE); make the app accept this machine without one'],
    [40, 'the TLS handshake with URL failed (CODE)'],
  ])('that ends the handshake with alert %d is reported with what it objects to', async (alert, says) => {
    const record = Buffer.from([21, 3, 3, 0, 2, 2, alert])
    const app = createTcpServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(record)))
    const url = `https://localhost:${await listen(app)}`
    const message = await (await openTunnel(url)).send({}).failed()
    expect(message.replaceAll(url, 'URL').replace(/ERR_SSL_[\w/]+/, 'CODE')).toBe(`ORIGIN_BAD_RESPONSE: ${says}`)
  })

  it('that speaks HTTP/2 only is reported as such', async () => {
    const url = `https://localhost:${await listen(createSecureServer(selfSigned))}`
    const tunnel = await openTunnel(url, { allowsAnyCertificate: true })
    expect(await tunnel.send({}).failed()).toContain(`${url} does not accept HTTP/1.1 over TLS`)
  })
})
