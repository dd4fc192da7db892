import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import type { Cleanup } from './cleanup.ts'

/** A server behind a balancer. */
export interface Backend {
  port: number
  /** Answers with 2xx while the server should receive connections. */
  readyUrl: string
}

/** A connection balancer, like one in front of several nodes. */
export interface Balancer {
  /** How many connections went to each backend, in order. */
  readonly led: readonly number[]
  /** How many connections were refused by a backend that counted as ready. */
  readonly refused: number
}

const checkEveryMs = 500

/**
 * Sends each connection to a port to the next of the backends that were ready at the last check. It asks only one: what a backend refuses is
 * lost. Open connections stay where they are.
 */
export async function startBalancer(cleanup: Cleanup, port: number, backends: readonly Backend[]): Promise<Balancer> {
  const ready = new Set(backends)
  const sockets = new Set<Socket>()
  const led = Array.from<number>({ length: backends.length }).fill(0)
  const balancer = { led, refused: 0 }
  let turn = 0
  const server = createServer((near) => {
    turn += 1
    const choice = ready.size > 0 ? [...ready] : backends
    const backend = choice[turn % choice.length]
    if (!backend) throw new Error('A balancer needs a backend.')
    const place = backends.indexOf(backend)
    led[place] = (led[place] ?? 0) + 1
    const far = connect(backend.port, 'localhost')
    far.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') balancer.refused += 1
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.setNoDelay()
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroySoon()
      })
    }
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const check = async (backend: Backend): Promise<void> => {
    const isReady = await fetch(backend.readyUrl, { signal: AbortSignal.timeout(checkEveryMs) }).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
    if (isReady) ready.add(backend)
    else ready.delete(backend)
  }
  const timer = setInterval(() => void Promise.all(backends.map(check)), checkEveryMs)
  cleanup.defer(() => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return balancer
}
