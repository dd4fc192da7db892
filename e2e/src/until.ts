import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks again every 25 ms until the answer is neither undefined nor false, and returns it. Throws after `timeoutMs`
 * (15,000 when left out) with what was awaited and the last error. For what cannot tell by itself that it is ready.
 */
export async function until<T>(
  awaited: string,
  ask: () => T | Promise<T>,
  timeoutMs = 15_000,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + timeoutMs
  let lastError: unknown
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>
      lastError = undefined
    } catch (error) {
      lastError = error
    }
    if (Date.now() > deadline) throw new Error(`${awaited}: not within ${timeoutMs} ms`, { cause: lastError })
    await delay(25)
  }
}
