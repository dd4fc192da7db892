import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNonNullType } from 'graphql'
import { describeApiOnce } from '../api.ts'
import { type CalledEdge, startCalledEdge } from '../called-edge.ts'
import type { TestClient } from '../client.ts'
import type { Member } from '../seed.ts'
import { actorNames, createWorld, type ActorName, type World } from './actors.ts'
import { objectPromises, permissionTable, type Outcome } from './permission-table.ts'
import { aMonth, newApiKey, newGateway, newRestriction } from './resources.ts'
import { type Field, getFields, getType, selectAll } from './select-all.ts'

const accountRows = permissionTable
  .filter(({ operation }) => operation.startsWith('Account.'))
  .map(({ operation, who }) => ({ name: toField(operation), who }))

/** The actors who reach the fields of a type at all; all actors for types that no query returns. */
function listReaders(type: string): ActorName[] {
  const parent = permissionTable.find(({ operation }) => operation === `Query.${type.toLowerCase()}`)
  return actorNames.filter((actor) => parent === undefined || parent.who[actor] === 'OK')
}

describe('every field that some credential may not read', () => {
  it('is nullable, so that its refusal affects no other field', () => {
    const nonNull = permissionTable
      .filter(({ operation, who }) => {
        const [type = '', field = ''] = operation.split('.')
        // There, the operation itself is refused.
        if (type === 'Mutation' || type === 'Subscription') return false
        const isRefused = listReaders(type).some((actor) => who[actor] !== 'OK')
        return isRefused && isNonNullType(getFields(type)[field]?.type)
      })
      .map(({ operation }) => `${operation}: make it nullable in schema/, and mark it with @semanticNonNull`)
    expect(nonNull).toEqual([])
  })
})

/** A field that an actor is refused, and how. */
interface Refused {
  name: string
  code: Outcome
}

/** Keys of the account, each with one of the scopes. */
const keys = [
  'accountKey',
  'usageKey',
  'requestKey',
  'replayKey',
  'gatewayKey',
  'domainKey',
  'agentKey',
  'memberKey',
  'tokenKey',
] as const

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
afterAll(() => edge.close())

describeApiOnce(
  'a refused field',
  (api) => {
    let shared: Promise<World> | undefined
    const getShared = () => (shared ??= createFullWorld())

    const createFullWorld = async () => {
      const world = await createWorld(api)
      for (const { make, endsWorld } of objectPromises) if (!endsWorld) await make(world)
      for (const make of [newGateway, newRestriction, newApiKey]) await make(world)
      return world
    }

    it.each(listReaders('Account'))(
      'is null with an error of its own, and %s gets the rest of the account',
      async (actor) => {
        const { clients, owner } = await getShared()
        const refused = accountRows.flatMap(({ name, who }): Refused[] =>
          who[actor] === 'OK' ? [] : [{ name, code: who[actor] }],
        )
        await expectAllBut(refused, clients[actor], owner)
      },
    )

    it('is null with an error of its own, and an API key with every scope gets the rest of the account', async () => {
      const { clients, outsider } = await getShared()
      const refused = accountRows
        .filter(({ who }) => keys.every((key) => who[key] !== 'OK'))
        .map(({ name }): Refused => ({ name, code: 'FORBIDDEN' }))
      await expectAllBut(refused, clients.foreignKey, outsider)
    })

    it('does not affect an account in the same query', async () => {
      const { clients, accountId } = await getShared()
      const { body } = await clients.usageKey.post({
        query: `query ($accountId: ID!) {
          account(id: $accountId) { id usage { domains } }
          viewer { user { id } }
          foreign: account(id: "no id at all") { id }
          reservedHostnames(hostnames: [])
        }`,
        variables: { accountId },
      })
      expect(body.data).toEqual({
        account: { id: accountId, usage: { domains: 2 } },
        viewer: null,
        foreign: null,
        reservedHostnames: null,
      })
      expect(body.errors).toHaveLength(3)
    })
  },
  () => ({ tunnelUrl: edge.url }),
)

/** Requests everything of an account, and expects an error for each refused field and only those fields to be missing. */
async function expectAllBut(refusals: Refused[], client: TestClient, owner: Member): Promise<void> {
  const refused = refusals.map(({ name }) => name)
  const { id: agentId } = await owner.agent()
  const variables = { accountId: owner.accountId, id: randomUUID(), agentId, ...aMonth() }
  const { body } = await client.post({ query: wholeAccount, variables })
  const errors = (body.errors ?? []).map(({ path, extensions }) => ({ path, code: extensions?.code }))
  expect(new Set(errors)).toEqual(new Set(refusals.map(({ name, code }) => ({ path: ['account', name], code }))))
  expect(errors).toHaveLength(refused.length)

  const { account } = body.data as { account: Record<string, unknown> }
  expect(Object.keys(account).toSorted()).toEqual(accountRows.map(({ name }) => name).toSorted())
  const missing = Object.keys(account).filter((field) => account[field] === null)
  // Null without an error if there is none.
  const lacking = [
    'subscription',
    'suspension',
    'authToken',
    'request',
    'requestContent',
    'gateway',
    'agent',
    'webhook',
  ].filter((field) => !refused.includes(field) && account[field] === null)
  expect(missing.toSorted()).toEqual([...refused, ...lacking].toSorted())
}

/** A query for every field of an account and of its objects. */
const wholeAccount = `query ($accountId: ID!, $id: ID!, $agentId: ID!, $from: Date!, $to: Date!) {
  account(id: $accountId) { ${selectAll(getType('Account'), toArguments)} }
}`

function toField(operation: string): string {
  return operation.split('.')[1] ?? ''
}

/** Returns the required arguments of a field. The schema cannot express that `traffic` needs one of two. */
function toArguments({ name: fieldName, args }: Field): string {
  const needed = args.filter(
    ({ name, type, defaultValue }) =>
      (isNonNullType(type) && defaultValue === undefined) || (fieldName === 'traffic' && name === 'agentId'),
  )
  return needed.length === 0 ? '' : `(${needed.map(({ name }) => `${name}: $${name}`).join(', ')})`
}
