import { findErrorCode } from '../errors.ts'

/** Whether an insert or update met a unique index, by the index's name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (findErrorCode(error) !== '23505') return false
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

/** Whether the database has no room on its disk (SQLSTATE 53100). */
export function isFull(error: unknown): boolean {
  return findErrorCode(error) === '53100'
}

/** Whether the database could not be reached, was shutting down or is short of something: the same request may work later. */
export function isUnavailable(error: unknown): boolean {
  // SQLSTATE class 08: connection exception; 57P0x: the server shuts down or starts; class 53: insufficient resources.
  const transient = /^(08...|57P0[123]|53...|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/
  if (transient.test(findErrorCode(error) ?? '')) return true
  // What pg says without a code.
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(String(error))
}
