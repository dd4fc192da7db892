import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import type { Cleanup } from './cleanup.ts'
import { portOf } from './ports.ts'

/** A network between agent and edge that a test can cut. */
export interface Cable {
  port: number
  /** Resets every connection, and every new one, until `mend`. */
  cut(): void
  mend(): void
}

/** Lays a cable: a TCP port of its own whose connections go to `targetPort` on this machine. */
export async function layCable(cleanup: Cleanup, targetPort: number): Promise<Cable> {
  const sockets = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) {
      near.resetAndDestroy()
      return
    }
    const far = connect(targetPort, 'localhost')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay()
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const cut = () => {
    whole = false
    for (const socket of sockets) socket.resetAndDestroy()
  }
  cleanup.defer(() => {
    cut()
    server.close()
  })
  return {
    port: portOf(server),
    cut,
    mend: () => {
      whole = true
    },
  }
}
