/** `npm run soak`: the real programs under mixed traffic and faults, for the requested time. */
import { parseArgs } from 'node:util'
import { createProgramCleanup, endOnSignal } from '../program-cleanup.ts'
import { type HostileOptions, runHostile } from './hostile/run.ts'
import { Installation } from './installation.ts'
import { type MemorySlope } from './memory-record.ts'
import { countActive, megabytes } from './resources.ts'
import { type ResourceComparison, Soak, type SoakOptions } from './soak.ts'
import type { Ledger } from './ledger.ts'

const usage = `npm run soak -- [options]

Starts API, edge, agents and apps, lets visitors and faults loose on them, and checks every answer, what was counted, and
that memory, descriptors and timers come back. Prints how memory grew in the second half. Exits with 1 when something is not as
it must be.

  --minutes N     how long (5); the last check takes up to two more
  --hours N       the same in hours
  --visitors N    how many at a time (6)
  --seed N        repeats the random choices of a run that printed it
  --several       three edges and two APIs, on a PostgreSQL and a Redis of their own
  --database URL  an empty PostgreSQL database for one edge and one API; left out: the embedded one

npm run soak -- --hostile [options]

Tries to break each promise of docs/promises.md on a real installation, as hostile visitors, tenants, agents and apps would,
with programs killed and messages lost, while a bystander must notice nothing. Prints what held, and a score.

  --only TEXT     only promises with this text
  --database URL  an empty PostgreSQL database, or the word embedded; left out: a new one on this machine's PostgreSQL, or
                  else the embedded one`

interface Options extends SoakOptions, HostileOptions {
  isHostile: boolean
  hasSeveral: boolean
}

function parseOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      hours: { type: 'string' },
      several: { type: 'boolean', default: false },
      visitors: { type: 'string', default: '6' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      database: { type: 'string' },
      hostile: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  return {
    minutes:
      values.hours === undefined
        ? parseCount('--minutes', values.minutes ?? '5', Number.MIN_VALUE)
        : parseCount('--hours', values.hours, Number.MIN_VALUE) * 60,
    hasSeveral: values.several,
    visitors: parseCount('--visitors', values.visitors, 1),
    seed: parseCount('--seed', values.seed, 0),
    databaseUrl: values.database,
    isHostile: values.hostile,
    only: values.only,
  }
}

function parseCount(option: string, text: string, min: number): number {
  const count = Number(text)
  const isTime = option === '--minutes' || option === '--hours'
  const isWhole = Number.isSafeInteger(count) || isTime
  if (text.trim() !== '' && isWhole && count >= min && Number.isFinite(count)) return count
  const expected = isTime ? 'numbers above 0' : `whole numbers from ${min}`
  throw new Error(`${option} takes ${expected}, got "${text}". See npm run soak -- --help.`)
}

function printTables(
  { exchanges, faults, violations }: Ledger,
  held: readonly ResourceComparison[],
  slopes: readonly MemorySlope[],
): void {
  const kinds = Map.groupBy(exchanges, ({ kind }) => kind)
  console.table(
    Object.fromEntries(
      [...kinds].map(([kind, all]) => {
        const done = all.filter(({ endedMs }) => endedMs !== undefined)
        const whole = done.filter(({ isComplete, kind: of }) => isComplete || of === 'aborted')
        return [kind, { visits: all.length, whole: whole.length, 'failed in a fault': all.length - whole.length }]
      }),
    ),
  )
  console.table(
    Object.fromEntries(
      [...Map.groupBy(faults, ({ name }) => name)].map(([name, all]) => {
        const seconds = all.map(({ startedMs, endedMs = startedMs }) => (endedMs - startedMs) / 1_000)
        return [name, { times: all.length, 'longest until well, s': Math.round(Math.max(...seconds) * 10) / 10 }]
      }),
    ),
  )
  console.table(
    Object.fromEntries(
      held.map(({ program, before, after }) => [
        program,
        {
          'MB before': megabytes(before),
          'MB after': megabytes(after),
          'descriptors before': before.descriptors,
          'descriptors after': after.descriptors,
          'active before': countActive(before),
          'active after': countActive(after),
        },
      ]),
    ),
  )
  console.table(
    Object.fromEntries(
      slopes.map(({ program, slope, error, samples }) => [
        program,
        { 'MB an hour': slope.toFixed(2), 'standard error': error.toFixed(2), samples },
      ]),
    ),
  )
  for (const { atMs, what } of violations) console.log(`VIOLATION at ${Math.round(atMs / 100) / 10} s: ${what}`)
}

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2))
  if (options === undefined) {
    console.log(usage)
    return 0
  }
  if (options.isHostile) return (await runHostile(options)) ? 0 : 1
  console.log(`Seed ${options.seed}`)
  const cleanup = createProgramCleanup()
  endOnSignal(cleanup)
  try {
    const installation = options.hasSeveral
      ? await Installation.startSeveral(cleanup)
      : await Installation.startOne(cleanup, options.databaseUrl)
    const soak = new Soak(installation, options)
    try {
      await soak.run()
    } catch (error) {
      console.log('It ended before its time. The last faults:')
      for (const { name, startedMs } of soak.ledger.faults.slice(-5)) {
        console.log(`${((performance.now() - startedMs) / 1_000).toFixed(1)} s ago: ${name}`)
      }
      throw error
    } finally {
      printTables(soak.ledger, soak.comparisons, soak.slopes)
    }
    const { violations } = soak.ledger
    console.log(violations.length === 0 ? 'All as it must be.' : `${violations.length} violations.`)
    return violations.length === 0 ? 0 : 1
  } finally {
    await cleanup.end()
  }
}

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}
