/** Records events, and lets a test wait for them instead of sleeping. */
export class Recorder {
  readonly events: string[] = []
  #watchers: (() => boolean)[] = []

  /** Resolves with what `find` finds, as soon as it finds something; it is called again after each event. */
  waitFor<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const watch = (): boolean => {
        const found = find()
        if (found === undefined) return false
        resolve(found)
        return true
      }
      if (!watch()) this.#watchers.push(watch)
    })
  }

  /** Resolves as soon as the condition holds. */
  async until(isTrue: () => boolean): Promise<void> {
    await this.waitFor(() => isTrue() || undefined)
  }

  /** Resolves with the first event that begins with `start`. */
  untilEvent(start: string): Promise<string> {
    return this.waitFor(() => this.events.find((event) => event.startsWith(start)))
  }

  protected record(event: string): void {
    this.events.push(event)
    this.#watchers = this.#watchers.filter((watch) => !watch())
  }
}
