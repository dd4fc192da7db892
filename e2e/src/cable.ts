import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import type { Cleanup } from './cleanup.ts'
import { portOf } from './ports.ts'

/** A network between agent and edge that a test can cut or slow down. */
export interface Cable {
  port: number
  /** How long it delays data in each direction, in milliseconds; at any rate, and however much. */
  delayMs: number
  /** The most bytes that it held at once. */
  heldBytesMax: number
  /** Resets every connection, and every new one, until `mend`. */
  cut(): void
  mend(): void
  /** Makes every existing connection hang forever, like a router that forgot it; new ones work. */
  silence(): void
  /** When that last happened; milliseconds of the monotonic clock, minus infinity before the first time. */
  silencedMs: number
  /** Makes every connection hang, including each new one until `mend`. */
  split(): void
  /** Forwards connections to another port of this machine from now on. */
  leadTo(port: number): void
}

/** Lays a cable: a TCP port whose connections are forwarded to `targetPort` on this machine. */
export async function layCable(cleanup: Cleanup, targetPort: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  /** Connections that nothing reaches any more. */
  const silent = new Set<Socket>()
  let whole = true
  let isSplit = false
  let target = targetPort
  const server = createServer((near) => {
    if (!whole) {
      near.resetAndDestroy()
      return
    }
    if (isSplit) {
      sockets.add(near)
      near.on('error', () => {}).on('close', () => sockets.delete(near))
      near.resume()
      return
    }
    const far = connect(target, 'localhost')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay()
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        // Sent after the data that it holds: last words come before the end.
        if (!silent.delete(one)) hold(cable, () => other.destroySoon())
      })
      carry(one, other, cable)
    }
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const cable = {
    port: portOf(server),
    delayMs: 0,
    heldBytesMax: 0,
    cut: () => {
      whole = false
      for (const socket of sockets) socket.resetAndDestroy()
    },
    mend: () => {
      whole = true
      isSplit = false
    },
    leadTo: (port: number) => {
      target = port
    },
    split: () => {
      isSplit = true
      cable.silence()
    },
    silencedMs: Number.NEGATIVE_INFINITY,
    silence: () => {
      cable.silencedMs = performance.now()
      for (const socket of sockets) {
        silent.add(socket)
        socket.removeAllListeners('data').removeAllListeners('end').resume()
      }
    },
  }
  cleanup.defer(() => {
    cable.cut()
    server.close()
  })
  return cable
}

function carry(one: Socket, other: Socket, cable: Cable): void {
  let heldBytes = 0
  one.on('data', (chunk) => {
    heldBytes += chunk.length
    cable.heldBytesMax = Math.max(cable.heldBytesMax, heldBytes)
    hold(cable, () => {
      heldBytes -= chunk.length
      if (!other.write(chunk)) one.pause()
    })
  })
  one.on('end', () => hold(cable, () => other.end()))
  other.on('drain', () => one.resume())
}

function hold({ delayMs }: Cable, release: () => void): void {
  if (delayMs === 0) release()
  else setTimeout(release, delayMs)
}
