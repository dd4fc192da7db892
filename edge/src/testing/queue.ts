/** Items in order of arrival, for a test that waits for the next one. */
export class Queue<T> {
  readonly unread: T[] = []
  #waiting: ((item: T) => void)[] = []

  push(item: T): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.unread.push(item)
    else next(item)
  }

  next(): Promise<T> {
    const item = this.unread.shift()
    return item === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(item)
  }
}

const closers: (() => unknown)[] = []

/** Closes something at the end of the test, in reverse order. */
export function closeLater(close: () => unknown): void {
  closers.push(close)
}

/** For `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close()
}
