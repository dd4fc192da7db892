/** Waits for a slot in a turn of the event loop. */
export type Turn = () => Promise<void>

/** How many subscribers receive their events in one turn: some 10 ms of work, all of them sharing their queries. */
const slotsPerTurn = 50

/**
 * Gives out the slots of each turn of the event loop, first come, first served. The events of a thousand subscribers to one change are
 * then spread over turns, between which requests are answered; changes in the meantime are joined into one event.
 */
export function createPacer(): Turn {
  const waiting: (() => void)[] = []
  let freeSlots = slotsPerTurn
  const begin = () => {
    const admitted = waiting.splice(0, slotsPerTurn)
    freeSlots = slotsPerTurn - admitted.length
    for (const admit of admitted) admit()
    if (admitted.length > 0) setImmediate(begin)
  }
  return async () => {
    if (freeSlots > 0) {
      if (freeSlots === slotsPerTurn) setImmediate(begin)
      freeSlots -= 1
      return
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
}
