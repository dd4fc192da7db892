import { findServerUrl, parseCount, readOptions } from '../options.ts'

/** How much to measure. */
export interface Plan {
  /** Interleaved rounds. */
  rounds: number
  /** The duration of each load. */
  seconds: number
  /** The number of concurrent requests. */
  concurrency: number
  /** Accounts in the database. */
  accounts: number
  /** Rows of usage in the database, spread over the accounts. */
  usageRows: number
  /** How many sockets wait for one account's change; 0 omits them. */
  subscribers: number
}

/** The parsed command line. */
export interface ApiOptions extends Plan {
  /** The PostgreSQL server on which the benchmark creates a separate database. */
  serverUrl: string
  /** Where to write all measurements, as JSON. */
  jsonFile?: string
}

/** The usage text. */
export const usage = `npm run bench -- api [options]

Requests per second and p99 of the dashboard's five heaviest queries and of an agent's report, beside the same SQL sent
straight through pg; then how long a change takes to reach the last of many subscribers.

  --rounds N        interleaved rounds, of which the medians count (5)
  --seconds N       length of each load (5)
  --concurrency N   requests under way at the same time (16)
  --accounts N      accounts in the database, 20 of which are used (1000)
  --rows N          rows of usage in the database (1000000)
  --subscribers N   sockets that wait for one account's change; 0 leaves them out (1000)
  --database URL    a PostgreSQL server; TEST_DATABASE_URL when left out
  --json FILE       write every sample too

Makes a database of its own on the server, and drops it at the end.`

/** Reads the arguments after `api`; undefined if help is wanted. */
export function parseOptions(args: readonly string[], env = process.env): ApiOptions | undefined {
  const values = parse(args)
  if (values.help) return undefined
  const serverUrl = findServerUrl(values.database, env)
  return {
    rounds: parseCount('--rounds', values.rounds),
    seconds: parseCount('--seconds', values.seconds),
    concurrency: parseCount('--concurrency', values.concurrency),
    accounts: parseCount('--accounts', values.accounts, 20),
    usageRows: parseCount('--rows', values.rows),
    subscribers: parseCount('--subscribers', values.subscribers, 0),
    serverUrl,
    jsonFile: values.json,
  }
}

function parse(args: readonly string[]) {
  return readOptions(args, {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    concurrency: { type: 'string', default: '16' },
    accounts: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '1000000' },
    subscribers: { type: 'string', default: '1000' },
    database: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  })
}
