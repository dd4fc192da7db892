import { expect } from 'vitest'
import { sql } from 'kysely'
import { keysMax } from '../../platform/idempotency/rules.ts'
import { accountGate, call, describeRaces, openAccount, type Race, tally, unique } from './races.ts'

const races: Race[] = [
  {
    guarantee: 'one idempotencyKey at two nodes creates one API key, and both get its secret',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      const input = { accountId, name: 'Key', scopes: ['READ_USAGE'], idempotencyKey: unique() }
      const answers: unknown[] = []
      const create = (node: 'first' | 'second') => async () =>
        answers.push(await call(ada.at(nodes[node]), 'createApiKey', input, 'secret apiKey { id createdAt }'))
      return {
        gate: accountGate(ada),
        operations: [create('first'), create('second'), create('second')],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 3 })
          expect(answers[1]).toEqual(answers[0])
          expect(answers[2]).toEqual(answers[0])
          expect(
            await nodes.db.selectFrom('apiKeys').selectAll().where('accountId', '=', accountId).execute(),
          ).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: 'of two inputs with one idempotencyKey at two nodes, one succeeds and the other gets BAD_USER_INPUT',
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId } = ada
      const idempotencyKey = unique()
      const create = (node: 'first' | 'second', name: string) => () =>
        call(ada.at(nodes[node]), 'createGateway', { accountId, domain: 'culvert.localhost', name, idempotencyKey })
      return {
        gate: accountGate(ada),
        operations: [create('first', 'one'), create('second', 'two')],
        check: async (outcomes) => {
          expect(tally(outcomes)).toEqual({ OK: 1, BAD_USER_INPUT: 1 })
          expect(
            await nodes.db.selectFrom('gateways').selectAll().where('accountId', '=', accountId).execute(),
          ).toHaveLength(1)
        },
      }
    },
  },
  {
    guarantee: `two nodes together never keep more than ${keysMax} keys of an actor`,
    prepare: async (nodes) => {
      const ada = await openAccount(nodes)
      const { accountId, user } = ada
      await nodes.db
        .insertInto('idempotencyKeys')
        .columns(['actor', 'mutation', 'key', 'inputHash', 'createdAt'])
        .expression(
          sql`select ${`user ${user.id}`}, 'createGateway', n::text, '', now() from generate_series(2, ${keysMax}) n`,
        )
        .execute()
      const create = (node: 'first' | 'second') => () =>
        call(ada.at(nodes[node]), 'createGateway', {
          accountId,
          domain: 'culvert.localhost',
          name: node,
          idempotencyKey: unique(),
        })
      return {
        gate: accountGate(ada),
        operations: [create('first'), create('second')],
        check: (outcomes) => expect(tally(outcomes)).toEqual({ OK: 1, RATE_LIMITED: 1 }),
      }
    },
  },
]

describeRaces('idempotency keys', races)
