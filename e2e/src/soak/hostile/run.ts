import { messageOf } from '@culvert/program'
import { createProgramCleanup, endOnSignal } from '../../program-cleanup.ts'
import { createDatabase } from '../../database.ts'
import { TestBed } from './test-bed.ts'
import { type Scenario, areas } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { type MonitorReport, Monitor } from './monitor.ts'

export interface HostileOptions {
  /** An empty PostgreSQL database, or `embedded`; if undefined, one is created at the server's usual place, if there is one. */
  databaseUrl: string | undefined
  /** Runs only scenarios whose promise contains this text. */
  only: string
}

interface Outcome {
  scenario: Scenario
  verdict: 'held' | 'broken' | 'not tried'
  detail: string
  seconds: number
}

/** Runs `npm run soak -- --hostile`: tries to break each promise in turn; returns whether all that were tried held. */
export async function runHostile({ databaseUrl, only }: HostileOptions): Promise<boolean> {
  const cleanup = createProgramCleanup()
  endOnSignal(cleanup)
  try {
    const chosen = databaseUrl ?? (await createDatabase(cleanup))
    const testBed = await TestBed.start(cleanup, chosen === 'embedded' ? undefined : chosen)
    console.log(`The API's database is ${testBed.databaseUrl === undefined ? 'the embedded one' : 'PostgreSQL'};`)
    console.log(`${testBed.secondNode === undefined ? 'one node, no Redis.' : 'two nodes share a Redis.'}\n`)
    const monitor = await Monitor.start(testBed, cleanup)
    const outcomes: Outcome[] = []
    for (const scenario of scenarios.filter(({ promise }) => promise.includes(only))) {
      const outcome = await attempt(scenario, testBed, monitor)
      console.log(`${outcome.verdict.padEnd(9)} ${scenario.promise}\n          ${outcome.detail}`)
      outcomes.push(outcome)
    }
    printScore(outcomes)
    return outcomes.every(({ verdict }) => verdict !== 'broken')
  } finally {
    await cleanup.end()
  }
}

async function attempt(scenario: Scenario, testBed: TestBed, monitor: Monitor): Promise<Outcome> {
  const startedMs = performance.now()
  const end = (verdict: Outcome['verdict'], detail: string): Outcome => ({
    scenario,
    verdict,
    detail,
    seconds: (performance.now() - startedMs) / 1_000,
  })
  const missing = scenario.needs?.filter((need) => !testBed.has(need)) ?? []
  if (missing.length > 0) return end('not tried', `needs ${missing.join(' and ')}`)
  monitor.takeReport()
  const cleanup = createProgramCleanup()
  try {
    const figure = await scenario.run(testBed, cleanup)
    const harm = findHarm(testBed, monitor.takeReport(), scenario)
    return harm === undefined ? end('held', figure) : end('broken', harm)
  } catch (error) {
    return end('broken', messageOf(error))
  } finally {
    await cleanup.end()
  }
}

/** Returns the harm that a scenario did to uninvolved parties; undefined if there was none. */
function findHarm(
  { api, edge, secondNode }: TestBed,
  { failures, slowestHealthMs, slowestVisitMs }: MonitorReport,
  { mayDisturb = [] }: Scenario,
): string | undefined {
  for (const [name, program] of Object.entries({ API: api, edge, 'second node': secondNode?.api })) {
    if (program?.exit) return `the ${name} ended with ${program.exit.signal ?? program.exit.code}`
  }
  if (failures[0] !== undefined && !mayDisturb.includes('failures'))
    return `${failures.length} failures for a bystander, such as ${failures[0]}`
  const slowest = Math.max(slowestHealthMs, slowestVisitMs)
  if (slowest > bystanderMs && !mayDisturb.includes('latency'))
    return `a bystander waited for ${Math.round(slowest)} ms`
  return undefined
}

/** The longest that another party may wait while an attack runs on a machine with two cores. */
const bystanderMs = 2_000

function printScore(outcomes: Outcome[]): void {
  console.table(
    Object.fromEntries(
      areas.map((area) => {
        const here = outcomes.filter(({ scenario }) => scenario.area === area)
        const count = (verdict: Outcome['verdict']) => here.filter((outcome) => outcome.verdict === verdict).length
        const seconds = Math.round(here.reduce((sum, outcome) => sum + outcome.seconds, 0))
        return [area, { held: count('held'), broken: count('broken'), 'not tried': count('not tried'), seconds }]
      }),
    ),
  )
  const tried = outcomes.filter(({ verdict }) => verdict !== 'not tried')
  const held = tried.filter(({ verdict }) => verdict === 'held')
  console.log(`${held.length} of ${tried.length} promises held; ${outcomes.length - tried.length} were not tried.`)
}
