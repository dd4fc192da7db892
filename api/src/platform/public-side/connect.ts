import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls'

/** How long connecting may take, in milliseconds. */
const connectTimeoutMs = 5_000

/** Resolves with every address of the installation's tunnels, as this machine resolves them. */
export async function findEdgeAddresses(tunnelHost: string): Promise<string[]> {
  const found = await lookup(toBareHost(tunnelHost), { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

/** Connects to the public address at one of the addresses given, and nowhere else: its name is not looked up again. Rejects with Node's errors. */
export async function connectTo(url: URL, addresses: readonly string[], timeoutMs = connectTimeoutMs): Promise<Socket> {
  const fixed: LookupFunction = (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return await opened(connectTcp({ host: url.hostname, port, lookup: fixed }), 'connect', timeoutMs)
}

/**
 * Establishes TLS on a connection, whatever the certificate: `readCertificate` tells whether it is valid. `authorities` (PEM) are trusted besides
 * those that this program trusts anyway. Rejects with Node's errors if TLS cannot be established.
 */
export async function secure(
  socket: Socket,
  url: URL,
  authorities: readonly string[],
  timeoutMs = connectTimeoutMs,
): Promise<TLSSocket> {
  const host = toBareHost(url.hostname)
  const secured = connectTls({
    socket,
    host,
    // An address is not a name that a client may ask for (RFC 6066, section 3); the certificate is compared with it anyway.
    servername: isIP(host) === 0 ? host : '',
    // Those of NODE_EXTRA_CA_CERTS among them.
    ca: [...getCACertificates(), ...authorities],
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
  })
  return await opened(secured, 'secureConnect', timeoutMs)
}

/** Returns the name or IP address that a URL's hostname is, an IPv6 address without its brackets. */
export function toBareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Resolves once a socket is open. Rejects, with the socket destroyed, when it is not in time. */
async function opened<Opening extends Socket>(
  socket: Opening,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
): Promise<Opening> {
  // An error that comes later ends nothing else.
  socket.on('error', () => {})
  try {
    await within(timeoutMs, once(socket, event))
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Returns what the work results in. Rejects with ETIMEDOUT when that is not in time. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
