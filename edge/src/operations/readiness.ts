/** Whether the edge is ready for agents and visitors. It may serve some even if it is not. */
export class Readiness {
  readonly #tickets: { readonly isReady: boolean }
  readonly #restrictions: { readonly isLoaded: boolean }
  readonly #blocks: { readonly isLoaded: boolean }
  readonly #registry: { readonly isDrained: boolean; readonly tunnels: { readonly size: number } }
  #isStopping = false

  constructor(
    tickets: { readonly isReady: boolean },
    restrictions: { readonly isLoaded: boolean },
    blocks: { readonly isLoaded: boolean },
    registry: { readonly isDrained: boolean; readonly tunnels: { readonly size: number } },
  ) {
    this.#tickets = tickets
    this.#restrictions = restrictions
    this.#blocks = blocks
    this.#registry = registry
  }

  stop(): void {
    this.#isStopping = true
  }

  /** Lists what keeps the edge from being ready; empty when it is. */
  findObstacles(): string[] {
    const obstacles: string[] = []
    if (this.#isStopping) obstacles.push('it is stopping')
    // Until then it serves whatever no other edge has.
    if (this.#registry.isDrained && this.#registry.tunnels.size === 0)
      obstacles.push('it is drained: its agents are at other edges')
    if (!this.#tickets.isReady) obstacles.push('it has no keys of the API to check tickets with')
    if (!this.#restrictions.isLoaded) obstacles.push('it has not read the IP restrictions')
    if (!this.#blocks.isLoaded) obstacles.push('it has not read the blocked hostnames')
    return obstacles
  }
}
