/** A hostname that the operator has taken down. */
export interface Block {
  hostname: string
  /** For visitors. */
  reason: string
}

/** The hostnames that the operator has taken down, as far as the API has said. */
export class Blocks {
  #reasons: ReadonlyMap<string, string> = new Map()
  readonly #loaded = Promise.withResolvers<void>()
  #isLoaded = false

  /** Reports whether they have been read once. Until then no tunnel opens. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Resolves when they have been read once. */
  get loaded(): Promise<void> {
    return this.#loaded.promise
  }

  /** Replaces all that was known. */
  set(blocks: readonly Block[]): void {
    this.#reasons = new Map(blocks.map(({ hostname, reason }) => [hostname, reason]))
    this.#isLoaded = true
    this.#loaded.resolve()
  }

  /** Returns why a hostname is blocked; undefined when it is not. */
  findReason(hostname: string): string | undefined {
    return this.#reasons.get(hostname)
  }
}
