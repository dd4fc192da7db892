import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import type { Cleanup } from './cleanup.ts'
import { portOf } from './ports.ts'

/** A network between agent and edge that a test can cut or slow down. */
export interface Cable {
  port: number
  /** How long it delays data in each direction, in milliseconds; at any rate, and however much. */
  delayMs: number
  /** The most bytes that it has buffered at once. */
  bufferedBytesMax: number
  /** Resets every connection, and every new one, until `restore`. */
  cut(): void
  restore(): void
  /** Makes every existing connection hang forever, like a router that forgot it; new ones work. */
  silence(): void
  /** When that last happened; milliseconds of the monotonic clock, minus infinity before the first time. */
  silencedMs: number
  /** Makes every connection hang, including each new one until `restore`. */
  split(): void
  /** Forwards connections to another port of this machine from now on. */
  forwardTo(port: number): void
}

/** Creates a simulated network link: a TCP port whose connections are forwarded to `targetPort` on this machine. */
export async function createCable(cleanup: Cleanup, targetPort: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  /** Connections that nothing reaches any more. */
  const silent = new Set<Socket>()
  let isConnected = true
  let isSplit = false
  let target = targetPort
  const server = createServer((near) => {
    if (!isConnected) {
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
        if (!silent.delete(one)) runDelayed(cable, () => other.destroySoon())
      })
      forward(one, other, cable)
    }
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const cable = {
    port: portOf(server),
    delayMs: 0,
    bufferedBytesMax: 0,
    cut: () => {
      isConnected = false
      for (const socket of sockets) socket.resetAndDestroy()
    },
    restore: () => {
      isConnected = true
      isSplit = false
    },
    forwardTo: (port: number) => {
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

function forward(one: Socket, other: Socket, cable: Cable): void {
  let bufferedBytes = 0
  one.on('data', (chunk) => {
    bufferedBytes += chunk.length
    cable.bufferedBytesMax = Math.max(cable.bufferedBytesMax, bufferedBytes)
    runDelayed(cable, () => {
      bufferedBytes -= chunk.length
      if (!other.write(chunk)) one.pause()
    })
  })
  one.on('end', () => runDelayed(cable, () => other.end()))
  other.on('drain', () => one.resume())
}

function runDelayed({ delayMs }: Cable, release: () => void): void {
  if (delayMs === 0) release()
  else setTimeout(release, delayMs)
}
