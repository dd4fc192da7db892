import type { AgentHealth } from '../../graphql/generated/graphql.ts'

/** The name of each health state. */
export const healthWords: Record<AgentHealth, string> = {
  inactive: 'Inactive',
  healthy: 'Healthy',
  degraded: 'Degraded',
  down: 'Down',
}
