import type { Route, RouteDirectory } from './directory.ts'

/** Combines two directories. The second is asked if the first knows no edge that serves a hostname. */
export class CombinedDirectory implements RouteDirectory {
  readonly #first: RouteDirectory
  readonly #second: RouteDirectory

  constructor(first: RouteDirectory, second: RouteDirectory) {
    this.#first = first
    this.#second = second
  }

  get size(): number {
    return this.#first.size + this.#second.size
  }

  peek(hostname: string): readonly Route[] | undefined {
    const near = this.#first.peek(hostname)
    if (near === undefined || isServed(near)) return near
    const far = this.#second.peek(hostname)
    return far && join(near, far)
  }

  async lookUp(hostname: string): Promise<readonly Route[]> {
    const [near, unknown] = await this.#first.lookUp(hostname).then(
      (routes) => [routes, undefined] as const,
      (error: unknown) => [[], error] as const,
    )
    if (isServed(near)) return near
    const routes = join(near, await this.#second.lookUp(hostname))
    if (routes.length === 0 && unknown !== undefined) throw unknown
    return routes
  }

  forget(hostname: string): void {
    this.#first.forget(hostname)
    this.#second.forget(hostname)
  }

  announce(hostname: string): void {
    this.#first.announce(hostname)
    this.#second.announce(hostname)
  }

  setLeaving(isLeaving: boolean): void {
    this.#first.setLeaving(isLeaving)
    this.#second.setLeaving(isLeaving)
  }

  async close(timeoutMs: number): Promise<void> {
    await Promise.all([this.#first.close(timeoutMs), this.#second.close(timeoutMs)])
  }
}

function isServed(routes: readonly Route[]): boolean {
  return routes.some(({ isConnected, edge }) => isConnected && !edge.isLeaving)
}

/** Returns the same array if there is nothing to join, so that its holder can tell that nothing changed. */
function join(near: readonly Route[], far: readonly Route[]): readonly Route[] {
  if (near.length === 0) return far
  return far.length === 0 ? near : [...near, ...far]
}
