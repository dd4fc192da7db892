import type { TLSSocket } from 'node:tls'
import { openConnection } from '../net/open-connection.ts'
import { readHead } from '../net/read-head.ts'

/** A server's answer to one small request. */
export interface ProbeResult {
  status: number
  /** The fields of the answer, by lowercase name. */
  fields: ReadonlyMap<string, string>
  /** The time until the connection was open, TLS included, in milliseconds. */
  connectMs: number
  /** The time until the head of the answer arrived, in milliseconds. */
  answerMs: number
  /** When the server's certificate expires; undefined without TLS. */
  certificateExpiresAt: Date | undefined
}

const timeoutMs = 10_000

/** Sends `GET` to a URL on a separate connection. Rejects with a clause that says why there is no answer. */
export async function probe(url: URL, authorities: readonly string[]): Promise<ProbeResult> {
  const startMs = performance.now()
  const socket = await openConnection(url, { authorities, signal: AbortSignal.timeout(timeoutMs) })
  const connectMs = performance.now() - startMs
  const timer = setTimeout(() => socket.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const path = `${url.pathname}${url.search}`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: culvert-doctor\r\nConnection: close\r\n\r\n`)
    const { head } = await readHead(socket)
    const [statusLine = '', ...lines] = head.split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1] ?? Number.NaN)
    if (Number.isNaN(status)) throw new Error('answered without HTTP')
    const fields = new Map(
      lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
    )
    return {
      status,
      fields,
      connectMs,
      answerMs: performance.now() - startMs,
      certificateExpiresAt: findCertificateExpiry(socket),
    }
  } finally {
    clearTimeout(timer)
    socket.on('error', () => {}).destroy()
  }
}

function findCertificateExpiry(socket: object): Date | undefined {
  if (!isSecure(socket)) return undefined
  const { valid_to: end } = socket.getPeerCertificate()
  return end === undefined ? undefined : new Date(end)
}

function isSecure(socket: object): socket is TLSSocket {
  return 'getPeerCertificate' in socket
}
