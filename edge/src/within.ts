/** Waits for the work, for at most this time. */
export async function within(timeoutMs: number, work: Promise<void> | undefined): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
