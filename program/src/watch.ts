/** Whether invariants are checked that cost too much in production: which holders lent memory has, and that shared values never change. */
export let isWatching = false

/** Starts checking them, for tests. */
export function watchInvariants(): void {
  isWatching = true
}
