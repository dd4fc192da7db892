import { expect, vi } from 'vitest'
import { loseSilentAgents } from '../../features/agents/tunnels.ts'
import { checkEdgeSilence } from '../../features/edges/service.ts'
import { blockHostname } from '../../features/hostname-blocks/operator.ts'
import { suspendAccount } from '../../features/suspensions/service.ts'
import type { Events } from '../../platform/events/events.ts'
import type { TestApi } from '../api.ts'
import type { Member } from '../seed.ts'
import { accountGate, call, describeRaces, openAccount, tally, unique, type Nodes, type Race } from './races.ts'

const forwardingTo = 'http://localhost:3000'
const minuteMs = 60_000

const findAgent = async ({ db }: Nodes, id: string) =>
  await db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The edges that hold a session of an agent; empty exactly when it counts as disconnected. */
const listEdges = async (nodes: Nodes, id: string) => {
  const { connected } = await findAgent(nodes, id)
  const rows = await nodes.db.selectFrom('agentEdges').select('edgeId').where('agentId', '=', id).execute()
  expect(connected).toBe(rows.length > 0)
  return rows.map(({ edgeId }) => edgeId).toSorted()
}

const listActive = async ({ db }: Nodes, { accountId }: Member) =>
  await db.selectFrom('agents').selectAll().where('accountId', '=', accountId).where('status', '=', 'active').execute()

const countAudit = async ({ db }: Nodes, objectId: string, action: string) => {
  const entries = await db
    .selectFrom('auditEntries')
    .select('id')
    .where('objectId', '=', objectId)
    .where('action', '=', action)
    .execute()
  return entries.length
}

/** Marks an agent as lost, as after a minute without a report. */
const lose = async ({ db, first }: Nodes, id: string) => {
  const lastSeenAt = new Date(Date.now() - minuteMs)
  await db.updateTable('agents').set({ lastSeenAt }).where('id', '=', id).execute()
  await loseSilentAgents(first.app)
}

const reportTunnels = async (
  node: TestApi,
  edgeId: string,
  tunnels: { complete?: boolean; connected?: string[]; held?: string[]; disconnected?: string[] },
) => {
  const input = { edgeId, complete: false, connected: [], disconnected: [], ...tunnels }
  const { ended } = await call(node.edge(), 'reportTunnels', input, 'ended { agentId reason }')
  return ended
}

