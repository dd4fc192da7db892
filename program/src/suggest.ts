/** Returns `; did you mean …?` for a word that is close to a known one, else an empty text. */
export function suggest(word: string, known: readonly string[]): string {
  const [closest] = known
    .map((each) => ({ each, distance: distanceOf(word.toLowerCase(), each) }))
    .filter(({ each, distance }) => distance <= Math.max(2, each.length / 3) && distance < each.length)
    .toSorted((a, b) => a.distance - b.distance)
  return closest === undefined ? '' : `; did you mean \`${closest.each}\`?`
}

/** Returns the number of letters to insert, delete or replace to turn one word into the other (Levenshtein distance). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
