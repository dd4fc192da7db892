import type { App } from '../../platform/app.ts'
import type { Round } from '../../platform/jobs/rounds.ts'
import { agentSilenceMs } from './rules.ts'
import { loseSilentAgents } from './tunnels.ts'

/** Agents cannot report while no node runs, so they first get time to do so after a start. */
export function createAgentRounds(app: App): Round[] {
  return [{ name: 'agents.loseSilent', afterMs: agentSilenceMs, everyMs: 5_000, run: () => loseSilentAgents(app) }]
}
