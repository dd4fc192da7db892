import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EdgeTiming } from '../config.ts'
import { closeLater } from './queue.ts'
import { startTestEdge } from './test-edge.ts'
import { visit } from './test-visitor.ts'

/** An edge with HTTPS, and what a visitor that trusts its authority needs to reach demo.test there. */
export async function startSecureEdge(environment: NodeJS.ProcessEnv = {}, timing: Partial<EdgeTiming> = {}) {
  const data = await mkdtemp(join(tmpdir(), 'culvert-tls-'))
  closeLater(() => rm(data, { recursive: true }))
  const started = await startTestEdge({
    environment: { EDGE_HTTPS_PORT: '0', CULVERT_DATA: data, ...environment },
    timing,
  })
  const { body: ca } = await visit(started.port, { path: '/authority.crt', headers: { host: 'localhost' } })
  const visitor = { host: '127.0.0.1', port: started.edge.securePort, servername: 'demo.test', ca }
  return { ...started, ca, visitor }
}
