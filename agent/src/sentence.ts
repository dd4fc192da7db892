/** Makes a clause a sentence: a capital letter, which URLs do not get, and a full stop. */
export function asSentence(clause: string): string {
  const start = /^https?:/.test(clause) ? clause : `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`
  return /[.!?]$/.test(start) ? start : `${start}.`
}
