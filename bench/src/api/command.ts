import { writeFile } from 'node:fs/promises'
import { describeMachine, readMachine } from '../machine.ts'
import { findSparePort } from '../scope.ts'
import { withApi, withRecordedApi } from './api-process.ts'
import { createDatabase } from './database.ts'
import { type FanOut, measureFanOut } from './fan-out.ts'
import { parseOptions, usage, type ApiOptions } from './options.ts'
import { signPeopleUp } from './people.ts'
import { listFaults, renderReport, type Samples } from './report.ts'
import { measureRounds } from './rounds.ts'
import { audiences, openSessions } from './subscribers.ts'
import { chooseTasks } from './tasks.ts'

/** Runs the benchmark of the API; returns whether everything was measured without an error. */
export async function runApiBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const options = parseOptions(args)
  if (!options) {
    console.log(usage)
    return true
  }
  const machine = await readMachine()
  const samples = await measure(options, signal)
  console.log(
    `\n${describeMachine(machine)}\n${describePlan(options)}\n\n${renderReport(samples, options.subscribers)}\n`,
  )
  const faults = listFaults(samples)
  console.log(faults.length === 0 ? 'No errors.' : `Errors:\n${faults.join('\n')}`)
  if (options.jsonFile !== undefined) {
    const { serverUrl: _serverUrl, jsonFile: _jsonFile, ...plan } = options
    await writeFile(options.jsonFile, `${JSON.stringify({ machine, plan, ...samples }, null, 2)}\n`)
  }
  return faults.length === 0
}

/** Fewer than the API allows to sign up from one address in an hour. */
const peopleCount = 20

/** Creates a database, measures a separate API on it, and removes all of it whatever happens. */
async function measure(options: ApiOptions, signal: AbortSignal): Promise<Samples> {
  const database = await createDatabase(options.serverUrl)
  try {
    const target = { databaseUrl: database.url, port: await findSparePort() }
    const { people, tasks } = await withRecordedApi(target, signal, async (api, statementsFile) => {
      report(`signing up ${peopleCount} people, filling the database`)
      const signedUp = await signPeopleUp(api, peopleCount)
      await database.fill(options)
      return { people: signedUp, tasks: await chooseTasks(api, signedUp, statementsFile) }
    })
    return await withApi(target, signal, async (api, program) => {
      const loads = await measureRounds(api, tasks, people, database.url, options, signal, report)
      const [person] = people
      const fanOuts: FanOut[] = []
      for (const audience of options.subscribers > 0 ? audiences : []) {
        if (!person) break
        const installation = { databaseUrl: database.url, apiUrl: api.url }
        const tokens = await openSessions(installation, person.accountId, { audience, sockets: options.subscribers })
        const listening = { audience, tokens, changes: 2 * options.rounds }
        fanOuts.push(...(await measureFanOut({ api, program }, person, listening, signal)))
      }
      return {
        tasks: tasks.map(({ name, statements }) => ({ name, statements: statements[0]?.length ?? 0 })),
        loads,
        fanOuts,
      }
    })
  } finally {
    await database.drop()
  }
}

const describePlan = ({ rounds, seconds, concurrency, accounts, usageRows }: ApiOptions) =>
  `${accounts} accounts, ${usageRows} rows of usage. Medians of ${rounds} interleaved rounds; each load lasts ${seconds} s with ` +
  `${concurrency} requests at a time. SQL: the statements of one request, one after the other, straight through pg.`

/** Progress goes to stderr, so that the tables can be stored alone. */
const report = (line: string) => console.error(line)
