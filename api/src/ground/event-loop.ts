import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much of one turn of the event loop large work may take, over all requests of this process; milliseconds. */
const turnMsMax = 5

let turnStartMs: number | undefined

/** Reports whether large work has used up its time in this turn of the event loop. */
function isTurnOver(): boolean {
  if (turnStartMs === undefined) {
    turnStartMs = performance.now()
    setImmediate(() => (turnStartMs = undefined))
  }
  return performance.now() - turnStartMs > turnMsMax
}

/** Resolves in a turn of the event loop that has time left for large work. */
export async function waitForTurn(): Promise<void> {
  while (isTurnOver()) await nextTurn()
}
