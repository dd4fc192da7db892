import { badInput } from './errors.ts'

/** Throws BAD_USER_INPUT when the days are not a range, or not one for PostgreSQL, which has no year 0. */
export function checkDays({ from, to }: { from: string; to: string }): void {
  if (from < '0001-01-01') throw badInput('from', `from must be a day from 0001-01-01 on, not ${from}`)
  if (from > to) throw badInput('from', `from must not be after to: ${from} is later than ${to}`)
}
