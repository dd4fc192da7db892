/** What both drivers tell of a failed statement: an SQLSTATE, and the constraint where one was violated. */
interface DatabaseFault extends Error {
  code: string
  constraint?: string
}

/** Whether an insert or update met a unique index, by the index's name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isFault(error) && error.code === '23505' && error.constraint === constraint
}

/** Whether the database could not be reached or was shutting down: the same request may work in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return true
  // SQLSTATE class 08: connection exception; 57P0x: the server shuts down or starts; 53300: too many connections.
  return (
    isFault(error) && /^(08...|57P0[123]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/.test(error.code)
  )
}

function isFault(error: unknown): error is DatabaseFault {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
