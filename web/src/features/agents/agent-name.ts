import type { Agent } from './agent.ts'

/** Returns the agent's name, or `Agent` and the first 8 characters of its id. */
export function getAgentName({ name, id }: Pick<Agent, 'name' | 'id'>): string {
  return name || `Agent ${id.slice(0, 8)}`
}

/** Names the starter of an agent: a person, an agent token by its label, or `N/A` when the user was removed. */
export function nameStarter({ startedBy, label }: Pick<Agent, 'startedBy' | 'label'>): string {
  return startedBy?.fullName ?? (label === null ? 'N/A' : `Token of ${label}`)
}
