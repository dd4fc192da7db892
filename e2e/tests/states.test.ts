import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { webPaths } from '@culvert/schema/web-paths'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'

const read = (path: string) => readFile(join(projectFolder, path), 'utf8')

const rowPattern = /^\| (?:`(?<route>[^`]+)` )?\| (?<state>[^|]+?) +\| `(?<file>[^`]+)` (?<title>[^|]+?) +\|$/gm

describe('the table of states', () => {
  it('names existing tests, and lists every route', async () => {
    const readme = await read('e2e/README.md')
    const rows = [...readme.matchAll(rowPattern)].map(({ groups }) => groups ?? {})
    // All lines of the table except its head were parsed.
    expect(rows.length).toBe(readme.split('\n').filter((line) => line.startsWith('|')).length - 2)
    const missing: string[] = []
    for (const { file = '', title = '' } of rows) {
      if (!(await read(`e2e/tests/${file}.test.ts`)).includes(title)) missing.push(`${file}: ${title}`)
    }
    expect(missing).toEqual([])

    const listed = new Set(rows.map(({ route }) => route))
    const routes = [...Object.values(webPaths), `${webPaths.admin}/*`, '*']
    expect(routes.filter((path) => !listed.has(path))).toEqual([])
  })
})
