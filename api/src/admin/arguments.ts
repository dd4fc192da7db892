import { InvalidArgumentError, Option } from 'commander'
import { toDay } from '../ground/clock.ts'

/** Parses an instant with its offset from UTC (ISO 8601). Without an offset, the hour would depend on the time zone. */
export function parseInstant(text: string): Date {
  const instant = new Date(text)
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  // For a day that does not exist, such as 30 February, `Date` takes one of the next month.
  if (day === undefined || Number.isNaN(instant.getTime()) || toDay(new Date(day)) !== day) {
    throw new InvalidArgumentError('Give an instant such as 2026-12-01T08:00Z or 2026-12-01T09:00+01:00.')
  }
  return instant
}

/** Returns the option that limits the rows of a list. */
export function limitOption(): Option {
  return new Option('--limit <number>', 'how many to list, 1 to 1000').default(50).argParser((text) => {
    const limit = Number(text)
    if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
      throw new InvalidArgumentError('Give a number from 1 to 1000.')
    return limit
  })
}

/** Formats the text below a command's options. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npm run admin -- ${line}`).join('\n')}`
}
