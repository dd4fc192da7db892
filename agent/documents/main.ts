/** Writes the documents that follow from the commands and settings: `npm run documents`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeDocuments } from './write.ts'

for (const [path, text] of makeDocuments()) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
