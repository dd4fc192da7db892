/**
 * Runs every test, as CI does: `npm test`, then `npm run test:newest`, which repeats those of edge, agent and wire on the newest Node, then `npm run test:long`.
 *
 * Tests wait for processes, browsers and disks, and a bound that ends a test that hangs can be too short on a machine that is busy with
 * the other tests. So a file that failed is run once more, alone: a fault fails there too. Tests that then pass are named at the end
 * with their first failure, since a test that fails now and then must be fixed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './stale.ts'

/** More failing files than these are not explained by a busy machine. */
const mostFilesToRepeat = 10

/** The part of Vitest's JSON report that is read. */
interface Report {
  testResults: {
    /** The absolute path of the file. */
    name: string
    status: 'passed' | 'failed'
    assertionResults: { status: string }[]
  }[]
}

interface Run {
  script: string
  report: Report
  /** Vitest's account of what failed; empty if nothing did. */
  failures: string
  exitCode: number
}

const folder = mkdtempSync(join(tmpdir(), 'culvert-tests-'))
process.on('exit', () => rmSync(folder, { recursive: true }))

const runs = [await run('test'), await run('test:newest'), await run('test:long')]
const repeats: Run[] = []
for (const { script, report } of runs) {
  const files = failedFiles(report)
  if (files.length === 0 || files.length > mostFilesToRepeat) continue
  console.log(`\n== once more, one at a time: ${files.join(', ')}`)
  repeats.push(await run(script, ['--maxWorkers=1', ...files]))
}

const results = runs.flatMap(({ script, report }) => {
  const again = repeats.filter((repeat) => repeat.script === script).flatMap((repeat) => repeat.report.testResults)
  return report.testResults.map((result) => again.find(({ name }) => name === result.name) ?? result)
})
const count = (status: string) =>
  results.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length
// A suite that could not even start has no failed test of its own, but is still a failure. An error that no test awaited fails a run
// whose tests all passed: no file is to blame, so nothing is repeated.
const broken = results.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
).length
const failed = count('failed') + broken
const isUnexplained = runs.some(({ exitCode, report }) => exitCode !== 0 && failedFiles(report).length === 0)

for (const { failures } of [...runs, ...repeats]) if (failures !== '') console.log(`\n== what failed\n${failures}`)
const passedAlone = repeats.flatMap(({ report }) => report.testResults).filter(({ status }) => status === 'passed')
for (const { name } of passedAlone) console.log(`failed beside other tests, and passed alone: ${relative(root, name)}`)
const skipped = count('pending') + count('skipped')
console.log(`\n${count('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
process.exitCode = failed > 0 || isUnexplained ? 1 : 0

/** Runs a script of Vitest; its output is shown as it arrives. */
async function run(script: string, args: string[] = []): Promise<Run> {
  const reportFile = join(folder, 'report.json')
  rmSync(reportFile, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${reportFile}`]
  const child = spawn('npm', ['run', script, '--', ...reporters, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      process.stdout.write(text)
    })
  }
  const { promise: exitCode, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', reject).on('close', (code) => resolve(code ?? 1))
  const code = await exitCode
  const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
  const [failures = ''] =
    / (Failed Suites|Failed Tests|Unhandled Errors) [^]*/.exec(stripVTControlCharacters(output)) ?? []
  return { script, report, failures, exitCode: code }
}

function failedFiles({ testResults }: Report): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name))
}
