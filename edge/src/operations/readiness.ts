/** Whether the edge is ready for agents and visitors. It may serve some even while it is not. */
export class Readiness {
  readonly #tickets: { readonly isReady: boolean }
  readonly #restrictions: { readonly isLoaded: boolean }
  readonly #blocks: { readonly isLoaded: boolean }
  #isStopping = false

  constructor(
    tickets: { readonly isReady: boolean },
    restrictions: { readonly isLoaded: boolean },
    blocks: { readonly isLoaded: boolean },
  ) {
    this.#tickets = tickets
    this.#restrictions = restrictions
    this.#blocks = blocks
  }

  stop(): void {
    this.#isStopping = true
  }

  /** Lists what keeps the edge from being ready; empty when it is. */
  findObstacles(): string[] {
    const obstacles: string[] = []
    if (this.#isStopping) obstacles.push('it is stopping')
    if (!this.#tickets.isReady) obstacles.push('it has no keys of the API to check tickets with')
    if (!this.#restrictions.isLoaded) obstacles.push('it has not read the IP restrictions')
    if (!this.#blocks.isLoaded) obstacles.push('it has not read the blocked hostnames')
    return obstacles
  }
}
