/**
 * Checks the map of `directions.js` for violations: `npm run directions`, or `node scripts/directions.ts FOLDER` for a copy of the
 * project.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import type * as swcCore from '@swc/core'
import type { ICruiseResult } from 'dependency-cruiser'

// dependency-cruiser reads with swc if TypeScript has no API (7.0), and does not tell it about TSX.
const swc: typeof swcCore = createRequire(import.meta.url)('@swc/core')
const { parseFileSync } = swc
Object.assign(swc, {
  parseFileSync: (path: string, options: object) =>
    parseFileSync(path, { ...options, syntax: 'typescript', tsx: path.endsWith('.tsx') }),
})
const { cruise } = await import('dependency-cruiser')

process.chdir(process.argv[2] ?? join(import.meta.dirname, '..'))
const { default: map } = await import(join(process.cwd(), 'directions.js'))
const { output } = await cruise(map.packages, { ...map.options, validate: true, ruleSet: { forbidden: map.forbidden } })
if (typeof output === 'string') throw new Error(output)
const { violations, totalCruised } = (output satisfies ICruiseResult).summary
for (const { rule, from, to, cycle } of violations) {
  console.log(`${rule.name}: ${from} imports ${cycle ? cycle.map(({ name }) => name).join(', which imports ') : to}`)
}
const misplaced: string[] = []
for (const { name, files, exempt, pattern } of map.texts) {
  for (const path of globSync(files)) {
    if (exempt.test(path)) continue
    const [found] = pattern.exec(readFileSync(path, 'utf8')) ?? []
    if (found) misplaced.push(`${name}: ${path} holds ${found}`)
  }
}
// A folder or file that no order names could import anything.
for (const [name, order] of Object.entries<string[]>(map.orders)) {
  for (const found of globSync([`${name}/src/*`, `${name}/src/features/*/`])) {
    const isFolder = statSync(found).isDirectory()
    const path = relative(`${name}/src`, found) + (isFolder ? '/' : '')
    const isNamed = order.some(
      (entry) => new RegExp(`^(?:${entry})`).test(path) || (isFolder && entry.startsWith(path)),
    )
    if (!isNamed && !/^(testing|generated)\/|\.test\.tsx?$/.test(path)) {
      misplaced.push(`not-in-order: ${name}/src/${path} is named in no order`)
    }
  }
}
for (const line of misplaced) console.log(line)
console.log(`${violations.length + misplaced.length} breaches of the map, in ${totalCruised} files.`)
process.exitCode = violations.length + misplaced.length === 0 ? 0 : 1
