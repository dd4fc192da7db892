/** Reads a setting that is one of some words; throws. */
export function parseWord<Word extends string>(text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text)
  if (word === undefined) throw new Error(`expected one of ${words.join(', ')}, found "${text}".`)
  return word
}
