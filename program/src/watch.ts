/** Whether invariants are checked that cost too much in production: what holds lent memory, and that shared values never change. */
export let isWatching = false

/** Checks them from now on, for tests. */
export function watchInvariants(): void {
  isWatching = true
}
