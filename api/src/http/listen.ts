import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { findErrorCode } from '../ground/errors.ts'

/** Returns the addresses to listen on. `localhost` is both loopback addresses: programs differ in which one they try. */
export function listAddresses(host: string): string[] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}

/** Makes each server listen on its address, all on the same port, and returns the port; 0 picks a free one. */
export async function listen(servers: Server[], addresses: string[], port: number): Promise<number> {
  let taken = port
  for (const [index, server] of servers.entries()) {
    server.listen(taken, addresses[index])
    try {
      await once(server, 'listening')
    } catch (error) {
      if (index > 0 && isAddressMissing(error)) continue
      if (findErrorCode(error) !== 'EADDRINUSE') throw error
      throw new Error(`Port ${taken} is in use by another program. Stop that program, or set PORT to another port.`, {
        cause: error,
      })
    }
    const address: AddressInfo | string | null = server.address()
    if (address !== null && typeof address !== 'string') taken = address.port
  }
  return taken
}

/** Not every machine has IPv6. */
function isAddressMissing(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(findErrorCode(error) ?? '')
}
