/** Returns what an error says. */
export function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
