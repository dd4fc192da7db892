import { type IncomingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'

/** A request to a server of the public side. */
export interface OutgoingRequest {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: Buffer
  /** How long all of it may take, in milliseconds. */
  timeoutMs: number
  /** How many bytes of the answer's body are read. */
  bytesMax: number
  /** Ends the request. */
  signal?: AbortSignal
}

/** The answer of a server. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** All of the body, or as much as was to be read. */
  body: Buffer
  /** Whether there was more. */
  isCut: boolean
}

/** Sends a request on an open connection, which is of no use afterwards. Rejects if the answer does not come in time, or breaks off. */
export async function sendRequest(socket: Socket, url: URL, question: OutgoingRequest): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body, timeoutMs, bytesMax, signal } = question
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
  const sent = request({
    createConnection: () => socket,
    method,
    path,
    headers: { host: url.host, ...headers, connection: 'close' },
    signal: AbortSignal.any(signals),
  })
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  sent.on('error', reject)
  sent.on('response', (response) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (isCut: boolean) => {
      const { statusCode = 0, headers: fields } = response
      resolve({ status: statusCode, headers: fields, body: Buffer.concat(chunks).subarray(0, bytesMax), isCut })
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > bytesMax) finish(true)
    })
    response.on('end', () => finish(false))
    response.on('error', reject)
  })
  // Without a listener, Node would end a request that is answered with 101 without an event, even for its time limit.
  sent.on('upgrade', ({ statusCode = 0, headers: fields }) =>
    resolve({ status: statusCode, headers: fields, body: Buffer.alloc(0), isCut: false }),
  )
  sent.end(body)
  try {
    return await promise
  } finally {
    sent.destroy()
    // After an upgrade, Node no longer does.
    socket.destroy()
  }
}
