import { Agent, request as requestHttp } from 'node:http'
import { Duplex } from 'node:stream'
import { messageOf } from '@culvert/program'
import { createControlClient } from '@culvert/control-client'
import type { ControlClient, Post } from '@culvert/control-client'
import { openConnection } from '../net/open-connection.ts'

/** How long connecting to the API may take, in milliseconds: the time of a whole request. */
const connectTimeoutMs = 10_000
const textBytesMax = 1024 * 1024

export interface ApiClientOptions {
  /** The API's address, without a slash at its end. */
  server: string
  /** Undefined for what needs no token. */
  authToken: string | undefined
  /** Authorities that are trusted besides this machine's, in PEM. */
  authorities: readonly string[]
}

/** Returns a client of the API that goes through proxies and trusts what the rest of the agent trusts, as `fetch` does not. */
export function createApiClient({ server, authToken, authorities }: ApiClientOptions): ControlClient {
  const agent = new ConnectingAgent(new URL(server), authorities)
  const client = createControlClient({
    apiUrl: server,
    authorization: () => (authToken === undefined ? '' : `Bearer ${authToken}`),
    post: (url, options) => postBy(agent, url, options),
  })
  return {
    ...client,
    close() {
      client.close()
      agent.destroy()
    },
  }
}

/** How Node is told of a connection, or of why there is none. */
type Connected = (error: Error | null, stream: Duplex) => void

/** Keeps connections to one server, opened as all connections of the agent are. */
class ConnectingAgent extends Agent {
  readonly #server: URL
  readonly #authorities: readonly string[]

  constructor(server: URL, authorities: readonly string[]) {
    super({ keepAlive: true, maxSockets: 2 })
    this.#server = server
    this.#authorities = authorities
  }

  override createConnection(_options: object, callback?: Connected): undefined {
    if (callback !== undefined) void this.#connect(callback)
  }

  async #connect(callback: Connected): Promise<void> {
    let socket: Duplex
    try {
      const signal = AbortSignal.timeout(connectTimeoutMs)
      socket = await openConnection(this.#server, { authorities: this.#authorities, signal })
    } catch (error) {
      // With an error, Node looks at nothing else.
      callback(error instanceof Error ? error : new Error(messageOf(error)), new Duplex())
      return
    }
    // A proxy's connection comes paused; a server says nothing before it is asked.
    callback(null, socket.resume())
  }
}

function postBy(agent: ConnectingAgent, url: string, { headers, body, signal }: Parameters<Post>[1]): ReturnType<Post> {
  const { host, hostname, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = requestHttp(
      {
        agent,
        hostname,
        path: pathname,
        method: 'POST',
        headers: { ...headers, host, 'content-length': Buffer.byteLength(body) },
        signal,
      },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > textBytesMax) request.destroy(new Error(`its answer is longer than ${textBytesMax} bytes`))
          else chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            text: Buffer.concat(chunks).toString(),
          }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', (error) => reject(signal.aborted && signal.reason instanceof Error ? signal.reason : error))
    request.end(body)
  })
}
