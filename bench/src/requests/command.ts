import { describeMachine, readMachine } from '../machine.ts'
import { findServerUrl, parseCount, readOptions, UsageError } from '../options.ts'
import { measureApi } from './api.ts'
import { measureEdge } from './edge.ts'

const usage = `npm run bench -- requests [options]

What it costs to record requests. Of an edge: CPU time a request with EDGE_RECORD_REQUESTS on and off, in turns, for visitors of few and of
many accounts; agents answer by themselves. Of the API: how many requests it records a second, reported in batches of 500, on PostgreSQL and on the
embedded database, with its CPU time; then how long a page takes whose filter matches none of them.

  --only edge|api  one of the two
  --rounds N       rounds, of which the medians count (5)
  --accounts N,N   accounts whose visitors an edge has at once (1,40,400)
  --seconds N      how long each load of an edge lasts (5)
  --reports N      reports to the API a round, two under way at a time (60)
  --rows N         requests of one account that a page looks for in vain, on PostgreSQL; the embedded database has those reported (1000000)
  --database URL   a PostgreSQL server; TEST_DATABASE_URL when left out`

/** Runs the benchmark of recorded requests; returns whether each was answered, or recorded. */
export async function runRequestsBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const { help, only, database, ...counts } = readOptions(args, {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    accounts: { type: 'string', default: '1,40,400' },
    seconds: { type: 'string', default: '5' },
    reports: { type: 'string', default: '60' },
    rows: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
  if (help) {
    console.log(usage)
    return true
  }
  if (only !== undefined && only !== 'edge' && only !== 'api') throw new UsageError(usage)
  const rounds = parseCount('--rounds', counts.rounds)
  const seconds = parseCount('--seconds', counts.seconds)
  const accounts = counts.accounts.split(',').map((count) => parseCount('--accounts', count))
  const reports = parseCount('--reports', counts.reports)
  const rows = parseCount('--rows', counts.rows)
  const databaseUrl = only === 'edge' ? '' : findServerUrl(database)
  console.log(`${describeMachine(await readMachine())}\nMedians of ${rounds} rounds.`)
  if (only !== 'edge') await measureApi({ reports, rounds, rows, databaseUrl }, signal)
  return only === 'api' || (await measureEdge({ rounds, seconds, accounts }, signal))
}
