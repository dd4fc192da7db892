import type { AddressRanges } from '../addresses/address-ranges.ts'
import type { Ticket } from '../tunnels/tickets.ts'
import { Account } from './account.ts'

/** The accounts that have tunnels here, or had them a moment ago. */
export class Accounts {
  readonly #byId = new Map<string, Account>()
  readonly #findDenyList: (accountId: string) => AddressRanges | undefined

  constructor(findDenyList: (accountId: string) => AddressRanges | undefined) {
    this.#findDenyList = findDenyList
  }

  find(accountId: string): Account | undefined {
    return this.#byId.get(accountId)
  }

  /** The account of a ticket, with the ticket's limits. */
  open({ accountId, limits, iat }: Ticket): Account {
    let account = this.#byId.get(accountId)
    if (account === undefined) {
      account = new Account(accountId, limits, this.#findDenyList(accountId))
      this.#byId.set(accountId, account)
    }
    account.setLimits(limits, iat)
    return account
  }

  /** All of them; those of which nothing is to be remembered any more are forgotten. */
  list(): Account[] {
    for (const account of this.#byId.values()) if (account.isForgettable) this.#byId.delete(account.id)
    return [...this.#byId.values()]
  }
}
