import { countDomains, findDomains, findDomainsOf } from './repository.ts'

export const domainLoaders = {
  /** A domain, deleted or not. Key: its id. */
  domain: findDomains,
  /** Live domains, newest first; undefined when there is none. Key: the account's id. */
  domains: findDomainsOf,
  /** How many live domains there are; undefined when none. Key: the account's id. */
  domainCount: countDomains,
}
