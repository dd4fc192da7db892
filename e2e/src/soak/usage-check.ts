import { TrafficDocument } from '../control/control.generated.ts'
import { signIn } from '../people.ts'
import { until } from '../until.ts'
import type { Installation } from './installation.ts'
import type { Exchange, Ledger } from './ledger.ts'

/** An edge that was killed: what it counted in the last 2 s may be lost. */
export interface Kill {
  edge: number
  /** Milliseconds of the monotonic clock. */
  atMs: number
}

/** How much counting an edge may lose when it is killed; milliseconds. */
const slackMs = 2_000

/** Compares the counts with what visitors saw: no more than they requested, and no less than they received. */
export async function checkUsage(
  { people, tunnels, site }: Installation,
  ledger: Ledger,
  kills: readonly Kill[],
): Promise<void> {
  for (const person of people) {
    const control = await signIn(site, person)
    const read = async () => (await control.request(TrafficDocument, { accountId: person.accountId })).account.usage
    const asked = ledger.exchanges.filter(({ agent }) => agent !== undefined && tunnels[agent]?.person === person)
    const safe = asked.filter((exchange) => exchange.isComplete && !mayBeLost(exchange, kills))
    const most = sum(asked)
    // For WebSocket frames, only an upper bound of what they carry is known.
    const least = { ...sum(safe), dataOut: sum(safe.filter(({ kind }) => kind !== 'WebSocket')).dataOut }
    // What was carried last takes a moment to arrive.
    await until('usage is reported', async () => (await read()).apiRequests >= least.requests, 5_000).catch(() => {})
    const { apiRequests, dataOutBytes } = await read()
    control.close()
    console.log(
      `${person.namespace}: ${apiRequests} requests counted (${least.requests} to ${most.requests} expected), ${dataOutBytes} bytes out (${least.dataOut} to ${most.dataOut})`,
    )
    if (apiRequests < least.requests || dataOutBytes < least.dataOut)
      ledger.violate(`usage of ${person.namespace} was lost`)
    if (apiRequests > most.requests || dataOutBytes > most.dataOut)
      ledger.violate(`usage of ${person.namespace} was counted twice`)
  }
}

function mayBeLost({ edge, startedMs, endedMs = startedMs }: Exchange, kills: readonly Kill[]): boolean {
  return kills.some((kill) => kill.edge === edge && endedMs > kill.atMs - slackMs && startedMs < kill.atMs)
}

function sum(exchanges: readonly Exchange[]): { requests: number; dataOut: number } {
  const total = { requests: 0, dataOut: 0 }
  for (const { requests, dataOut } of exchanges) {
    total.requests += requests
    total.dataOut += dataOut
  }
  return total
}
