/** One network's share of a bound. */
export interface Share {
  readonly of: Shares
  taken: number
}

/** Up to this many networks are remembered although they have no share. */
const rememberedMax = 4_096

/** A bound on what is open at once. The clients of one network may take only a share of it. */
export class Shares {
  max: number
  /** The most that one network may take. */
  shareMax: number
  #taken = 0
  /** Networks stay in the Map for a while: if they came and went with each request, it would keep dead entries alive. */
  readonly #byNetwork = new Map<string, Share>()
  /** How many networks there may be before those without a share are forgotten. */
  #forgetsAt = rememberedMax

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

  /** Reports whether a network has used up its share. */
  isUsedUp(network: string): boolean {
    const share = this.#byNetwork.get(network)
    return share !== undefined && share.taken >= this.shareMax
  }

  /** Takes one more, to be returned with `leave`; undefined if the bound or the share is used up. */
  take(network: string): Share | undefined {
    if (this.isFull) return undefined
    const share = this.#shareOf(network)
    return share.taken >= this.shareMax ? undefined : this.#add(share)
  }

  /** Takes one more, regardless of the bounds. */
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
    if (this.#byNetwork.size >= this.#forgetsAt) this.#forgetIdle()
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
    // All of them may have a share, and the next newcomer must not search them again.
    this.#forgetsAt = Math.max(rememberedMax, 2 * this.#byNetwork.size)
  }
}
