import type { Logger } from 'pino'
import type { Accounts } from './accounts/accounts.ts'
import type { EdgeConfig } from './config.ts'
import { dialByAddress } from './hop/dial.ts'
import { Hop } from './hop/hop.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Place } from './processes/place.ts'
import type { FaultReport } from './reporting.ts'
import { RedisDirectory } from './routes/redis-directory.ts'
import type { EdgeEntry } from './routes/directory.ts'
import type { TunnelRegistry } from './tunnels/registry.ts'
import type { UsageMeter } from './usage/meter.ts'

interface Surroundings {
  config: EdgeConfig
  place: Place
  edgeId: string
  /** PEM of the authority behind this edge's certificates; undefined where they are publicly trusted. */
  authority: string | undefined
  registry: TunnelRegistry
  accounts: Accounts
  meter: UsageMeter
  /** Resolves when it is known whom accounts refuse and what is blocked. */
  refusalsLoaded: Promise<unknown>
  reportFault: FaultReport
  metrics: Metrics
  log: Logger
}

/** Opens the way to other edges; undefined where this one serves its own sessions alone. */
export function openHop(surroundings: Surroundings): Hop | undefined {
  const { config, edgeId, registry, metrics, log } = surroundings
  const { redisUrl, edgeSecret, region, timing } = config
  if (redisUrl === undefined) return undefined
  const directory = new RedisDirectory({
    url: redisUrl,
    self: describeSelf(surroundings),
    own: {
      describe: (hostname) => registry.list(hostname).map(({ claims }) => claims),
      listHostnames: () => registry.listHostnames(),
    },
    onLooked: (result, durationMs) => metrics.countLookUp(result, durationMs),
    log,
  })
  const { parkMs } = timing
  return new Hop({ ...surroundings, edgeId, edgeSecret, directory, dial: dialByAddress, region, parkMs })
}

function describeSelf({ config, place, edgeId, authority, log }: Surroundings): EdgeEntry | undefined {
  const { siblingUrl, region } = config
  if (siblingUrl === undefined) {
    log.info('no EDGE_SIBLING_URL: requests go from this edge to others, and none comes from them')
    return undefined
  }
  // The connection of another edge may come to any process, and would have to find the one that it is for.
  if (place.count > 1) return undefined
  return { id: edgeId, url: siblingUrl.origin, process: place.number, region, authority, isLeaving: false }
}
