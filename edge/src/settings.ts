import { z } from 'zod'

// The types of the environment's settings. A message says what was expected and repeats what was found, unless it is a secret.

function expected(what: string) {
  return { error: ({ input }: { input?: unknown }) => `expected ${what}, found "${String(input)}".` }
}

/** A whole number in decimal digits. */
export function wholeNumber(what: string, min: number, max: number) {
  const isInRange = (text: string) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max
  return z
    .string()
    .refine(isInRange, expected(`${what} from ${min} to ${max}`))
    .transform(Number)
}

/** A TCP port; 0 picks a free one. */
export const port = wholeNumber('a port', 0, 65_535)

/** A time in whole seconds, read as milliseconds. */
export function seconds(fallback: number) {
  return wholeNumber('a number of seconds', 1, 86_400)
    .transform((count) => count * 1_000)
    .default(fallback * 1_000)
}

/** One of several words. */
export function word<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, expected(`one of ${words.join(', ')}`))
}

/** `true` or `false`; `false` by default. */
export const flag = word(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false)

/** An HTTP or HTTPS URL. */
export const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), expected('an http:// or https:// address'))
  .transform((text) => new URL(text))
