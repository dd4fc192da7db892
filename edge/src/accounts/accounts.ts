import type { TicketLimits } from '@culvert/schema/tokens'
import type { AddressRanges } from '../addresses.ts'
import { Account } from './account.ts'

/** The accounts that have tunnels here, or recently had some. */
export class Accounts {
  /** Called before the first request of an account, and before the first after each call of `deactivate`. */
  onActive: ((account: Account) => void) | undefined
  readonly #byId = new Map<string, Account>()
  readonly #findDenyList: (accountId: string) => AddressRanges | undefined

  readonly #networkShare: number

  /** `networkShare` is the part of an account's open requests that the clients of one network may have, from 0 to 1. */
  constructor(findDenyList: (accountId: string) => AddressRanges | undefined, networkShare: number) {
    this.#findDenyList = findDenyList
    this.#networkShare = networkShare
  }

  find(accountId: string): Account | undefined {
    return this.#byId.get(accountId)
  }

  /** Returns the account, with the limits of a ticket that was issued at `asOf`, in seconds since the epoch. */
  open(accountId: string, limits: TicketLimits, asOf: number): Account {
    let account = this.#byId.get(accountId)
    if (account === undefined) {
      account = new Account(accountId, limits, this.#findDenyList(accountId), this.#networkShare, (active) =>
        this.onActive?.(active),
      )
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

  /** Returns all accounts, and forgets those that may be forgotten. */
  list(): Account[] {
    for (const account of this.#byId.values()) if (account.isForgettable) this.#byId.delete(account.id)
    return [...this.#byId.values()]
  }
}
