interface ReadinessOptions {
  readonly tickets: { readonly isReady: boolean }
  readonly restrictions: { readonly isLoaded: boolean }
  readonly blocks: { readonly isLoaded: boolean }
  readonly registry: { readonly isDrained: boolean; readonly tunnels: { readonly size: number } }
}

/** Whether the edge is ready for agents and visitors. It may serve some even if it is not. */
export class Readiness {
  readonly #options: ReadinessOptions
  #isStopping = false

  constructor(options: ReadinessOptions) {
    this.#options = options
  }

  stop(): void {
    this.#isStopping = true
  }

  /** Lists what keeps the edge from being ready; empty when it is. */
  findObstacles(): string[] {
    const { tickets, restrictions, blocks, registry } = this.#options
    const obstacles: string[] = []
    if (this.#isStopping) obstacles.push('it is stopping')
    // Until then it serves whatever no other edge has.
    if (registry.isDrained && registry.tunnels.size === 0)
      obstacles.push('it is drained: its agents are at other edges')
    if (!tickets.isReady) obstacles.push('it has no keys of the API to check tickets with')
    if (!restrictions.isLoaded) obstacles.push('it has not read the IP restrictions')
    if (!blocks.isLoaded) obstacles.push('it has not read the blocked hostnames')
    return obstacles
  }
}
