import type { AuditSource } from './audit/service.ts'
import type { Tell } from './change.ts'
import type { Trx } from './db/db.ts'

/** What can end, and what tells one from the others. */
export interface Endable {
  account: { accountId: string }
  /** A member's place in an account. */
  membership: { accountId: string; userId: string }
  /** A user whom the operator shuts out. */
  user: { userId: string }
  /** What a user made of an address that is not known to be theirs, when its owner proves it. */
  occupation: { userId: string; accountIds: readonly string[] }
  /** The address that a user had until the operator gave them another one. */
  address: { userId: string }
  authToken: { authTokenId: string }
  /** Custom domains that an account lost. */
  domains: { domainIds: readonly string[] }
  gateway: { gatewayId: string }
}

/** The change that ends something, with its locks held. */
export interface Ending {
  trx: Trx
  tell: Tell
  source: AuditSource
}

/** Ends what a feature has of something that ends; `endWith` ends what hangs on that in turn. */
export type EndStep<What extends keyof Endable> = (
  ending: Ending,
  ended: Endable[What],
  endWith: EndWith,
) => Promise<unknown>

/** What ends with what, in this order. */
export type Endings = { readonly [What in keyof Endable]: readonly EndStep<What>[] }

export type EndWith = <What extends keyof Endable>(ending: Ending, what: What, ended: Endable[What]) => Promise<void>

/** Binds a table of endings. */
export function createEndWith(endings: Endings): EndWith {
  const endWith: EndWith = async (ending, what, ended) => {
    for (const step of endings[what]) await step(ending, ended, endWith)
  }
  return endWith
}
