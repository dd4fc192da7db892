/**
 * Compares the contract with that of the last release, and checks its style: `npm run schema:check`, or
 * `node scripts/contract.ts FOLDER` for a copy of the project. `npm run schema:release` writes the contract of a release.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DocumentNode, parse, print } from 'graphql'
import { compareContracts, findFaultsOfStyle } from './contract-rules.ts'

const released = 'schema/released/schema.graphql'
const [option] = process.argv.slice(2)
const isRelease = option === '--release'
process.chdir(isRelease || option === undefined ? join(import.meta.dirname, '..') : option)

const read = (files: readonly string[]): DocumentNode =>
  parse(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
const current = read(globSync('schema/*.graphql').toSorted())
const today = new Date().toISOString().slice(0, 10)
const { breaking, dangerous } = compareContracts(read([released]), current, today)
const faults = findFaultsOfStyle(current)

for (const change of dangerous) console.log(`dangerous: ${change}`)
for (const change of breaking) console.log(`breaking: ${change}`)
for (const fault of faults) console.log(`style: ${fault}`)
if (breaking.length > 0) {
  console.log(
    'These changes break clients of the last release. Keep what was there, mark it @deprecated with its replacement and the day of six months after the next release ("Until YYYY-MM-DD."), and remove it once that day has passed.',
  )
}
if (breaking.length + faults.length > 0) process.exitCode = 1
else if (isRelease) {
  writeFileSync(
    released,
    `# The contract of the last release. \`npm run schema:release\` writes it.\n${print(current)}\n`,
  )
  execFileSync('oxfmt', [released], { stdio: 'inherit' })
}
