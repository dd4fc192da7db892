import { createRequestClient } from '@culvert/control-client/requests'
import type { RequestClient, Post } from '@culvert/control-client/requests'
import { ConnectingAgent } from '../net/connecting-agent.ts'
import { requestHttp } from '../net/request-http.ts'

const textBytesMax = 1024 * 1024

export interface ApiClientOptions {
  /** The API's address, without a trailing slash. */
  server: string
  /** Undefined for operations that need no token. */
  authToken: string | undefined
  /** Authorities that are trusted in addition to this machine's, in PEM. */
  authorities: readonly string[]
}

/** Returns a client of the API that uses proxies and trusts the same authorities as the rest of the agent, which `fetch` does not. */
export function createApiClient({ server, authToken, authorities }: ApiClientOptions): RequestClient {
  const agent = new ConnectingAgent(new URL(server), authorities)
  const client = createRequestClient({
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
