import type { Db } from '../db/db.ts'
import { createLoader } from '../loader.ts'
import { countActiveAgents, findBindings } from './repository.ts'

export function createAgentLoaders(db: Db) {
  return {
    /** How many agents run; undefined when none does. Key: the account's id. */
    activeAgentCount: createLoader((accountIds) => countActiveAgents(db, accountIds)),
    /** The id of the active agent bound to a gateway. Key: the gateway's id. */
    binding: createLoader((gatewayIds) => findBindings(db, gatewayIds)),
  }
}
