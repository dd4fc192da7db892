import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, closeLater } from '../testing/queue.ts'
import { resetConnection } from './connection.ts'

afterEach(closeAll)

describe('a connection that is reset', () => {
  it('fails with ECONNRESET at the other end', async () => {
    const port = await listen(createServer((socket) => socket.write('part', () => resetConnection(socket))))
    const [error] = await once(connect(port, '127.0.0.1'), 'error')
    expect(error).toMatchObject({ code: 'ECONNRESET' })
  })

  it.each([
    ['ends without an alert over TLS', resetConnection, false],
    ['differs over TLS from one that is closed properly, which sends an alert', (socket: Socket) => socket.end(), true],
  ])('%s', async (_, leave, hasAlert) => {
    // A shared key needs no certificate; before TLS 1.3, the type of a record is not encrypted.
    const shared = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
    const psk = Buffer.alloc(32, 1)
    const server = createTlsServer({ ...shared, pskCallback: () => psk }, (socket) => {
      socket.on('error', () => {})
      socket.write('part', () => leave(socket))
    })
    const { port, received } = await startWiretap(await listen(server))
    const client = connectTls({
      ...shared,
      port,
      host: '127.0.0.1',
      pskCallback: () => ({ psk, identity: 'test' }),
      checkServerIdentity: () => undefined,
    })
    client.on('error', () => {}).resume()
    await once(client, 'close')
    expect(recordTypes(received()).includes(21)).toBe(hasAlert)
  })
})

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  closeLater(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Opens a port that forwards to another, and collects the bytes that come back. */
async function startWiretap(target: number) {
  const chunks: Buffer[] = []
  const port = await listen(
    createServer((near) => {
      const far = connect(target, '127.0.0.1')
      far.on('data', (chunk) => chunks.push(chunk))
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
      near.pipe(far).pipe(near)
    }),
  )
  return { port, received: () => Buffer.concat(chunks) }
}

/** The content types of TLS records (RFC 5246, section 6.2.1). */
function recordTypes(bytes: Buffer): number[] {
  const types: number[] = []
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3)) types.push(bytes.readUInt8(at))
  return types
}
