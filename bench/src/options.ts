import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'

/** A command line that requests something that does not exist. */
export class UsageError extends Error {}

/** Returns the whole number given to an option. */
export function parseCount(option: string, text: string, min = 1): number {
  const count = Number(text)
  if (Number.isSafeInteger(count) && count >= min) return count
  throw new UsageError(`${option} takes whole numbers from ${min}, got ${text}.`)
}

/** Returns the PostgreSQL server that --database names, or else TEST_DATABASE_URL. */
export function findServerUrl(database: string | undefined, env = process.env): string {
  const serverUrl = database ?? env.TEST_DATABASE_URL
  if (!serverUrl) throw new UsageError('This needs a PostgreSQL server: name it with --database or TEST_DATABASE_URL.')
  return serverUrl
}

/** Returns the values of the options; an unknown option is a `UsageError`. */
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
