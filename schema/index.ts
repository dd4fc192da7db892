import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname

/** The SDL of the public contract: the text of every `.graphql` file of this folder, joined. */
export const sdl = readdirSync(folder)
  .filter((name) => name.endsWith('.graphql'))
  .toSorted()
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')
