import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { ApiClient } from '../api/client.ts'
import type { BenchDatabase } from '../api/database.ts'
import type { Person } from '../api/people.ts'

const list = `query ($accountId: ID!) { account(id: $accountId) { agents(status: [active], pageSize: 1000) { nodes { id } } } }`
const report = `mutation ($input: ReportAgentInput!) { reportAgent(input: $input) { agent { id } } }`

const agents = z.object({
  account: z.object({ agents: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
})

/** Runs as many agents of a person as wanted. Removes the plan's limit on agents. */
export async function startAgents(
  api: ApiClient,
  database: BenchDatabase,
  person: Person,
  count: number,
): Promise<string[]> {
  await database.run([
    'update plans set max_concurrent_agents = -1',
    `insert into agents (id, account_id, user_id, auth_token_id, gateway_id, status, assigned_domain, forwarding_to, started_at,
        last_seen_at)
      select gen_random_uuid(), account_id, user_id, auth_token_id, null, 'active', 'agent-' || n || '.culvert.localhost',
        'http://localhost:3000', now() - n * interval '1 minute', now()
      from agents, generate_series(1, ${count - 1}) n`,
  ])
  const variables = { accountId: person.accountId }
  const { account } = await api.read({ query: list, variables }, agents, person.accessToken)
  return account.agents.nodes.map(({ id }) => id)
}

/** Reports of agents, which take turns. */
export interface Reports {
  /** How many were answered. */
  answered: number
  /** Stops them, and resolves when the last one is answered. Rejects if one was refused. */
  stop: () => Promise<void>
}

const tickMs = 20

/** Makes agents report growing counters, at a rate that no answer delays. */
export function startReports(api: ApiClient, authId: string, agentIds: readonly string[], perSecond: number): Reports {
  const stopping = new AbortController()
  const open = new Set<Promise<void>>()
  const reports: Reports = { answered: 0, stop: () => Promise.reject(new Error('not started')) }
  let failure: unknown

  const send = async (index: number) => {
    const round = Math.floor(index / agentIds.length) + 1
    const input = {
      agentId: agentIds[index % agentIds.length],
      requestCount: round,
      dataIn: round * 1_024,
      dataOut: round * 65_536,
    }
    const operation = { query: report, variables: { input } }
    // A kept connection may be closed at the very moment of its use. A repeated report counts once.
    await api.send(operation, authId).catch(() => api.send(operation, authId))
    reports.answered += 1
  }
  const run = async () => {
    const start = performance.now()
    for (let sent = 0; !stopping.signal.aborted; await delay(tickMs)) {
      for (const due = ((performance.now() - start) / 1_000) * perSecond; sent < due; sent += 1) {
        const sending = send(sent)
          .catch((error: unknown) => (failure ??= error))
          .then(() => void open.delete(sending))
        open.add(sending)
      }
    }
    await Promise.all(open)
    if (failure !== undefined) throw failure
  }
  const running = run()
  // The error is reported to the caller that stops them.
  running.catch(() => undefined)
  reports.stop = async () => {
    stopping.abort()
    await running
  }
  return reports
}
