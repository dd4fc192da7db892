import type { ControlClient } from '@culvert/control-client'
import manifest from '../../package.json' with { type: 'json' }
import type { Restrictions } from './accounts/restrictions.ts'
import type { Challenges } from './certificates/challenges.ts'
import type { ServedCertificates } from './certificates/served.ts'
import type { EdgeConfig } from './config.ts'
import { BlockFeed } from './control/block-feed.ts'
import { CertificateFeed } from './control/certificate-feed.ts'
import { HealthReports } from './control/health-reports.ts'
import { processCapacity } from './control/options.ts'
import { RateReports } from './control/rate-reports.ts'
import { RequestReports } from './control/request-reports.ts'
import { RestrictionFeed } from './control/restriction-feed.ts'
import { TunnelReports } from './control/tunnel-reports.ts'
import { UsageReports } from './control/usage-reports.ts'
import type { EdgeParts } from './edge-parts.ts'
import type { ProcessPosition } from './processes/position.ts'
import type { RequestQueue } from './requests/queue.ts'
import type { Blocks } from './tunnels/blocks.ts'
import { UsageJournal } from './usage/journal.ts'

/** How long the last reports of a stopping edge may take, in milliseconds. */
export const lastReportsMs = 3_000

interface Surroundings extends EdgeParts {
  client: ControlClient
  restrictions: Restrictions
  blocks: Blocks
  requestQueue: RequestQueue
  /** The API's certificates, and the challenges that come with them; undefined if certificates come from elsewhere. */
  served: ServedCertificates | undefined
  challenges: Challenges | undefined
}

/** What the edge reports to the API, and learns from it, while it runs. */
interface Reports {
  usage: UsageReports
  tunnels: TunnelReports
  journal: UsageJournal
  /** Sends the last reports, and stops. */
  close(): Promise<void>
}

/** Starts the reports to the API, first those of usage that an earlier process could not send, and the feeds from the API. */
export async function openReports(surroundings: Surroundings): Promise<Reports> {
  const { config, edgeId, client, registry, accounts, meter, requestQueue, served, challenges, log } = surroundings
  const { timing } = config
  const common = { ...timing, client, log }
  const { journal, left } = await UsageJournal.open(config.usageFolder, log)
  const usage = new UsageReports({ ...common, meter, journal, left })
  const requests = new RequestReports({ ...common, queue: requestQueue })
  const directory = describeProcess(config, surroundings.position)
  const tunnels = new TunnelReports({ ...common, ...surroundings, directory })
  registry.listener = tunnels
  const others = [
    new RestrictionFeed({ ...common, restrictions: surroundings.restrictions }),
    new BlockFeed({ ...common, blocks: surroundings.blocks }),
    served && challenges && new CertificateFeed({ ...common, edgeId, certificates: served, challenges }),
    new HealthReports({ ...common, registry }),
    new RateReports({ ...common, edgeId, sharesLimits: config.redisUrl !== undefined, accounts }),
  ]
  return {
    usage,
    tunnels,
    journal,
    async close() {
      await Promise.all([usage, requests, tunnels].map((reports) => reports.close(lastReportsMs)))
      for (const other of others) other?.close()
    },
  }
}

/** Describes this process for the directory of edges. */
function describeProcess(
  { name, agentUrl, siblingUrl, region, capacity }: EdgeConfig,
  { number, count }: ProcessPosition,
) {
  // An agent has a session in each process, or in as many as it may.
  const share = capacity === undefined ? processCapacity : Math.ceil((capacity * Math.min(count, 8)) / count)
  const addresses = { agentUrl: agentUrl?.origin, siblingUrl: siblingUrl?.origin }
  return { name, process: number, ...addresses, region, capacity: share, version: manifest.version }
}
