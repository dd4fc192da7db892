import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Cleanup } from './cleanup.ts'
import { type Site, createDataFolder, startEdge } from './culvert.ts'
import { findSparePorts } from './ports.ts'
import type { RunningProcess } from './processes.ts'

/** One of several edges of a site. */
export interface RunningEdge {
  name: string
  site: Site
  program: RunningProcess
}

/** Starts an edge with a separate name, folder and address. `settle` returns its other individual settings, such as other routes to its port. */
export async function startNamedEdge(
  cleanup: Cleanup,
  site: Site,
  name: string,
  settle: (edgePort: number) => Promise<Record<string, string>> = async () => ({}),
): Promise<RunningEdge> {
  const [edgePort = 0] = await findSparePorts(1)
  const env = {
    ...site.env,
    EDGE_NAME: name,
    EDGE_HTTP_PORT: String(edgePort),
    EDGE_HTTPS_PORT: 'off',
    EDGE_AGENT_URL: `http://127.0.0.1:${edgePort}`,
    EDGE_SIBLING_URL: `http://127.0.0.1:${edgePort}`,
    CULVERT_DATA: await createDataFolder(cleanup),
    ...(await settle(edgePort)),
  }
  const own = { ...site, edgePort, env }
  return { name, site: own, program: await startEdge(cleanup, own) }
}

export interface EdgeAnswer {
  /** 0: nothing listens there. */
  status: number
  body: string
  /** Reports whether the edge has no agent for the hostname, or is away. */
  isOffline: boolean
}

/** Sends one request to one edge, over a separate connection. Throws if that breaks. */
export async function visitEdge(
  { site: { edgePort } }: RunningEdge,
  hostname: string,
  { method = 'GET', path, body = '' }: { method?: string; path: string; body?: string },
): Promise<EdgeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswer>()
  const headers = { host: `${hostname}:${edgePort}`, 'content-length': Buffer.byteLength(body) }
  const asking = request({ host: '127.0.0.1', port: edgePort, method, path, headers, agent: false }, (response) => {
    const isOffline = response.headers['x-culvert-error'] === 'CULVERT_TUNNEL_OFFLINE'
    text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer, isOffline }), reject)
  })
  asking.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') resolve({ status: 0, body: '', isOffline: true })
    else reject(error)
  })
  asking.end(body)
  return await promise
}
