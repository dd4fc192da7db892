/** What a visitor's network has of a bound. */
export interface Share {
  readonly of: Shares
  taken: number
}

/** Networks that have nothing are forgotten when there are as many as this. */
const rememberedMax = 4_096

/** A bound on what is open at once. Visitors of one network may take only a share of it. */
export class Shares {
  max: number
  /** What one network may take. */
  shareMax: number
  #taken = 0
  /** Networks stay in it for a while: a Map in which they come and go with each request keeps dead ones alive. */
  readonly #byNetwork = new Map<string, Share>()

  constructor(max: number, shareMax: number) {
    this.max = max
    this.shareMax = shareMax
  }

  get taken(): number {
    return this.#taken
  }

  get isFull(): boolean {
    return this.#taken >= this.max
  }

  /** Whether a network has all that it may. */
  isUsedUp(network: string): boolean {
    const share = this.#byNetwork.get(network)
    return share !== undefined && share.taken >= this.shareMax
  }

  /** Takes one more, to be given back with `leave`; undefined when bound or share is used up. */
  take(network: string): Share | undefined {
    if (this.isFull) return undefined
    const share = this.#shareOf(network)
    return share.taken >= this.shareMax ? undefined : this.#add(share)
  }

  /** Takes one more, whatever the bounds. */
  enter(network: string): Share {
    return this.#add(this.#shareOf(network))
  }

  leave(share: Share): void {
    share.taken -= 1
    this.#taken -= 1
  }

  #shareOf(network: string): Share {
    const known = this.#byNetwork.get(network)
    if (known !== undefined) return known
    if (this.#byNetwork.size >= rememberedMax) this.#forgetIdle()
    const share = { of: this, taken: 0 }
    this.#byNetwork.set(network, share)
    return share
  }

  #add(share: Share): Share {
    share.taken += 1
    this.#taken += 1
    return share
  }

  #forgetIdle(): void {
    for (const [network, { taken }] of this.#byNetwork) if (taken === 0) this.#byNetwork.delete(network)
  }
}
