import { once } from 'node:events'
import { type Server, createServer } from 'node:net'

/** Port numbers that nobody listens on, each another one. */
export async function findSparePorts(count: number): Promise<number[]> {
  // All are held until the last is found, so that no two are the same.
  const servers = await Promise.all(Array.from({ length: count }, () => hold()))
  const ports = servers.map(portOf)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** The port that a listening server was given. */
export function portOf(server: Server): number {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server does not listen on a TCP port')
  return address.port
}

async function hold(): Promise<Server> {
  // Without a host: free on both loopback families.
  const server = createServer().listen(0)
  await once(server, 'listening')
  return server
}
