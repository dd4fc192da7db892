import type { AddressInfo, Server } from 'node:net'
import { hasCode } from '@culvert/program'

/** How all servers accept connections. */
export const socketOptions = {
  // A client that closes its side also ends the connection, but by our rules.
  allowHalfOpen: true,
  noDelay: true,
  // A client that has vanished from the network must not hold an event stream forever.
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
}

const loopbacks = ['127.0.0.1', '::1']

/** All addresses of both families; on a machine without IPv6, those of IPv4. */
const anyAddress = '::'
const anyIpv4Address = '0.0.0.0'

/**
 * Listens with one server for each address that `host` means; `localhost` means both loopback families, because browsers
 * try either for names below it. Port 0 picks a port that is free on all of them.
 * `setting` names the variable that sets the port.
 */
export async function listenOn<T extends Server>(
  host: string,
  port: number,
  setting: string,
  makeServer: () => T,
): Promise<T[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnce(host === 'localhost' ? loopbacks : [host], port, makeServer)
    } catch (error) {
      const isTaken = hasCode(error, 'EADDRINUSE')
      if (isTaken && port === 0 && attempt < 10) continue
      if (isTaken) throw new Error(describeTaken(port, setting), { cause: error })
      if (hasCode(error, 'EACCES')) throw new Error(describeForbidden(port, setting), { cause: error })
      if (host !== anyAddress || !isFamilyMissing(error)) throw error
      return await listenOn(anyIpv4Address, port, setting, makeServer)
    }
  }
}

/** Returns the port on which servers listen; undefined if there is none. */
export function portOf([server]: readonly Server[]): number | undefined {
  return (server?.address() as AddressInfo | null | undefined)?.port
}

function isFamilyMissing(error: unknown): boolean {
  return hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'EAFNOSUPPORT')
}

function describeTaken(port: number, setting: string): string {
  return (
    `Port ${port} is in use. Stop what listens there (as root, \`ss -ltnp 'sport = :${port}'\` shows it on Linux), ` +
    `or set ${setting}.`
  )
}

/** Systems reserve ports below 1024 for programs with permission. */
function describeForbidden(port: number, setting: string): string {
  return (
    `Port ${port} may not be opened by this program: it lacks CAP_NET_BIND_SERVICE. Grant it ` +
    `(\`sudo setcap cap_net_bind_service=+ep ${process.execPath}\`, or AmbientCapabilities=CAP_NET_BIND_SERVICE in a unit of systemd), ` +
    `or set ${setting} to a port from 1024 on and have port ${port} mapped to it.`
  )
}

async function listenOnce<T extends Server>(addresses: string[], port: number, makeServer: () => T): Promise<T[]> {
  const servers: T[] = []
  try {
    for (const address of addresses) {
      const server = makeServer()
      try {
        await listen(server, address, portOf(servers) ?? port)
        servers.push(server)
      } catch (error) {
        // A machine without IPv6 serves IPv4 only.
        if (!isFamilyMissing(error) || servers.length === 0) throw error
      }
    }
    return servers
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
