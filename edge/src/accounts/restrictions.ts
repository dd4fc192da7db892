import { AddressRanges } from '../addresses.ts'

/** Everything that an account refuses, as of a version. */
export interface AccountRanges {
  accountId: string
  version: number
  ranges: readonly string[]
}

/** Called with the addresses that an account now refuses; undefined if there are none. */
export type DenyListListener = (accountId: string, denyList: AddressRanges | undefined) => void

/** The addresses that the tunnels of every account refuse, as far as the API has reported them. */
export class Restrictions {
  readonly #known = new Map<string, { version: number; denyList: AddressRanges | undefined }>()
  readonly #listener: DenyListListener
  readonly #loaded = Promise.withResolvers<void>()
  #isLoaded = false

  constructor(listener: DenyListListener) {
    this.#listener = listener
  }

  /** Reports whether everything has been read once. Until then it is not known which addresses to refuse. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Resolves when everything has been read once. */
  get loaded(): Promise<void> {
    return this.#loaded.promise
  }

  setLoaded(): void {
    this.#isLoaded = true
    this.#loaded.resolve()
  }

  find(accountId: string): AddressRanges | undefined {
    return this.#known.get(accountId)?.denyList
  }

  /** Stores what an account refuses, unless something newer is known. */
  apply({ accountId, version, ranges }: AccountRanges): void {
    if (version <= (this.#known.get(accountId)?.version ?? -1)) return
    const denyList = ranges.length === 0 ? undefined : new AddressRanges(ranges)
    this.#known.set(accountId, { version, denyList })
    this.#listener(accountId, denyList)
  }
}
