import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls every 25 ms until the answer is yes. Throws after `timeoutMs` with what was awaited and the last error. For
 * conditions that cannot announce themselves.
 */
export async function until(awaited: string, ask: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const failure = await ask().then(
      (isReady) => (isReady ? undefined : new Error('the answer was no')),
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (Date.now() > deadline) throw new Error(`${awaited}: not within ${timeoutMs} ms`, { cause: failure })
    await delay(25)
  }
}
