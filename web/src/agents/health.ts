import type { AgentHealth } from '@culvert/schema/client-types'

/** How an agent is, in a word. */
export const healthWords: Record<AgentHealth, string> = {
  inactive: 'Inactive',
  healthy: 'Healthy',
  degraded: 'Degraded',
  down: 'Down',
}
