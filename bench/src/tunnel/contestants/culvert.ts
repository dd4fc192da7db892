import { join } from 'node:path'
import { findSparePort, type Scope } from '../../scope.ts'
import { isAnswering } from '../probe.ts'
import type { Contestant } from './contestant.ts'
import { signUpWithGateway } from './culvert-account.ts'

const root = join(import.meta.dirname, '../../../..')
const gatewayName = 'bench'

/** How Culvert runs. */
export interface CulvertOptions {
  /** Where its programs write CPU profiles; undefined: nowhere. */
  profileFolder?: string | undefined
  /** Whether the agent dials the edge over TLS. Visitors stay on plain HTTP, like those of every contestant. */
  tls?: boolean
  /** Whether the agent keeps requests for its inspector, as it does by default. */
  inspect?: boolean
  /** Puts something between agent and edge, and returns the port that the agent dials instead of the edge's. */
  lay?: ((edgePort: number, scope: Scope) => Promise<number>) | undefined
}

/** Culvert as `npm start` and `npx culvert` run it: API and edge in one process, the agent in another. */
export function createCulvert({ profileFolder, tls = false, inspect = true, lay }: CulvertOptions): Contestant {
  const nodeArgs = [
    '--disable-warning=ExperimentalWarning',
    ...(profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]),
  ]
  return {
    name: `culvert${tls ? '-tls' : ''}${inspect ? '' : '-no-inspect'}`,
    transport: `own frames over one TCP connection, ${tls ? 'TLS 1.3' : 'plain'}`,
    findObstacle: () => Promise.resolve(undefined),
    readVersion: () => Promise.resolve(`this checkout, Node ${process.version}`),
    async start(originPort, scope) {
      const [apiPort, edgePort, securePort] = [await findSparePort(), await findSparePort(), await findSparePort()]
      const apiUrl = `http://localhost:${apiPort}`
      const dialledPort = (await lay?.(edgePort, scope)) ?? edgePort
      const tunnelUrl = tls ? `https://localhost:${securePort}` : `http://localhost:${dialledPort}`
      const server = scope.start(process.execPath, [...nodeArgs, join(root, 'standalone.ts')], {
        env: {
          // A database or Redis of the surrounding shell must not be used.
          DATABASE_URL: undefined,
          REDIS_URL: undefined,
          PORT: String(apiPort),
          EDGE_HTTP_PORT: String(edgePort),
          EDGE_HTTPS_PORT: String(securePort),
          CULVERT_PUBLIC_URL: apiUrl,
          CULVERT_TUNNEL_URL: tunnelUrl,
          CULVERT_DATA: join(scope.folder, 'data'),
          LOG_LEVEL: 'warn',
          // Counted and checked as always, but never reached.
          TUNNEL_REQUESTS_PER_MINUTE: '1000000000',
          TUNNEL_REQUEST_BURST: '1000000000',
        },
      })
      await scope.waitFor('the API', () => isAnswering(apiPort, `localhost:${apiPort}`, undefined, '/healthz'), 60_000)
      await scope.waitFor('the edge', () => isAnswering(edgePort, `localhost:${edgePort}`, undefined, '/healthz'))
      const { authId, hostname } = await signUpWithGateway(apiUrl, gatewayName)
      const client = scope.start(
        process.execPath,
        [
          ...nodeArgs,
          join(root, 'agent/bin/culvert.js'),
          'http',
          String(originPort),
          '--gateway',
          gatewayName,
          ...(inspect ? [] : ['--no-inspect']),
        ],
        { env: { CULVERT_AUTHTOKEN: authId, CULVERT_SERVER: apiUrl, CULVERT_STATE_DIR: join(scope.folder, 'state') } },
      )
      return { port: edgePort, hostHeader: `${hostname}:${edgePort}`, server, client }
    },
  }
}
