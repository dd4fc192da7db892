/** Whether invariants are checked that cost too much elsewhere: what holds lent memory, and that nothing changes what is shared. */
export let isWatching = false

/** Has them checked from now on, for tests. */
export function watchInvariants(): void {
  isWatching = true
}