const races: Race[] = [
  {
    guarantee: 'reports of agents that wait for one another are counted separately, and older figures are ignored',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const agents: string[] = []
      while (agents.length < 20) agents.push((await ada.agent()).id)
      const report = async (agentId: string, requestCount: number) => {
        const input = { agentId, requestCount, dataIn: 2 * requestCount, dataOut: 3 * requestCount }
        expect(await call(ada.client, 'reportAgent', input, 'agent { id }')).toEqual({ agent: { id: agentId } })
      }
      return {
        gate: { table: 'agents', id: agents[0] ?? '' },
        operations: agents.flatMap((id, index) => [() => report(id, index + 10), () => report(id, index)]),
        check: async (results) => {
          expect(tally(results)).toEqual({ OK: 40 })
          for (const [index, id] of agents.entries()) {
            const requestCount = index + 10
            expect(await findAgent(nodes, id)).toMatchObject({
              requestCount,
              dataIn: 2 * requestCount,
              dataOut: 3 * requestCount,
            })
          }
        },
      }
    },
  },
  {
    guarantee: 'no agent runs on a hostname that is blocked while it starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { subdomain } = await ada.gateway('demo')
      return {
        // Blocked where the agent's row refers to its user: the hostname has been found free by then.
        gate: { table: 'users', id: ada.user.id },
        operations: [
          () => blockHostname(nodes.first.app, subdomain, 'Phishing.'),
          () => call(ada.at(nodes.second), 'startAgent', { accountId: ada.accountId, gateway: 'demo', forwardingTo }),
        ],
        check: async ([blocked, started]) => {
          expect(blocked).toBe('OK')
          expect(['OK', 'FORBIDDEN']).toContain(started)
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'no agent runs in an account that is suspended while it starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      return {
        gate: accountGate(ada),
        operations: [
          () => suspendAccount(nodes.first.app, ada.accountId, 'Phishing.'),
          () => call(ada.at(nodes.second), 'startAgent', { accountId: ada.accountId, forwardingTo }),
        ],
        check: async ([suspended, started]) => {
          expect(suspended).toBe('OK')
          expect(['OK', 'FORBIDDEN']).toContain(started)
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'no agent runs on a gateway that is deleted while it starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.gateway('demo')
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteGateway', { id }),
          () => call(ada.at(nodes.second), 'startAgent', { accountId: ada.accountId, gateway: 'demo', forwardingTo }),
        ],
        check: async ([deleted, started]) => {
          expect(deleted).toBe('OK')
          expect(['OK', 'NOT_FOUND']).toContain(started)
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'no agent runs with an AuthID that is deleted while it starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id, secret } = await ada.authToken()
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteAuthToken', { id }),
          () => call(nodes.second.client(`Bearer ${secret}`), 'startAgent', { forwardingTo }),
        ],
        check: async ([deleted, started]) => {
          expect(deleted).toBe('OK')
          expect(['OK', 'UNAUTHENTICATED']).toContain(started)
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'no agent runs with an AuthID that is replaced while it starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { secret } = await ada.authToken()
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'createAuthToken', { accountId: ada.accountId }),
          () => call(nodes.second.client(`Bearer ${secret}`), 'startAgent', { forwardingTo }),
        ],
        check: async ([replaced, started]) => {
          expect(replaced).toBe('OK')
          expect(['OK', 'UNAUTHENTICATED']).toContain(started)
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'an AuthID that is regenerated at both nodes leaves only one',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      return {
        gate: accountGate(ada),
        operations: [ada.client, ada.at(nodes.second), ada.client].map(
          (client) => () => call(client, 'createAuthToken', { accountId }),
        ),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 3 })
          const live = await nodes.db
            .selectFrom('authTokens')
            .select('id')
            .where('accountId', '=', accountId)
            .where('deletedAt', 'is', null)
            .execute()
          expect(live).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'an AuthID that is deleted while it is replaced is recorded as deleted once, and the new one remains',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.authToken()
      let secret = ''
      const replace = async () => {
        const made = await call(ada.at(nodes.second), 'createAuthToken', { accountId: ada.accountId }, 'secret')
        secret = String(made.secret)
      }
      return {
        gate: accountGate(ada),
        operations: [() => call(ada.client, 'deleteAuthToken', { id }), replace],
        check: async ([deleted, created]) => {
          expect(['OK', 'NOT_FOUND']).toContain(deleted)
          expect(created).toBe('OK')
          expect(await countAudit(nodes, id, 'auth_token.deleted')).toBe(1)
          await call(nodes.first.client(`Bearer ${secret}`), 'startAgent', { forwardingTo })
          expect(await listActive(nodes, ada)).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a gateway has one agent, whichever node starts it',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      await ada.gateway('demo')
      const input = { accountId: ada.accountId, gateway: 'demo', forwardingTo }
      return {
        gate: accountGate(ada),
        operations: [ada.client, ada.at(nodes.second), ada.client].map(
          (client) => () => call(client, 'startAgent', input),
        ),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 2 })
          expect(await listActive(nodes, ada)).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a hostname has one agent when a lost one comes back while another starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      await ada.gateway('demo')
      const { id } = await ada.agent('demo')
      await lose(nodes, id)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'renewAgentTicket', { agentId: id }),
          () => call(ada.at(nodes.second), 'startAgent', { accountId: ada.accountId, gateway: 'demo', forwardingTo }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 1 })
          expect(await listActive(nodes, ada)).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a lost agent that comes back and another that starts never exceed the plan',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes, { maxConcurrentAgents: 1 })
      const { id } = await ada.agent()
      await lose(nodes, id)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'renewAgentTicket', { agentId: id }),
          () => call(ada.at(nodes.second), 'startAgent', { accountId: ada.accountId, forwardingTo }),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, PLAN_LIMIT_REACHED: 1 })
          expect(await listActive(nodes, ada)).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'a lost agent that renews at both nodes comes back once, and both get a ticket',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes, { maxConcurrentAgents: 1 })
      const { id } = await ada.agent()
      await lose(nodes, id)
      return {
        gate: accountGate(ada),
        operations: [ada.client, ada.at(nodes.second)].map(
          (client) => () => call(client, 'renewAgentTicket', { agentId: id }),
        ),
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'active', endReason: null })
        },
      }
    },
  },
  {
    guarantee: 'a lost agent that is stopped while it comes back stays stopped',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      await lose(nodes, id)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'stopAgent', { id }),
          () => call(ada.at(nodes.second), 'renewAgentTicket', { agentId: id }),
        ],
        check: async ([stopped, renewed]) => {
          expect(stopped).toBe('OK')
          expect(['OK', 'CONFLICT']).toContain(renewed)
          expect(await findAgent(nodes, id)).toMatchObject({ endReason: 'STOPPED' })
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'an agent that is stopped at both nodes is recorded as stopped once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      return {
        operations: [ada.client, ada.at(nodes.second), ada.client].map(
          (client) => () => call(client, 'stopAgent', { id }),
        ),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 3 })
          expect(await countAudit(nodes, id, 'agent.stopped')).toBe(1)
        },
      }
    },
  },
  {
    guarantee: 'an agent that reports while it is stopped stays stopped',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const counters = { requestCount: 5, dataIn: 5, dataOut: 5 }
      return {
        operations: [
          () => call(ada.client, 'stopAgent', { id }),
          () => call(ada.at(nodes.second), 'reportAgent', { agentId: id, ...counters }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'inactive', endReason: 'STOPPED' })
        },
      }
    },
  },
  {
    guarantee: 'counters keep the maximum of reports that arrive simultaneously and out of order',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const report = (count: number) => () =>
        call(count % 2 ? ada.client : ada.at(nodes.second), 'reportAgent', {
          agentId: id,
          requestCount: count,
          dataIn: 10 * count,
          dataOut: 100 * count,
        })
      return {
        operations: [4, 7, 1, 6, 3, 5, 2].map(report),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 7 })
          expect(await findAgent(nodes, id)).toMatchObject({ requestCount: 7, dataIn: 70, dataOut: 700 })
        },
      }
    },
  },
  {
    guarantee: 'an agent that reports while it is found silent keeps running',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const lastSeenAt = new Date(Date.now() - minuteMs)
      await nodes.db.updateTable('agents').set({ lastSeenAt }).where('id', '=', id).execute()
      const counters = { requestCount: 5, dataIn: 5, dataOut: 5 }
      return {
        operations: [
          () => loseSilentAgents(nodes.second.app),
          () => call(ada.client, 'reportAgent', { agentId: id, ...counters }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          // If it is found silent right before its report is counted, it comes back with the next one.
          await call(ada.client, 'reportAgent', { agentId: id, ...counters })
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'active', endReason: null, requestCount: 5 })
        },
      }
    },
  },
  {
    guarantee: 'an agent is lost once if both nodes look for silent ones',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const lastSeenAt = new Date(Date.now() - minuteMs)
      await nodes.db.updateTable('agents').set({ lastSeenAt }).where('id', '=', id).execute()
      const published = [nodes.first, nodes.second].map(({ app }) => vi.spyOn(app.events as Events, 'publish'))
      return {
        operations: [() => loseSilentAgents(nodes.first.app), () => loseSilentAgents(nodes.second.app)],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'error', connected: false })
          const events = published.flatMap((spy) => spy.mock.calls).filter(([, key]) => key === ada.accountId)
          expect(events).toHaveLength(2)
          expect(events).toContainEqual(['agentChanged', ada.accountId, { agentId: id }])
          expect(events).toContainEqual(['accountChanged', ada.accountId, { accountId: ada.accountId }])
          for (const spy of published) spy.mockRestore()
          const notices = nodes.db.selectFrom('notices').select('subjectIds').where('accountId', '=', ada.accountId)
          expect(await notices.execute()).toEqual([{ subjectIds: [id] }])
        },
      }
    },
  },
  {
    guarantee: 'an agent whose edge reports while it is found silent keeps its tunnel there',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const edge = unique()
      await reportTunnels(nodes.first, edge, { connected: [id] })
      const lastSeenAt = new Date(Date.now() - minuteMs)
      await nodes.db.updateTable('edges').set({ lastSeenAt }).where('id', '=', edge).execute()
      return {
        operations: [
          () => checkEdgeSilence(nodes.first.app),
          () => checkEdgeSilence(nodes.second.app),
          () => reportTunnels(nodes.second, edge, { complete: true, held: [id] }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK', 'OK'])
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'active' })
          expect(await listEdges(nodes, id)).toEqual([edge])
        },
      }
    },
  },
  {
    guarantee: 'an agent that one edge loses while another reports it is connected at the latter only',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const [old, fresh] = [unique(), unique()]
      await reportTunnels(nodes.first, old, { connected: [id] })
      return {
        operations: [
          () => reportTunnels(nodes.first, old, { disconnected: [id] }),
          () => reportTunnels(nodes.second, fresh, { connected: [id] }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          expect(await listEdges(nodes, id)).toEqual([fresh])
        },
      }
    },
  },
  {
    guarantee: 'an agent that all of its edges lose simultaneously is disconnected',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const [one, two, silent] = [unique(), unique(), unique()]
      for (const edge of [one, two, silent]) await reportTunnels(nodes.first, edge, { connected: [id] })
      const lastSeenAt = new Date(Date.now() - minuteMs)
      await nodes.db.updateTable('edges').set({ lastSeenAt }).where('id', '=', silent).execute()
      return {
        operations: [
          () => reportTunnels(nodes.first, one, { disconnected: [id] }),
          () => reportTunnels(nodes.second, two, { complete: true }),
          () => checkEdgeSilence(nodes.second.app),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK', 'OK'])
          expect(await listEdges(nodes, id)).toEqual([])
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'active', disconnectedAt: expect.any(Date) })
        },
      }
    },
  },
  {
    guarantee: 'an agent whose session both nodes are told of is connected once at each edge',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const [one, two] = [unique(), unique()]
      return {
        operations: [nodes.first, nodes.second].flatMap((node) => [
          () => reportTunnels(node, one, { connected: [id] }),
          () => reportTunnels(node, two, { complete: true, connected: [id] }),
        ]),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 4 })
          expect(await listEdges(nodes, id)).toEqual([one, two].toSorted())
        },
      }
    },
  },
  {
    guarantee: 'an agent that is stopped while an edge reports its tunnel has none, as the next report is told',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id } = await ada.agent()
      const edge = unique()
      return {
        operations: [
          () => call(ada.client, 'stopAgent', { id }),
          () => reportTunnels(nodes.second, edge, { connected: [id] }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          expect(await findAgent(nodes, id)).toMatchObject({ status: 'inactive' })
          expect(await listEdges(nodes, id)).toEqual([])
          expect(await reportTunnels(nodes.first, edge, { connected: [id] })).toEqual([
            { agentId: id, reason: 'STOPPED' },
          ])
        },
      }
    },
  },
  {
    guarantee: 'edges that report the same tunnels in any order do not deadlock with the deletion of the account',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId, namespace } = ada
      const ids: string[] = []
      for (let count = 0; count < 12; count += 1) ids.push((await ada.agent()).id)
      const connect = (edge: number) => () =>
        reportTunnels(edge % 2 ? nodes.first : nodes.second, `edge-${edge}-${accountId}`, {
          connected: edge % 2 ? ids : ids.toReversed(),
        })
      return {
        operations: [
          connect(1),
          connect(2),
          () => checkEdgeSilence(nodes.first.app),
          connect(3),
          connect(4),
          () => call(ada.client, 'deleteAccount', { accountId, namespace }),
          connect(5),
          connect(6),
        ],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 8 })
          expect(await listActive(nodes, ada)).toEqual([])
        },
      }
    },
  },
  {
    guarantee: 'a usage report that is sent to both nodes is counted once',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      const date = new Date().toISOString().slice(0, 10)
      const row = {
        accountId,
        gatewayId: null,
        date,
        requests: 3,
        failedRequests: 0,
        dataIn: 30,
        dataOut: 300,
        connectedSeconds: 1,
      }
      const input = { reportId: `report-${unique()}`, rows: [row] }
      const send = (node: TestApi) => async () => call(node.edge(), 'reportUsage', input)
      return {
        operations: [nodes.first, nodes.second, nodes.first, nodes.second].map(send),
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 4 })
          const rows = await nodes.db
            .selectFrom('usageMetrics')
            .selectAll()
            .where('accountId', '=', accountId)
            .execute()
          expect(rows).toMatchObject([{ apiRequests: 3, dataInBytes: 30, dataOutBytes: 300 }])
        },
      }
    },
  },
  {
    guarantee: 'usage that is reported while its account is deleted is counted',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId, namespace } = ada
      const date = new Date().toISOString().slice(0, 10)
      const row = {
        accountId,
        gatewayId: null,
        date,
        requests: 3,
        failedRequests: 0,
        dataIn: 30,
        dataOut: 300,
        connectedSeconds: 1,
      }
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'deleteAccount', { accountId, namespace }),
          async () => call(nodes.second.edge(), 'reportUsage', { reportId: unique(), rows: [row] }),
        ],
        check: async (outcomes) => {
          expect(outcomes).toEqual(['OK', 'OK'])
          const rows = await nodes.db
            .selectFrom('usageMetrics')
            .selectAll()
            .where('accountId', '=', accountId)
            .execute()
          expect(rows).toMatchObject([{ apiRequests: 3 }])
        },
      }
    },
  },
]

describeRaces('agents and usage', races)
