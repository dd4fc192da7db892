import type { Logger } from 'pino'
import type { Accounts } from './accounts/accounts.ts'
import type { EdgeConfig } from './config.ts'
import type { ProcessPosition } from './processes/position.ts'
import type { TunnelRegistry } from './tunnels/registry.ts'
import type { UsageMeter } from './usage/meter.ts'

/** The parts of an edge that both its hop and its reports are about. */
export interface EdgeParts {
  config: EdgeConfig
  position: ProcessPosition
  edgeId: string
  /** PEM of the authority behind this edge's certificates; undefined if they are publicly trusted. */
  authority: string | undefined
  registry: TunnelRegistry
  accounts: Accounts
  meter: UsageMeter
  log: Logger
}
