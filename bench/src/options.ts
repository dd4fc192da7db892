import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** A command line that asks for what does not exist. */
export class UsageError extends Error {}

/** The whole number that an option was given. */
export function parseCount(option: string, text: string, min = 1): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= min) return count
  throw new UsageError(`${option} takes whole numbers from ${min}, got ${text}.`)
}

/** The PostgreSQL server that --database names, or else TEST_DATABASE_URL. */
export function findServerUrl(database: string | undefined, env = process.env): string {
  const serverUrl = database ?? env.TEST_DATABASE_URL
  if (!serverUrl) throw new UsageError('This needs a PostgreSQL server: name it with --database or TEST_DATABASE_URL.')
  return serverUrl
}

/** Returns the values of the options; an option that does not exist is a `UsageError`. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
