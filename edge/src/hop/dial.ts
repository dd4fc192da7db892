import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getCACertificates } from 'node:tls'
import { processField, processProtocol } from '../place-names.ts'
import type { EdgeEntry } from '../routes/directory.ts'

/** The path at which edges reach each other, and the protocol that they upgrade to. */
export const edgeTarget = '/.culvert/edge'
export const edgeProtocol = 'culvert-edge'

/** Opens a connection to an edge, with a ticket; the wire protocol begins with its next byte. */
export type DialEdge = (edge: EdgeEntry, ticket: string, signal: AbortSignal) => Promise<Duplex>

/** Dials an edge at its address or its socket, by HTTP/1.1. Over HTTPS its certificate is verified. */
export const dialEdge: DialEdge = (edge, ticket, signal) => {
  const url = new URL(edgeTarget, edge.url)
  const { authority, socketPath } = edge
  const ca = authority === undefined ? undefined : [...getCACertificates('default'), authority]
  const headers = {
    connection: 'Upgrade',
    upgrade: edgeProtocol,
    authorization: `Bearer ${ticket}`,
    [processField]: String(edge.process),
  }
  const ALPNProtocols = [processProtocol(edge.process), 'http/1.1']
  const options = { headers, signal, agent: false, ca, socketPath, ALPNProtocols }
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>()
  const dialled = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
  dialled.on('error', reject)
  dialled.on('response', (response) => {
    response.destroy()
    reject(new Error(`${edge.url} is not that edge: it answered ${response.statusCode}`))
  })
  dialled.on('upgrade', (_, socket, early) => {
    if (early.length > 0) socket.unshift(early)
    if (socket instanceof Socket) socket.setNoDelay(true)
    resolve(socket)
  })
  dialled.end()
  return promise
}
