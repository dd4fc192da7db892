import { randomInt } from 'node:crypto'
import type { Server } from 'node:net'
import { isPortFree } from '@culvert/program'

/** Ports below those that systems give to sockets by themselves (Linux: from 32768): what is free stays so until it is listened on. */
const [first, behind] = [10_000, 32_768]

/** Port numbers that nobody listens on, each another one. */
export async function findSparePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(first, behind)
    if (!ports.has(port) && (await isPortFree(port))) ports.add(port)
  }
  return [...ports]
}

/** The port that a listening server was given. */
export function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen on a TCP port')
  return address.port
}
