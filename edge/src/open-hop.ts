import type { EdgeConfig } from './config.ts'
import { dialEdge } from './hop/dial.ts'
import { Hop } from './hop/hop.ts'
import type { Metrics } from './operations/metrics.ts'
import type { EdgeParts } from './edge-parts.ts'
import { socketPathOf } from './processes/position.ts'
import { ProcessDirectory } from './processes/process-directory.ts'
import type { FaultReport } from './reporting.ts'
import type { EdgeEntry, OwnTunnels, RouteDirectory } from './routes/directory.ts'
import { type LookUpResult, RedisDirectory } from './routes/redis-directory.ts'
import { CombinedDirectory } from './routes/combined-directory.ts'
import type { TunnelRegistry } from './tunnels/registry.ts'

interface Surroundings extends EdgeParts {
  /** Resolves when the accounts' refused addresses and the blocked hostnames are known. */
  accessRulesLoaded: Promise<unknown>
  reportFault: FaultReport
  metrics: Metrics
}

/** Opens the hop to other edges and to the other processes of this one; undefined if this edge serves its own sessions only. */
export async function openHop(surroundings: Surroundings): Promise<Hop | undefined> {
  const { config, edgeId } = surroundings
  const { edgeSecret, region, timing } = config
  const [processes, edges] = [await openProcesses(surroundings), openEdges(surroundings)]
  const directory = processes && edges ? new CombinedDirectory(processes, edges) : (processes ?? edges)
  if (directory === undefined) return undefined
  const addresses = [processUrl(config), ...(config.siblingUrl === undefined ? [] : [config.siblingUrl.origin])]
  const dialling = { edgeId, addresses, edgeSecret, dial: dialEdge }
  return new Hop({ ...surroundings, ...dialling, directory, region, parkMs: timing.parkMs })
}

/** Opens the directory of several edges. */
function openEdges(surroundings: Surroundings): RouteDirectory | undefined {
  const { config, registry, metrics, log } = surroundings
  const { redisUrl } = config
  if (redisUrl === undefined) return undefined
  const onLookUp = (result: LookUpResult, durationMs: number) => metrics.countLookUp(result, durationMs)
  return new RedisDirectory({
    url: redisUrl,
    self: describeSelf(surroundings),
    own: tunnelsOf(registry),
    onLookUp,
    log,
  })
}

/** Opens the directory of several processes. */
async function openProcesses(surroundings: Surroundings): Promise<RouteDirectory | undefined> {
  const { config, position, edgeId, registry, reportFault } = surroundings
  if (position.count === 1) return undefined
  const self = {
    id: edgeId,
    url: processUrl(config),
    socketPath: socketPathOf(position, position.number, 'hop'),
    process: position.number,
    region: config.region,
    isLeaving: false,
  }
  return await ProcessDirectory.open({ position: position, self, own: tunnelsOf(registry), reportFault })
}

/** The address of a process. Every edge knows itself by this name; the connection goes to the socket. */
function processUrl({ tunnelUrl }: EdgeConfig): string {
  return `http://${tunnelUrl.host}`
}

function tunnelsOf(registry: TunnelRegistry): OwnTunnels {
  return {
    describe: (hostname) => registry.tunnels.list(hostname).map(({ claims }) => claims),
    listHostnames: () => registry.tunnels.hostnames,
  }
}

function describeSelf({ config, position, edgeId, authority, log }: Surroundings): EdgeEntry | undefined {
  const { siblingUrl, region, readsProxyHeaders: takesProxyHeader } = config
  if (siblingUrl !== undefined) {
    const { origin: url } = siblingUrl
    return { id: edgeId, url, process: position.number, region, authority, takesProxyHeader, isLeaving: false }
  }
  log.info('no EDGE_SIBLING_URL: this edge sends requests to other edges, but receives none from them')
  return undefined
}
