/** Turns a clause into a sentence: with a capital letter, except for URLs, and a full stop. */
export function asSentence(clause: string): string {
  const start = /^https?:/.test(clause) ? clause : `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`
  return /[.!?]$/.test(start) ? start : `${start}.`
}
