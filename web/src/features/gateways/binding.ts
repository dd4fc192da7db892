import type { Gateway } from './gateway.ts'

/** The fields that say whether an agent serves a gateway. */
export type Binding = Pick<Gateway, 'tunnelBinding' | 'agentLostAt'>

/** Whether a gateway's visitors reach its agent. */
export function isServed({ tunnelBinding, agentLostAt }: Binding): boolean {
  return tunnelBinding !== null && agentLostAt === null
}
