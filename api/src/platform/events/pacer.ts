/** Waits for a place in a turn of the event loop. */
export type Turn = () => Promise<void>

/** How many subscribers are told of their events in one turn: some 10 ms of work, all of them sharing their queries. */
const placesPerTurn = 50

/**
 * Gives out the places of each turn of the event loop, first come first served. What a thousand subscribers hear of one change is
 * then spread over turns, between which requests are answered; what changes meanwhile, they hear once.
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
