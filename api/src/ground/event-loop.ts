import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much of one turn of the event loop large work may take, over all requests of this process; milliseconds. */
const turnMsMax = 5

let beganMs: number | undefined

/** Reports whether large work has used up its time in this turn of the event loop. */
function isTurnOver(): boolean {
  if (beganMs === undefined) {
    beganMs = performance.now()
    setImmediate(() => (beganMs = undefined))
  }
  return performance.now() - beganMs > turnMsMax
}

/** Resolves in a turn of the event loop that has time left for large work. */
export async function untilTurn(): Promise<void> {
  while (isTurnOver()) await nextTurn()
}
