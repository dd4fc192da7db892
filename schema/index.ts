import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('.', import.meta.url)

/** The SDL of the public contract: the text of every `.graphql` file of this folder, joined. */
export const sdl = readdirSync(folder)
  .filter((name) => name.endsWith('.graphql'))
  .toSorted()
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n')
