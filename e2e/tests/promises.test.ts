import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'
import { scenarios } from '../src/soak/hostile/scenarios.ts'

/** The evidence of a row: a file or command in backquotes, and the names of its tests in quotes; an ellipsis stands for a part left out. */
const evidencePattern = /`(?<place>[^`]+)`(?<names>(?:,? "[^"]+")*)/g

const read = (file: string) => readFile(join(projectFolder, file), 'utf8')

describe('the table of promises', () => {
  it('names an existing test or command for each promise, or says that no test shows it', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const missing: string[] = []
    for (const { promise, shownBy } of await readRows()) {
      const evidence = [...shownBy.matchAll(evidencePattern)].map(({ groups }) => groups ?? {})
      if (evidence.length === 0 && !shownBy.startsWith('no test')) missing.push(`${promise}: names nothing`)
      for (const { place: location = '', names = '' } of evidence) {
        const source = await readSource(location, scripts)
        if (source === undefined) missing.push(`${promise}: there is no ${location}`)
        for (const [, name = ''] of names.matchAll(/"([^"]+)"/g)) {
          if (!quotesText(source, name)) missing.push(`${promise}: there is no "${name}" in ${location}`)
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

describe('the tables of security', () => {
  it('name existing tests', async () => {
    const text = await read('docs/security.md')
    const evidence = [...text.matchAll(evidencePattern)].map(({ groups }) => groups ?? {})
    const tests = evidence.filter(({ place = '' }) => place.endsWith('.test.ts'))
    const sources = new Map<string, string>()
    for (const { place = '' } of tests) if (place.includes('/')) sources.set(place, await read(place))
    const missing = tests.flatMap(({ place = '', names = '' }) => {
      // A row may name a file by the last part of its path, if another row names it in full.
      const files = [...sources].filter(([file]) => file === place || file.endsWith(`/${place}`))
      const quotes = [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
      if (files.some(([, source]) => quotes.every((name) => quotesText(source, name)))) return []
      return [`${place}: ${names}`]
    })
    expect(tests.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })
})

/** Reports whether a text contains a quote, in which an ellipsis stands for a part left out. */
function quotesText(text: string | undefined, quote: string): boolean {
  return quote.split('…').every((part) => text?.includes(part.trim()))
}

/** Returns the rows of all tables: every line of a table except its head and rule. */
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

/** Returns the text of a file, or the promises that a command tests, or undefined if it does not exist. */
async function readSource(location: string, scripts: Record<string, string>): Promise<string | undefined> {
  const script = /^npm run (\S+)/.exec(location)?.[1]
  if (script !== undefined) {
    if (scripts[script] === undefined) return undefined
    return scenarios.map(({ promise }) => promise).join('\n')
  }
  return existsSync(join(projectFolder, location)) ? await read(location) : undefined
}
