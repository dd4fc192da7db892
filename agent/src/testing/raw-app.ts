import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from './sockets.ts'

/** An app that does what a test specifies, byte by byte. */
export interface RawApp {
  port: number
  /** The next connection to arrive, with the data that it receives. */
  nextConnection(): Promise<RawConnection>
  /** How many connections have arrived. */
  readonly connectionCount: number
}

/** One connection to a raw app. */
export interface RawConnection {
  socket: Socket
  /** Everything received so far, as latin1. */
  readonly received: string
  /** Resolves once what was received contains `text`. */
  receive(text: string): Promise<void>
  /** Resolves once the other side has closed the connection. */
  closed: Promise<unknown>
}

/** Starts an app that a test drives by hand. */
export async function startRawApp(host?: string): Promise<RawApp> {
  const waiting: RawConnection[] = []
  const arrivals = new EventEmitter()
  let connectionCount = 0
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    connectionCount += 1
    waiting.push(follow(socket))
    arrivals.emit('connection')
  })
  const port = await listen(server, host)
  return {
    port,
    get connectionCount() {
      return connectionCount
    },
    async nextConnection() {
      for (;;) {
        const next = waiting.shift()
        if (next !== undefined) return next
        await once(arrivals, 'connection')
      }
    },
  }
}

function follow(socket: Socket): RawConnection {
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  return {
    socket,
    get received() {
      return received
    },
    async receive(text) {
      while (!received.includes(text)) await once(socket, 'data')
    },
    closed: new Promise((resolve) => {
      socket.on('end', resolve)
      socket.on('close', resolve)
    }),
  }
}
