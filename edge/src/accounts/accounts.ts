import type { TicketLimits } from '@culvert/schema/tokens'
import type { AddressRanges } from '../addresses.ts'
import { Account } from './account.ts'

/** The accounts that have tunnels here, or had some a moment ago. */
export class Accounts {
  readonly #byId = new Map<string, Account>()
  readonly #findDenyList: (accountId: string) => AddressRanges | undefined

  readonly #networkShare: number

  /** `networkShare` is what the visitors of one network may have of an account's open requests, from 0 to 1. */
  constructor(findDenyList: (accountId: string) => AddressRanges | undefined, networkShare: number) {
    this.#findDenyList = findDenyList
    this.#networkShare = networkShare
  }

  find(accountId: string): Account | undefined {
    return this.#byId.get(accountId)
  }

  /** The account, with the limits of a ticket that was issued in the second `asOf`. */
  open(accountId: string, limits: TicketLimits, asOf: number): Account {
    let account = this.#byId.get(accountId)
    if (account === undefined) {
      account = new Account(accountId, limits, this.#findDenyList(accountId), this.#networkShare)
      this.#byId.set(accountId, account)
    }
    account.setLimits(limits, asOf)
    return account
  }

  /** Applies these limits to every account, in place of those of older tickets. */
  setLimits(limits: TicketLimits): void {
    const now = Math.floor(Date.now() / 1_000)
    for (const account of this.#byId.values()) account.setLimits(limits, now)
  }

  /** Returns all accounts, and forgets those of which nothing must be remembered. */
  list(): Account[] {
    for (const account of this.#byId.values()) if (account.isForgettable) this.#byId.delete(account.id)
    return [...this.#byId.values()]
  }
}
