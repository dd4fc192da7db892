import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeLater } from './queue.ts'
import { startTestEdge } from './test-edge.ts'
import type { TestEdgeOptions } from './test-edge.ts'

/** The dashboard's hostname. */
export const host = 'culvert.test'
/** What an edge needs to carry requests for the dashboard to an API. */
export const environmentFor = (apiUrl: string) => ({
  EDGE_DASHBOARD: 'on',
  CULVERT_PUBLIC_URL: `http://${host}`,
  CULVERT_API_URL: apiUrl,
})

/** A stand-in for the API that answers as the test specifies; the edge's own GraphQL requests get no usable answer. */
export async function startApi(answer: RequestListener) {
  const server = createServer((incoming, response) => {
    if (incoming.headers.host === host || incoming.headers.host?.startsWith(`${host}:`)) answer(incoming, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  closeLater(close)
  const { port } = server.address() as AddressInfo
  return { server, close, url: `http://127.0.0.1:${port}` }
}

/** An edge with such an API. */
export async function startWithApi(answer: RequestListener, options: TestEdgeOptions = {}) {
  const api = await startApi(answer)
  const edge = await startTestEdge({
    ...options,
    environment: { ...environmentFor(api.url), ...options.environment },
  })
  return { ...edge, apiServer: api }
}

/** Resolves with a figure once it has not changed for many turns of the event loop. */
export async function settle(read: () => number): Promise<number> {
  let last = -1
  for (let turns = 0; turns < 300; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (read() !== last) turns = 0
    last = read()
  }
  return last
}
