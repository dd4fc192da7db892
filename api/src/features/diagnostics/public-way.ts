import { lookup } from 'node:dns/promises'
import { request } from 'node:http'
import { connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls, getCACertificates, type TLSSocket } from 'node:tls'
import { probeField, probeTarget } from '@culvert/schema/tokens'

/** How long connecting may take, in milliseconds. */
const connectTimeoutMs = 5_000
/** An edge gives agent and app 5 s each. */
const answerTimeoutMs = 12_000
const answerBytesMax = 8 * 1_024

/** Resolves with every address of the installation's tunnels, as this machine resolves them. */
export async function findEdgeAddresses(tunnelHost: string): Promise<string[]> {
  const found = await lookup(tunnelHost.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

/** Connects to the public address at one of the addresses given, and nowhere else: its name is not looked up again. Rejects with Node's errors. */
export async function connectTo(url: URL, addresses: readonly string[]): Promise<Socket> {
  const fixed: LookupFunction = (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return await opened(connectTcp({ host: url.hostname, port, lookup: fixed }), 'connect')
}

/**
 * Speaks TLS on a connection, whatever the certificate is: `readCertificate` tells whether it is good. `authorities` (PEM) are trusted beside
 * those that this program trusts anyway. Rejects with Node's errors where no TLS comes about.
 */
export async function secure(socket: Socket, url: URL, authorities: readonly string[]): Promise<TLSSocket> {
  const secured = connectTls({
    socket,
    servername: url.hostname,
    // Those of NODE_EXTRA_CA_CERTS among them.
    ca: [...getCACertificates(), ...authorities],
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
  })
  return await opened(secured, 'secureConnect')
}

/** Resolves once a socket is open. Rejects, with the socket destroyed, when it is not in time. */
async function opened<Opening extends Socket>(socket: Opening, event: 'connect' | 'secureConnect'): Promise<Opening> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    connectTimeoutMs,
  )
  socket.once(event, resolve)
  socket.on('error', reject)
  try {
    await promise
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a probe on an open connection, and reads the answer, or as much of it as an edge would send. */
export async function askEdge(socket: Socket, url: URL, token: string): Promise<string> {
  return await ask(socket, url, probeTarget, { [probeField]: token })
}

/** Asks for a page on an open connection, and reads its body, or the first of it. Rejects when it does not come in time. */
export async function ask(
  socket: Socket,
  url: URL,
  path: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const sent = request({
    createConnection: () => socket,
    path,
    headers: { host: url.host, ...headers, connection: 'close' },
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  sent.on('error', reject)
  sent.on('response', (response) => {
    let text = ''
    response.setEncoding('latin1')
    response.on('data', (chunk: string) => {
      text += chunk
      if (text.length > answerBytesMax) resolve(text)
    })
    response.on('end', () => resolve(text))
    response.on('error', reject)
  })
  sent.end()
  try {
    return await promise
  } finally {
    sent.destroy()
  }
}
