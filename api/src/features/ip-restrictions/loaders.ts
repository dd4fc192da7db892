import { countIpRestrictions, findIpRestrictionsOf } from './repository.ts'

export const ipRestrictionLoaders = {
  /** Live restrictions, newest first; undefined when there is none. Key: the account's id. */
  ipRestrictions: findIpRestrictionsOf,
  /** How many live restrictions there are; undefined when none. Key: the account's id. */
  ipRestrictionCount: countIpRestrictions,
}
