/**
 * Passes on results for as long as each may still be shown when it arrives; then it ends. Not an async generator, because those
 * cannot be left while they wait for a result.
 */
export function whileAdmitted<T>(
  results: AsyncGenerator<T, void, void>,
  isAdmitted: () => Promise<boolean>,
): AsyncGenerator<T, void, void> {
  const end = (): Promise<IteratorResult<T, void>> => results.return()
  const admitted: AsyncGenerator<T, void, void> = {
    [Symbol.asyncIterator]: () => admitted,
    [Symbol.asyncDispose]: async () => void (await end()),
    next: async () => {
      for (;;) {
        const result = await results.next()
        if (result.done) return result
        const mayBeShown = await isAdmitted().catch(() => undefined)
        if (mayBeShown === true) return result
        // If that cannot be determined, the result is not shown, and the next one asks again.
        if (mayBeShown === false) return await end()
      }
    },
    return: end,
    throw: (error) => results.throw(error),
  }
  return admitted
}
