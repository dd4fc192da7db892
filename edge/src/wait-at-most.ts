/** Waits for the work, for at most this time: resolves when it is late, too. */
export async function waitAtMost(timeoutMs: number, work: Promise<void> | undefined): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
