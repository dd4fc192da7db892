import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { closeLater } from './queue.ts'

/** Returns a header of the PROXY protocol, version 2, with these bytes after its fixed part. */
export function proxyHeader(command: number, family: number, variable: readonly number[] | Buffer): Buffer {
  const fixed = Buffer.from('\r\n\r\n\0\r\nQUIT\n....', 'latin1')
  fixed[12] = command
  fixed[13] = family
  fixed.writeUInt16BE(variable.length, 14)
  return Buffer.concat([fixed, Buffer.from(variable)])
}

/** The header of a connection that a proxy accepted from 203.0.113.7. */
export const forwardedHeader = proxyHeader(0x21, 0x11, [203, 0, 113, 7, 10, 0, 0, 1, 0x12, 0x34, 0x01, 0xbb])

/** Starts a proxy that sends a header at the start of each connection. Resolves with its port. */
export async function startProxy(port: number, header: Buffer): Promise<number> {
  const proxy = createServer((visitor) => {
    const edge = connect({ port, host: '127.0.0.1', noDelay: true })
    edge.write(header)
    visitor.pipe(edge).pipe(visitor)
    visitor.on('error', () => edge.destroy()).on('close', () => edge.destroy())
    edge.on('error', () => visitor.destroy()).on('close', () => visitor.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  closeLater(() => proxy.close())
  return (proxy.address() as AddressInfo).port
}
