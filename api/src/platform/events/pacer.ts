/** Waits for a place in a turn of the event loop. */
export type Turn = () => Promise<void>

/** How many subscribers receive their events in one turn: some 10 ms of work, all of them sharing their queries. */
const placesPerTurn = 50

/**
 * Gives out the places of each turn of the event loop, first come, first served. The events of a thousand subscribers to one change are
 * then spread over turns, between which requests are answered; changes in the meantime are joined into one event.
 */
export function createPacer(): Turn {
  const waiting: (() => void)[] = []
  let places = placesPerTurn
  const begin = () => {
    const admitted = waiting.splice(0, placesPerTurn)
    places = placesPerTurn - admitted.length
    for (const admit of admitted) admit()
    if (admitted.length > 0) setImmediate(begin)
  }
  return async () => {
    if (places > 0) {
      if (places === placesPerTurn) setImmediate(begin)
      places -= 1
      return
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
}
