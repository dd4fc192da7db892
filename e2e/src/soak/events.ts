/** Between two events of the app, in milliseconds. */
export const eventPauseMs = 100

/** Returns the app's server-sent event with this number. */
export function eventAt(index: number): string {
  return `id: ${index}\ndata: ${'event '.repeat(index + 1)}\n\n`
}
