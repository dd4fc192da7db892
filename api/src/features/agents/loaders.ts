import { countActiveAgents, findAgents, findBindings } from './repository.ts'
import { findServingEdges } from './session-repository.ts'

export const agentLoaders = {
  /** An agent, running or ended. Key: its id. */
  agent: findAgents,
  /** How many agents run; undefined when none does. Key: the account's id. */
  activeAgentCount: countActiveAgents,
  /** The edges that hold sessions of an agent; undefined when none does. Key: its id. */
  servingEdges: findServingEdges,
  /** The active agent that is bound to a gateway. Key: the gateway's id. */
  binding: findBindings,
}
