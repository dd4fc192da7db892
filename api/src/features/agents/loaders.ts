import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { countActiveAgents, findAgents, findBindings } from './repository.ts'
import { findServingEdges } from './session-repository.ts'

export function createAgentLoaders(db: Db) {
  return {
    /** An agent, running or ended. Key: its id. */
    agent: createLoader((ids) => findAgents(db, ids)),
    /** How many agents run; undefined when none does. Key: the account's id. */
    activeAgentCount: createLoader((accountIds) => countActiveAgents(db, accountIds)),
    /** The edges that hold sessions of an agent; undefined when none does. Key: its id. */
    servingEdges: createLoader((ids) => findServingEdges(db, ids)),
    /** The active agent that is bound to a gateway. Key: the gateway's id. */
    binding: createLoader((gatewayIds) => findBindings(db, gatewayIds)),
  }
}
