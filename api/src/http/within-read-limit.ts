import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../ground/errors.ts'

/**
 * Passes on the results of a subscription, each once what it reads has been paid for: `pay` throws RATE_LIMITED while the limit is reached, and is
 * called again after the time that it names. The first result is paid for with the subscription. Events that occur meanwhile are joined. Not an async
 * generator, because those cannot be left while they wait.
 */
export function withinReadLimit<T>(
  results: AsyncGenerator<T, void, void>,
  pay: () => Promise<unknown>,
): AsyncGenerator<T, void, void> {
  const left = new AbortController()
  const end = (): Promise<IteratorResult<T, void>> => {
    left.abort()
    return results.return()
  }
  const payInTime = async (): Promise<void> => {
    while (!left.signal.aborted) {
      try {
        await pay()
        return
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
        const { retryAfterSeconds = 1 } = error
        await delay(retryAfterSeconds * 1_000, undefined, { signal: left.signal, ref: false }).catch(() => undefined)
      }
    }
  }
  let isPaid = true
  const paid: AsyncGenerator<T, void, void> = {
    [Symbol.asyncIterator]: () => paid,
    [Symbol.asyncDispose]: async () => void (await end()),
    next: async () => {
      if (!isPaid) await payInTime()
      isPaid = false
      return await results.next()
    },
    return: end,
    throw: (error) => results.throw(error),
  }
  return paid
}
