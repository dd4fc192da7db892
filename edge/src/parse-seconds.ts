const secondsMax = 86_400

/** Reads a setting in whole seconds, and answers in milliseconds; throws. */
export function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > secondsMax) {
    throw new Error(`expected a number of seconds from 1 to ${secondsMax}, found "${text}".`)
  }
  return seconds * 1_000
}
