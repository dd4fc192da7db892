/** Prints a line of a command that has no tunnel. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}
