/** A command line that asks for what does not exist. */
export class UsageError extends Error {}

/** The whole number that an option was given. */
export function parseCount(option: string, text: string, min = 1): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= min) return count
  throw new UsageError(`${option} takes whole numbers from ${min}, got ${text}.`)
}
