/** The edges at which tunnels can be opened. */
export interface Edges {
  /** The edges' addresses, in the order to try them. */
  urls: readonly string[]
  /** Authorities that are trusted in addition to the public ones, in PEM. */
  authorities: readonly string[]
}

/** The edges among which a session chooses. */
export type EdgeChoice = Pick<KnownEdges, 'authorities' | 'list' | 'update' | 'reserve' | 'release'>

/** The edges that an agent knows, and which of its sessions is at which edge. Two sessions at one edge would replace each other. */
export class KnownEdges {
  #edges: Edges
  /** The addresses at which sessions are open or being opened, and their holders. */
  readonly #reserved = new Map<object, string>()
  /** Addresses that lead to the same edge as another address. */
  readonly #aliases = new Map<string, string>()
  readonly #onUpdate: () => void

  constructor(edges: Edges, onUpdate: () => void) {
    this.#edges = edges
    this.#onUpdate = onUpdate
  }

  get authorities(): readonly string[] {
    return this.#edges.authorities
  }

  /** Returns the addresses of the edges that the API names, in its order. */
  list(): string[] {
    const { urls } = this.#edges
    return [...new Set(urls)].filter((url) => {
      const alias = this.#aliases.get(url)
      return alias === undefined || !urls.includes(alias)
    })
  }

  /** Returns the choice for a session that is at one edge beside another session. */
  only(url: string): EdgeChoice {
    return {
      authorities: this.authorities,
      list: () => [url],
      update: (edges) => this.update(edges),
      reserve: () => true,
      release: () => {},
    }
  }

  /** Stores the API's latest list. */
  update(edges: Edges): void {
    this.#edges = edges
    this.#onUpdate()
  }

  /** Reserves an address for a session, in place of its previous one. Returns false if another session holds it. */
  reserve(url: string, holder: object): boolean {
    for (const [other, reserved] of this.#reserved) if (reserved === url && other !== holder) return false
    this.#reserved.set(holder, url)
    return true
  }

  release(holder: object): void {
    this.#reserved.delete(holder)
  }

  /** Records that an address leads to the same edge as another one: it is not dialled while the other is named. */
  recordAlias(url: string, other: string): void {
    if (this.#aliases.get(other) !== url) this.#aliases.set(url, other)
  }
}
