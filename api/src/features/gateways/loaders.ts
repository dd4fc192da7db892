import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { countGateways, findGateways, findGatewaysOf } from './repository.ts'

export function createGatewayLoaders(db: Db) {
  return {
    /** A gateway, deleted or not. Key: its id. */
    gateway: createLoader((ids) => findGateways(db, ids)),
    /** Live gateways, newest first; undefined when there is none. Key: the account's id. */
    gateways: createLoader((accountIds) => findGatewaysOf(db, accountIds)),
    /** How many live gateways there are; undefined when none. Key: the account's id. */
    gatewayCount: createLoader((accountIds) => countGateways(db, accountIds)),
  }
}
