// Both ends of a tunnel that only carries bytes, to separate Culvert's cost from Node's: no
// HTTP, no checks, no flow control.
//   node main.ts server VISITOR_PORT TUNNEL_PORT
//   node main.ts client TUNNEL_PORT ORIGIN_PORT

import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'

/** A length and the number of a visitor's connection, 32 bits each; a frame without bytes ends the connection. */
const headerBytes = 8
const noBytes = Buffer.alloc(0)

/**
 * Starts to carry what comes out of a tunnel, and returns a function that carries a connection into it. `open` creates the connections that the other
 * end has started; the visitors' end has none.
 */
function multiplex(tunnel: Socket, open?: () => Socket): (id: number, socket: Socket) => void {
  const sockets = new Map<number, Socket>()
  /** Data to send in one write at the end of this event-loop turn. */
  let parts: Buffer[] = []
  /** The beginning of a frame whose end has not arrived. */
  let rest = noBytes

  const send = (id: number, chunk: Buffer): void => {
    const header = Buffer.allocUnsafe(headerBytes)
    header.writeUInt32BE(chunk.length, 0)
    header.writeUInt32BE(id, 4)
    if (parts.push(header, chunk) === 2) setImmediate(flush)
  }

  const flush = (): void => {
    tunnel.write(Buffer.concat(parts))
    parts = []
  }

  const add = (id: number, socket: Socket): Socket => {
    sockets.set(id, socket.setNoDelay(true))
    socket.on('data', (chunk) => send(id, chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (sockets.delete(id)) send(id, noBytes)
    })
    return socket
  }

  const receive = (id: number, payload: Buffer): void => {
    const socket = sockets.get(id)
    if (payload.length > 0) {
      const target = socket ?? (open && add(id, open()))
      target?.write(payload)
    } else {
      sockets.delete(id)
      socket?.destroy()
    }
  }

  tunnel.setNoDelay(true).on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (bytes.length - at >= headerBytes) {
      const end = at + headerBytes + bytes.readUInt32BE(at)
      if (end > bytes.length) break
      receive(bytes.readUInt32BE(at + 4), bytes.subarray(at + headerBytes, end))
      at = end
    }
    rest = bytes.subarray(at)
  })
  return add
}

const [role, ...ports] = process.argv.slice(2)
const [first = 0, second = 0] = ports.map(Number)
const host = '127.0.0.1'

if (role === 'client') {
  multiplex(connect(first, host), () => connect(second, host))
} else {
  const tunnels = createServer((tunnel) => {
    const add = multiplex(tunnel)
    let lastId = 0
    createServer((visitor) => add((lastId += 1), visitor)).listen(first, host)
  })
  tunnels.listen(second, host, () => console.log('listening'))
}
