const baseMs = 500
const capMs = 4_000

/**
 * The delay from one attempt to the next, in milliseconds: none before the first, then a random time up to 0.5 s, 1 s, 2 s and 4 s.
 * The spread (full jitter) keeps the agents of a restarting edge from coming back at the same instant.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  if (failures === 0) return 0
  return random() * Math.min(capMs, baseMs * 2 ** (failures - 1))
}
