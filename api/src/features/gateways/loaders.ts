import { countGateways, findGateways, findGatewaysOf } from './repository.ts'

export const gatewayLoaders = {
  /** A gateway, deleted or not. Key: its id. */
  gateway: findGateways,
  /** Live gateways, newest first; undefined when there is none. Key: the account's id. */
  gateways: findGatewaysOf,
  /** How many live gateways there are; undefined when none. Key: the account's id. */
  gatewayCount: countGateways,
}
