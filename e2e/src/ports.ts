import { randomInt } from 'node:crypto'
import type { Server } from 'node:net'
import { isPortFree } from '@culvert/program'

/**
 * Ports below those that systems assign to sockets on their own (Linux: from 32768): a free one stays free until it is listened on. Test files that run at the same time
 * have separate ranges, or one would be given a port that another has been given and does not listen on yet.
 */
const [first, behind] = [10_000, 32_768]
const parts = 16
const partSize = Math.floor((behind - first) / parts)
const ownFirst = first + (Number(process.env.VITEST_POOL_ID ?? 0) % parts) * partSize

/** The ports that were handed out last, at most half of the range. */
const given = new Set<number>()

/** Returns distinct port numbers on which nothing listens. */
export async function findSparePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = ownFirst + randomInt(partSize)
    if (given.has(port)) continue
    given.add(port)
    const [oldest] = given
    if (given.size > partSize / 2 && oldest !== undefined) given.delete(oldest)
    if (await isPortFree(port)) ports.push(port)
  }
  return ports
}

/** Returns the port that a listening server was given. */
export function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen on a TCP port')
  return address.port
}
