import { request } from 'node:http'
import { type Socket, connect, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, getCACertificates } from 'node:tls'
import { processField, processProtocol } from '../process-names.ts'
import { localHeader } from '../proxy-header.ts'
import type { EdgeEntry } from '../routes/directory.ts'

/** The path at which edges reach each other, and the protocol that they upgrade to. */
export const edgeTarget = '/.culvert/edge'
export const edgeProtocol = 'culvert-edge'

/** Opens a connection to an edge, with a ticket; the wire protocol begins with its next byte. */
export type DialEdge = (edge: EdgeEntry, ticket: string, signal: AbortSignal) => Promise<Duplex>

/** Dials an edge at its address or its socket, with HTTP/1.1. Over HTTPS its certificate is verified. */
export const dialEdge: DialEdge = (edge, ticket, signal) => {
  const url = new URL(edgeTarget, edge.url)
  const headers = {
    host: url.host,
    connection: 'Upgrade',
    upgrade: edgeProtocol,
    authorization: `Bearer ${ticket}`,
    [processField]: String(edge.process),
  }
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const dialled = request({ path: url.pathname, headers, signal, createConnection: () => openConnection(edge, url) })
  dialled.on('error', reject)
  dialled.on('response', (response) => {
    response.destroy()
    reject(new Error(`${edge.url} is not that edge: it answered ${response.statusCode}`))
  })
  dialled.on('upgrade', (_, socket, early) => {
    if (early.length > 0) socket.unshift(early)
    resolve(socket)
  })
  dialled.end()
  return promise
}

/** Connects to an edge. The PROXY header that it may expect on every connection is sent first, even before TLS. */
function openConnection({ socketPath, takesProxyHeader, authority, process }: EdgeEntry, url: URL): Socket {
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const tcp = connect(socketPath === undefined ? { host, port, noDelay: true } : { path: socketPath })
  if (takesProxyHeader === true) tcp.write(localHeader)
  if (!isSecure) return tcp
  const secure = connectTls({
    socket: tcp,
    host,
    servername: isIP(host) === 0 ? host : '',
    ca: authority === undefined ? undefined : [...getCACertificates('default'), authority],
    ALPNProtocols: [processProtocol(process), 'http/1.1'],
  })
  tcp.on('error', (error) => secure.destroy(error))
  return secure
}
