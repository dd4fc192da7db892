import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import * as tls from 'node:tls'
import { describeConnectFailure } from '../net/connect-failure.ts'
import { lookupWithLoopback } from '../net/loopback.ts'
import { BadResponse, parseResponseHead } from '../net/response-head.ts'

/** Thrown when no edge answers at an address; the message is a clause for the person at the screen. */
export class DialFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DialFailed'
  }
}

/** How long connecting and the edge's answer may take together. A dial that hangs must not keep the agent from an edge that is back. */
const dialTimeoutMs = 4_500
/** How long one of several addresses may take. Node's 250 ms would give up on edges that are merely far away. */
const attemptMs = 1_000
const headBytesMax = 16 * 1024
const request = { method: 'GET', kind: 'upgrade' } as const

/** An edge's address, and the authority that is trusted there besides the public ones (PEM). */
export interface Edge {
  url: string
  authorities: readonly string[]
}

/**
 * Opens a connection to an edge, on which the wire protocol begins with the next byte. It is paused, so that no
 * byte is lost before it is read. Throws DialFailed.
 */
export async function dialEdge(edge: Edge, signal: AbortSignal): Promise<Socket> {
  if (signal.aborted) throw new DialFailed('cancelled')
  const url = new URL(edge.url)
  const socket = openSocket(url, edge.authorities)
  socket.setNoDelay(true)
  const cancel = () => socket.destroy(new Error('cancelled'))
  signal.addEventListener('abort', cancel)
  const timer = setTimeout(() => socket.destroy(timedOut()), dialTimeoutMs)
  try {
    await connected(socket, url)
    await upgrade(socket, url)
    return socket
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    clearTimeout(timer)
  }
}

function timedOut(): Error {
  return Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })
}

function openSocket(url: URL, authorities: readonly string[]): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  const options = {
    host,
    port,
    lookup: lookupWithLoopback,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  }
  if (!isSecure) return connectTcp(options)
  return tls.connect({
    ...options,
    servername: isIP(host) === 0 ? host : undefined,
    ALPNProtocols: ['http/1.1'],
    ...(authorities.length === 0 ? {} : { ca: [...listTrusted(), ...authorities] }),
  })
}

/** The authorities that this machine trusts; Node 20 knows only its own list. */
function listTrusted(): readonly string[] {
  const { getCACertificates }: typeof tls & { getCACertificates?: (type: 'default') => string[] } = tls
  return getCACertificates === undefined ? tls.rootCertificates : getCACertificates('default')
}

function connected(socket: Socket, url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new DialFailed(describeConnectFailure(error, url.origin).message))
    socket.once('error', fail)
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail)
      resolve()
    })
  })
}

/** Leaves HTTP: from here on both sides send frames. */
async function upgrade(socket: Socket, url: URL): Promise<void> {
  socket.write(`GET /.culvert/tunnel HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: culvert\r\n\r\n`)
  const { head, rest } = await readHead(socket, url)
  let status: number
  try {
    status = parseResponseHead(head, request).status
  } catch (error) {
    if (!(error instanceof BadResponse)) throw error
    throw new DialFailed(`${url.origin} is not a Culvert edge (${error.message})`)
  }
  if (status !== 101) throw new DialFailed(`${url.origin} did not open a tunnel: it answered ${status}`)
  if (rest.length > 0) socket.unshift(rest)
}

function readHead(socket: Socket, url: URL): Promise<{ head: string; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const settle = (act: () => void) => {
      socket.off('data', take).off('end', ended).off('error', fail)
      socket.pause()
      act()
    }
    const fail = (error?: Error) => {
      const why = error === undefined ? 'closed the connection without an answer' : `gave no answer (${error.message})`
      settle(() => reject(new DialFailed(`${url.origin} ${why}`)))
    }
    const ended = () => fail()
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const end = received.indexOf('\r\n\r\n')
      if (end !== -1)
        settle(() => resolve({ head: received.toString('latin1', 0, end), rest: received.subarray(end + 4) }))
      else if (received.length > headBytesMax) fail()
    }
    socket.on('data', take).on('end', ended).on('error', fail)
  })
}
