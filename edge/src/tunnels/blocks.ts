/** A hostname that the operator has taken down. */
export interface Block {
  hostname: string
  /** The reason shown to visitors. */
  reason: string
}

/** The hostnames that the operator has taken down, as far as the API has reported them. */
export class Blocks {
  #reasons: ReadonlyMap<string, string> = new Map()
  readonly #loaded = Promise.withResolvers<void>()
  #isLoaded = false

  /** Reports whether the blocked hostnames have been read once. Until then no tunnel opens. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Resolves when they have been read for the first time. */
  get loaded(): Promise<void> {
    return this.#loaded.promise
  }

  /** Replaces all known blocks. */
  set(blocks: readonly Block[]): void {
    this.#reasons = new Map(blocks.map(({ hostname, reason }) => [hostname, reason]))
    this.#isLoaded = true
    this.#loaded.resolve()
  }

  /** Returns why a hostname is blocked; undefined if it is not. */
  findReason(hostname: string): string | undefined {
    return this.#reasons.get(hostname)
  }
}
