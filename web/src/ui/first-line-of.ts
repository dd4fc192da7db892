/** Returns the first line of a code, which names it to those who do not see it. */
export function firstLineOf(code: string): string {
  return code.split('\n', 1)[0] ?? ''
}
