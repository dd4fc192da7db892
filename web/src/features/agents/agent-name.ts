import type { Agent } from './agent.ts'

/** The agent's name, or `Agent` and the first 8 characters of its id. */
export function getAgentName({ name, id }: Pick<Agent, 'name' | 'id'>): string {
  return name || `Agent ${id.slice(0, 8)}`
}
