/** Returns the message of an error. */
export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
