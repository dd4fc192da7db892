import type { Socket } from 'node:net'
import { messageOf } from '@culvert/program'
import { ConnectionFailed } from '../net/connect-failure.ts'
import { openConnection } from '../net/open-connection.ts'
import { readHead } from '../net/read-head.ts'
import { BadResponse, parseResponseHead } from '../net/response-head.ts'
import { parseWebUrl } from '../net/url-parts.ts'

/** Thrown when no edge answers at an address; the message is a clause for the person at the screen. */
export class DialFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DialFailed'
  }
}

/** How long connecting and the edge's answer may take together. A hanging dial must not keep the agent from an edge that is back. */
const dialTimeoutMs = 4_500
const request = { method: 'GET', kind: 'upgrade' } as const

/** An edge's address, and the authority that is trusted there in addition to the public ones (PEM). */
export interface Edge {
  url: string
  authorities: readonly string[]
  /** The process of the edge that must answer; undefined if any will do. */
  process?: number | undefined
}

/**
 * Opens a connection to an edge, on which the wire protocol starts with the next byte. It is paused, so that no
 * byte is lost before it is read. Throws DialFailed.
 */
export async function dialEdge({ url: address, authorities, process }: Edge, cancelled: AbortSignal): Promise<Socket> {
  if (cancelled.aborted) throw new DialFailed('cancelled')
  const url = parseWebUrl(address)
  if (url === undefined)
    throw new DialFailed(`the server named an edge by ${JSON.stringify(address)}, which is no address`)
  const { signal, end } = limit(cancelled)
  try {
    const socket = await openConnection(url, {
      authorities,
      signal,
      protocol: process === undefined ? undefined : `culvert-process-${process}`,
    })
    await upgrade(socket, url, process, signal)
    return socket
  } catch (error) {
    throw error instanceof ConnectionFailed ? new DialFailed(error.message) : error
  } finally {
    end()
  }
}

/** Returns a signal that also aborts a dial that takes too long. */
function limit(cancelled: AbortSignal): { signal: AbortSignal; end: () => void } {
  const limited = new AbortController()
  const cancel = () => limited.abort(new Error('cancelled'))
  cancelled.addEventListener('abort', cancel)
  const timer = setTimeout(() => limited.abort(timedOut()), dialTimeoutMs)
  return {
    signal: limited.signal,
    end: () => {
      cancelled.removeEventListener('abort', cancel)
      clearTimeout(timer)
    },
  }
}

function timedOut(): Error {
  return Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })
}

/** Switches from HTTP: from here on both sides send frames. */
async function upgrade(socket: Socket, url: URL, process: number | undefined, signal: AbortSignal): Promise<void> {
  const cancel = () => socket.destroy(signal.reason instanceof Error ? signal.reason : undefined)
  signal.addEventListener('abort', cancel)
  try {
    await exchangeHeads(socket, url, process)
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function exchangeHeads(socket: Socket, url: URL, process: number | undefined): Promise<void> {
  const place = process === undefined ? '' : `Culvert-Process: ${process}\r\n`
  socket.write(
    `GET /.culvert/tunnel HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: culvert\r\n${place}\r\n`,
  )
  const { head, rest } = await readHead(socket).catch((error: unknown) => {
    throw new DialFailed(`${url.origin} ${messageOf(error)}`)
  })
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
