import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'
import { scenarios } from '../src/soak/hostile/scenarios.ts'

/** What a row names: a file or command in backquotes, and the names of tests in it in quotes; an ellipsis leaves out a part. */
const evidencePattern = /`(?<place>[^`]+)`(?<names>(?:,? "[^"]+")*)/g

const read = (file: string) => readFile(join(projectFolder, file), 'utf8')

describe('the table of promises', () => {
  it('names for each promise a test or command that exists, or says that none shows it', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const missing: string[] = []
    for (const { promise, shownBy } of await readRows()) {
      const evidence = [...shownBy.matchAll(evidencePattern)].map(({ groups }) => groups ?? {})
      if (evidence.length === 0 && !shownBy.startsWith('no test')) missing.push(`${promise}: names nothing`)
      for (const { place: location = '', names = '' } of evidence) {
        const source = await readSource(location, scripts)
        if (source === undefined) missing.push(`${promise}: there is no ${location}`)
        for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) {
          const isThere = name.split('…').every((part) => source?.includes(part.trim()))
          if (!isThere) missing.push(`${promise}: there is no "${name}" in ${location}`)
        }
      }
    }
    expect(missing).toEqual([])
  })

  it('has a row for every scenario of a hostile run', async () => {
    const tried = (await readRows()).flatMap(({ shownBy }) =>
      [
        ...(/`npm run soak -- --hostile`(?<names>(?:,? "[^"]+")+)/.exec(shownBy)?.groups?.names ?? '').matchAll(
          /"([^"]+)"/g,
        ),
      ].map(([, name = '']) => name.split('…')[0] ?? ''),
    )
    const untold = scenarios.filter(({ promise }) => !tried.some((name) => promise.startsWith(name)))
    expect(untold.map(({ promise }) => promise)).toEqual([])
  })
})

/** The rows of all tables; every line of a table but its head and rule is one. */
async function readRows(): Promise<{ promise: string; shownBy: string }[]> {
  const lines = (await read('docs/promises.md')).split('\n').filter((line) => line.startsWith('|'))
  const rows = lines.filter((line) => !/^\| (Promise|-)/.test(line) && !line.startsWith('|-'))
  expect(rows.length).toBeGreaterThan(50)
  return rows.map((line) => {
    const [promise, shownBy, ...rest] = line.slice(1, -1).split(/(?<!\\)\|/)
    expect({ line, promise, shownBy, rest }).toEqual({
      line,
      promise: expect.stringMatching(/\S/),
      shownBy: expect.stringMatching(/\S/),
      rest: [],
    })
    return { promise: (promise ?? '').trim(), shownBy: (shownBy ?? '').trim() }
  })
}

/** The text of a file; for a command the texts that it tries; undefined if it does not exist. */
async function readSource(location: string, scripts: Record<string, string>): Promise<string | undefined> {
  const script = /^npm run (\S+)/.exec(location)?.[1]
  if (script !== undefined) {
    if (scripts[script] === undefined) return undefined
    return scenarios.map(({ promise }) => promise).join('\n')
  }
  return existsSync(join(projectFolder, location)) ? await read(location) : undefined
}
