import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'

const run = promisify(execFile)

/** The linter exits with 1 if it finds something. */
async function lint(path: string): Promise<string> {
  const linter = join(projectFolder, 'node_modules/oxlint/bin/oxlint')
  const config = join(projectFolder, '.oxlintrc.json')
  const { stdout } = await run(process.execPath, [linter, '--config', config, path]).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

describe('the docstring of a function', () => {
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'culvert-docstrings-'))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['a function', '/** Whether it works. */\nexport function works(): boolean {\n  return true\n}'],
    [
      'a function that is exported separately',
      '/** What it is. */\nfunction kind(): string {\n  return works.name\n}\nexport { kind }',
    ],
    ['an arrow function', '/** How many there are. */\nexport const count = () => 1'],
    [
      'a method',
      'export class Queue {\n  /**\n   * Those that wait.\n   */\n  get waiting() {\n    return this\n  }\n}',
    ],
    ['a method of an interface', 'export interface Queue {\n  /** Why it waits. */\n  explain(): string\n}'],
    ['a function in an interface', 'export interface Queue {\n  /** Where it is. */\n  find: () => string\n}'],
  ])('is refused for %s if it does not begin with a verb', async (_kind, code) => {
    const file = join(folder, 'planted.ts')
    writeFileSync(file, `${code}\n`)
    await expect(lint(file)).resolves.toContain('culvert(begin-with-verb)')
  })

  it('may begin with a verb, and any other docstring may begin with a question word', async () => {
    const file = join(folder, 'kept.ts')
    writeFileSync(
      file,
      `/** Reports whether it works. */
export function works(): boolean {
  return true
}

/** What a queue holds. */
export interface Queue {
  /** Whether it is full. */
  isFull: boolean
}

/** How many there are. */
export const count = 1
`,
    )
    await expect(lint(file)).resolves.not.toContain('culvert(')
  })
})
