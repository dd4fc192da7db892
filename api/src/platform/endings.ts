import type { AuditSource } from './audit/service.ts'
import type { Tell } from './change.ts'
import type { Trx } from './db/db.ts'
import { deleteRows, type TablesWith } from './db/rows.ts'

/** What can end, with the ids of each. */
export interface Endable {
  account: { accountId: string }
  /** The activity of an account, while the operator has it suspended. */
  activeAccount: { accountId: string }
  /** A member's membership in an account. */
  membership: { accountId: string; userId: string }
  /** A user whom the operator disables. */
  user: { userId: string }
  /** A user who deletes themselves: everything that is stored about them. */
  userData: { userId: string }
  /** The user's hold on an address that they never proved, when its owner proves it. */
  unprovenAddress: { userId: string; accountIds: readonly string[] }
  /** The address that a user had until the operator gave them another one. */
  address: { userId: string }
  authToken: { authTokenId: string }
  apiKey: { apiKeyId: string }
  trusts: { trustIds: readonly string[] }
  agentTokens: { agentTokenIds: readonly string[] }
  /** Custom domains that an account lost. */
  domains: { domainIds: readonly string[] }
  /** The proof that a domain is its account's, which still has the domain. */
  domainProof: { domainIds: readonly string[] }
  /** What other accounts have on a name that an account has verified, by a domain of theirs above it. */
  parentDomainClaims: { domain: string; accountId: string }
  gateways: { gatewayIds: readonly string[] }
  /** The right of agents to serve a hostname, until the operator blocks it. */
  servableHostname: { hostname: string }
}

/** The change that ends something, inside its transaction. */
export interface Ending {
  trx: Trx
  tell: Tell
  source: AuditSource
}

/** An ending that goes on: `endDependents` ends what belongs to what a step ends. */
export interface Cascade extends Ending {
  endDependents: EndDependents
}

/** Ends the feature's objects that belong to something that ends. */
export type EndStep<What extends keyof Endable> = (ending: Cascade, ended: Endable[What]) => Promise<unknown>

/** What ends with each, in this order. */
export type Endings = { readonly [What in keyof Endable]: readonly EndStep<What>[] }

export type EndDependents = <What extends keyof Endable>(
  ending: Ending,
  what: What,
  ended: Endable[What],
) => Promise<void>

/** Returns a step that deletes the rows that belong to what ends. */
export function deleteRowsOf<Owner extends 'accountId' | 'userId'>(table: TablesWith<Owner>, owner: Owner) {
  return async ({ trx }: Ending, { [owner]: id }: Record<Owner, string>): Promise<void> => {
    await deleteRows<Owner>(trx, table, { column: owner, id })
  }
}

/** Binds a table of endings. */
export function createEndDependents(endings: Endings): EndDependents {
  const endDependents: EndDependents = async (ending, what, ended) => {
    for (const step of endings[what]) await step({ ...ending, endDependents }, ended)
  }
  return endDependents
}
