import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { once } from 'node:events'
import { openLocalAuthority } from '../certificates/authority.ts'
import { startFakeApi } from './fake-api.ts'
import { closeLater } from './queue.ts'
import { startTestEdge } from './test-edge.ts'
import type { TestEdgeOptions } from './test-edge.ts'

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-served-'))
  closeLater(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An API with certificates of a test authority, and edges that serve them. */
export async function openServing() {
  const api = await startFakeApi()
  const data = await temporaryFolder()
  const authority = await openLocalAuthority(await temporaryFolder(), 'http://edge.test/authority.crl')
  return {
    api,
    data,
    authority,
    /** Issues a certificate for a name, or renews it. */
    put: async (name: string) => api.certificates.put(name, await authority.issue([name])),
    /** An edge with the same disk as the others. */
    startEdge: async ({ environment, ...options }: TestEdgeOptions = {}) => {
      const started = await startTestEdge({
        api,
        environment: { EDGE_HTTPS_PORT: '0', EDGE_CERTIFICATES: 'api', CULVERT_DATA: data, ...environment },
        ...options,
      })
      const visitor = { host: '127.0.0.1', port: started.edge.securePort, ca: authority.certificate }
      return {
        ...started,
        /** Connects as a visitor does, with the certificate checked. */
        shake: (servername: string, more: ConnectionOptions = {}) => shakeHands({ ...visitor, servername, ...more }),
        visitor,
      }
    },
  }
}

/** Resolves once a handshake is done; rejects when it is refused. */
export async function shakeHands(options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect(options)
  closeLater(() => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

/** Returns the names in the certificate of a handshake. */
export function namesOf(socket: TLSSocket): string | undefined {
  return socket.getPeerCertificate().subjectaltname
}

/** Resolves once a condition holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}

/** Lists the files of the disk copy of certificates below an edge's folder. */
export async function listCopies(data: string): Promise<string[]> {
  const files = await readdir(join(data, 'tls', 'served'), { recursive: true })
  return files.filter((file) => file.endsWith('.json')).map((file) => join(data, 'tls', 'served', file))
}
