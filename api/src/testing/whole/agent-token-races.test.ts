import { expect } from 'vitest'
import { tokensMax } from '../../features/agent-tokens/rules.ts'
import { endExpiredTokens } from '../../features/agent-tokens/service.ts'
import type { Member } from '../seed.ts'
import { accountGate, call, describeRaces, openAccount, tally, type Nodes, type Race } from './races.ts'

const forwardingTo = 'http://localhost:3000'

const countRunning = async ({ db }: Nodes, { accountId }: Member) =>
  (
    await db
      .selectFrom('agents')
      .select('id')
      .where('accountId', '=', accountId)
      .where('status', '=', 'active')
      .execute()
  ).length

const countTokens = async ({ db }: Nodes, { accountId }: Member) =>
  (
    await db
      .selectFrom('agentTokens')
      .select('id')
      .where('accountId', '=', accountId)
      .where('endedAt', 'is', null)
      .execute()
  ).length

const races: Race[] = [
  {
    guarantee: `two nodes together never give an account more than ${tokensMax} agent tokens`,
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      const { id } = await ada.agentToken({ hostnamePrefix: 'a' })
      const row = await nodes.db.selectFrom('agentTokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const others = Array.from({ length: tokensMax - 2 }, (_, index) => ({
        ...row,
        id: `${id}-${index}`,
        tokenHash: `${id}-${index}`,
      }))
      await nodes.db.insertInto('agentTokens').values(others).execute()
      const input = { accountId, label: 'acme', hostnamePrefix: 'a', ttlSeconds: 60 }
      const create = (client: Member['client']) => () => call(client, 'createAgentToken', input)
      return {
        gate: accountGate(ada),
        operations: [create(ada.client), create(ada.at(nodes.second)), create(ada.client)],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, CONFLICT: 2 })
          expect(await countTokens(nodes, ada)).toBe(tokensMax)
        },
      }
    },
  },
  {
    guarantee: 'no agent runs with a token that is revoked while it starts',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id, secret } = await ada.agentToken({ hostnamePrefix: 'a' })
      const second = nodes.second.client(`Bearer ${secret}`)
      return {
        gate: accountGate(ada),
        operations: [
          () => call(ada.client, 'revokeAgentToken', { id }),
          () => call(second, 'startAgent', { forwardingTo }),
        ],
        check: async ([revoked, started]) => {
          expect(revoked).toBe('OK')
          expect(['OK', 'UNAUTHENTICATED']).toContain(started)
          expect(await countRunning(nodes, ada)).toBe(0)
        },
      }
    },
  },
  {
    guarantee: 'two nodes that end an expired token simultaneously end its agents, and both succeed',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { id, client } = await ada.agentToken({ hostnamePrefix: 'a' })
      await call(client, 'startAgent', { forwardingTo })
      const expiresAt = new Date(nodes.first.clock.now().getTime() - 1)
      await nodes.db.updateTable('agentTokens').set({ expiresAt }).where('id', '=', id).execute()
      return {
        gate: accountGate(ada),
        operations: [() => endExpiredTokens(nodes.first.app), () => endExpiredTokens(nodes.second.app)],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 2 })
          expect(await countRunning(nodes, ada)).toBe(0)
        },
      }
    },
  },
]

describeRaces('agent tokens', races)
