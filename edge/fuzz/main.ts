import { parseArgs } from 'node:util'
import { asyncProperty, check, defaultReportMessage } from 'fast-check'
import { Duel } from './duel.ts'
import { rawInputs } from './raw-requests.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes)
const firstSeed = Number(values.seed ?? Date.now() % 2 ** 31)
if (!(minutes > 0) || !Number.isSafeInteger(firstSeed)) {
  throw new Error('expected: npm run fuzz -- [--minutes N] [--seed N]')
}

const duel = await Duel.start()
const endMs = performance.now() + minutes * 60_000
const runsABatch = 2_000
let runs = 0
try {
  for (let seed = firstSeed; performance.now() < endMs; seed += 1) {
    const property = asyncProperty(rawInputs(), (input) => duel.check(input))
    const result = await check(property, { seed, numRuns: runsABatch })
    runs += result.numRuns
    if (result.failed) {
      process.stdout.write(`${defaultReportMessage(result)}\nOnce more: npm run fuzz -- --seed ${seed}\n`)
      process.exitCode = 1
      break
    }
    process.stdout.write(`${runs} connections read alike (seed ${seed})\n`)
  }
} finally {
  await duel.close()
}
