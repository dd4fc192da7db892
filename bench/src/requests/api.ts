import { z } from 'zod'
import { withApi } from '../api/api-process.ts'
import type { ApiClient } from '../api/client.ts'
import { createDatabase, type BenchDatabase } from '../api/database.ts'
import { signPeopleUp, type Person } from '../api/people.ts'
import { readCpuSeconds } from '../cpu.ts'
import { findSparePort } from '../scope.ts'
import { median } from '../statistics.ts'
import { formatNumber, renderTable } from '../table.ts'
import { rowsPerReport, sendReport } from './reports.ts'

const concurrency = 2
const peopleCount = 10
const pages = 20

interface Sample {
  rowsPerSecond: number
  /** CPU time of the API's process per 1,000 requests; milliseconds. */
  cpuMs: number | undefined
}

/** The measurements of the API. */
export interface ApiPlan {
  reports: number
  rounds: number
  /** The number of requests of one account that a page searches in vain, on PostgreSQL. */
  rows: number
  /** A PostgreSQL server. */
  databaseUrl: string
}

/** Measures how the API records requests and searches them, and prints it. Throws if one was not recorded. */
export async function measureApi(plan: ApiPlan, signal: AbortSignal): Promise<void> {
  const database = await createDatabase(plan.databaseUrl)
  try {
    const rows = [
      ['PostgreSQL', ...(await measure(database, plan, signal))],
      ['embedded', ...(await measure(undefined, plan, signal))],
    ]
    const columns = ['database', 'requests/s', 'API ms a 1,000', 'requests', 'empty page, ms', 'its longest']
    console.log(`\n${renderTable(columns, rows)}\n`)
  } finally {
    await database.drop()
  }
}

/** Returns the cells of a database's row. */
async function measure(
  database: BenchDatabase | undefined,
  { reports, rounds, rows }: ApiPlan,
  signal: AbortSignal,
): Promise<string[]> {
  const target = { databaseUrl: database?.url, port: await findSparePort() }
  return await withApi(target, signal, async (api, { pid }) => {
    const people = await signPeopleUp(api, peopleCount)
    const accountIds = people.map(({ accountId }) => accountId)
    // Node compiles hot code while it runs.
    await sendReports(api, accountIds, reports, signal)
    const samples: Sample[] = []
    for (let round = 0; round < rounds; round += 1) {
      const [startedAt, before] = [performance.now(), await readCpuSeconds([pid])]
      await sendReports(api, accountIds, reports, signal)
      const [endedAt, after] = [performance.now(), await readCpuSeconds([pid])]
      const cpuMs = before === undefined || after === undefined ? undefined : (after - before) * 1_000
      const thousands = (reports * rowsPerReport) / 1_000
      samples.push({
        rowsPerSecond: (thousands * 1_000) / ((endedAt - startedAt) / 1_000),
        cpuMs: cpuMs && cpuMs / thousands,
      })
    }
    const [reader] = people
    if (!reader) throw new Error('The benchmark signs people up.')
    let stored = (reports * rowsPerReport * (rounds + 1)) / peopleCount
    if (database) {
      await database.run(listFilling(reader.accountId, rows))
      stored += rows
    }
    const pageMs = await measurePages(api, reader)
    return [
      formatNumber(median(samples.map(({ rowsPerSecond }) => rowsPerSecond))),
      formatNumber(median(samples.map(({ cpuMs }) => cpuMs ?? Number.NaN))),
      stored.toLocaleString('en-US'),
      formatNumber(median(pageMs)),
      formatNumber(Math.max(...pageMs)),
    ]
  })
}

async function sendReports(
  api: ApiClient,
  accountIds: readonly string[],
  count: number,
  signal: AbortSignal,
): Promise<void> {
  let left = count
  const send = async () => {
    while (left > 0) {
      signal.throwIfAborted()
      left -= 1
      const recorded = await sendReport(api, accountIds)
      if (recorded !== rowsPerReport) throw new Error(`${recorded} of ${rowsPerReport} requests were recorded.`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, send))
}

/** Copies the account's rows until there are enough, within the last 20 hours. */
function listFilling(accountId: string, rows: number): string[] {
  return [
    `insert into recorded_requests
      select gen_random_uuid(), account_id, kept_until, batch, now() - n * interval '72 s' / ${rows / 1_000},
        method, hostname, path, http_version, status, answered_by, code, is_complete, reason, duration_ms, waiting_ms, first_byte_ms,
        bytes_in, bytes_out, messages_in, messages_out, visitor_address, user_agent, agent_id, gateway_id
      from (select * from recorded_requests where account_id = '${accountId}' limit 1) as one, generate_series(1, ${rows}) as n`,
    'vacuum analyze recorded_requests',
  ]
}

const emptyPage = `query ($accountId: ID!) {
  account(id: $accountId) { requests(filter: { text: "nowhere to be found" }) { nodes { id } endCursor } }
}`

async function measurePages(api: ApiClient, { accountId, accessToken }: Person): Promise<number[]> {
  const page = z.object({ nodes: z.array(z.object({ id: z.string() })).length(0) })
  const shape = z.object({ account: z.object({ requests: page }) })
  const times: number[] = []
  for (let index = 0; index < pages; index += 1) {
    const startedAt = performance.now()
    await api.read({ query: emptyPage, variables: { accountId } }, shape, accessToken)
    times.push(performance.now() - startedAt)
  }
  return times
}
