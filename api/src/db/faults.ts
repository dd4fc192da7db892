import { findErrorCode } from '../errors.ts'

/** Whether an insert or update met a unique index, by the index's name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (findErrorCode(error) !== '23505') return false
  return typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint
}

/** Whether the database could not be reached or was shutting down: the same request may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  // SQLSTATE class 08: connection exception; 57P0x: the server shuts down or starts; 53300: too many connections.
  const transient = /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/
  if (transient.test(findErrorCode(error) ?? '')) return true
  // What pg says without a code.
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(String(error))
}
