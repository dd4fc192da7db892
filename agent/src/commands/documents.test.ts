import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listCommands } from '../../documents/reference.ts'
import { makeDocuments } from '../../documents/write.ts'
import { examples } from './examples.ts'
import { createProgram } from './program.ts'

describe('README, man page and JSON schema', () => {
  it('are up to date (`npm run documents` writes them)', () => {
    for (const [path, text] of makeDocuments()) expect(readFileSync(path, 'utf8'), path).toBe(text)
  })
})

describe('the man page', () => {
  it('contains only the troff requests SH, SS, TH, TP and br', () => {
    const page = readFileSync(join(import.meta.dirname, '../../man/culvert.1'), 'utf8')
    const requests = page.split('\n').flatMap((line) => /^[.'](\S*)/.exec(line)?.[1] ?? [])
    expect([...new Set(requests)].toSorted()).toEqual(['SH', 'SS', 'TH', 'TP', 'br'])
  })
})

describe('--help', () => {
  it('has examples for every command, and for nothing else', () => {
    const commands = listCommands(createProgram(() => Promise.resolve()))
    expect(commands.filter((command) => command.examples.length === 0)).toEqual([])
    expect(commands.map(({ name }) => name).toSorted()).toEqual(Object.keys(examples).toSorted())
  })
})
