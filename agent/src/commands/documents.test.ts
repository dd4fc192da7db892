import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeDocuments } from '../../documents/write.ts'

describe('README, man page and JSON schema', () => {
  it('say what --help says; `npm run documents` writes them', () => {
    for (const [path, text] of makeDocuments()) expect(readFileSync(path, 'utf8'), path).toBe(text)
  })
})
