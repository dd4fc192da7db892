import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'

/** Listens, and returns the port. For `localhost` on both loopback addresses: programs differ in which one they try. */
export async function listen(server: HttpServer, host: string, port: number): Promise<number> {
  if (host !== 'localhost') return await listenOn(server, host, port)
  const taken = await listenOn(server, '127.0.0.1', port)
  const second = createServer((socket) => server.emit('connection', socket))
  try {
    await listenOn(second, '::1', taken)
    server.once('close', () => second.close())
  } catch (error) {
    // Not every machine has IPv6.
    if (!(hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'EAFNOSUPPORT'))) {
      server.close()
      throw error
    }
  }
  return taken
}

/** Whether listening failed because another program has the port. */
export function isAddressInUse(error: unknown): boolean {
  return hasCode(error, 'EADDRINUSE')
}

async function listenOn(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!isAddressInUse(error)) throw error
    throw new Error(`Port ${port} is in use by another program. Stop that program, or set PORT to another port.`, {
      cause: error,
    })
  }
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a TCP port.')
  return address.port
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}
