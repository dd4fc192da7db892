import { isForEdges, listKeyScopes } from '@culvert/schema/credentials'
import { readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getNamedType, isLeafType, isObjectType } from 'graphql'
import { schema } from '../../features/schema.ts'
import type { ApiKeyScope, Role } from '../../generated/schema.ts'
import { apiKeyScopes } from '../../platform/access/api-keys.ts'
import { describeApiOnce } from '../api.ts'
import { type CalledEdge, startCalledEdge } from '../called-edge.ts'
import type { HttpAnswer, TestClient, TestDocument } from '../client.ts'
import { actorNames, createWorld, type ActorName, type World } from './actors.ts'
import {
  type ObjectPromise,
  objectPromises,
  permissionTable,
  promises,
  type Args,
  type Outcome,
  type Row,
} from './permission-table.ts'
import { type Field, getFields } from './select-all.ts'

const apiGuide = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')

/** Types whose fields have separate rules. What is below them was authorized with them. */
const guardedTypes = ['Query', 'Mutation', 'Subscription', 'Account', 'Viewer']

const roles: Role[] = ['super_admin', 'admin', 'viewer']

describe('the permission table', () => {
  it('has a row for every operation', () => {
    const known = new Set(permissionTable.map(({ operation }) => operation))
    const missing = guardedTypes
      .flatMap((type) => Object.keys(getFields(type)).map((field) => `${type}.${field}`))
      .filter((operation) => !known.has(operation))
      .map((operation) => `${operation}: say in api/src/testing/whole/permission-table.ts who may do it`)
    expect(missing).toEqual([])
  })

  it('names only operations that exist, each once', () => {
    const names = permissionTable.map(nameOf)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(permissionTable.filter(({ operation }) => !findField(operation)).map(nameOf)).toEqual([])
  })

  it('keeps from viewers the fields of an account that docs/api.md names', () => {
    const [, sentence = ''] = /^Viewers may not read ([^.]*)\./m.exec(apiGuide) ?? []
    const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, field]) => field)
    const kept = permissionTable.flatMap(({ operation, who }) =>
      operation.startsWith('Account.') && who.viewer === 'FORBIDDEN' ? [operation.slice('Account.'.length)] : [],
    )
    const isConnection = (field: string) =>
      field.endsWith('Connection') && kept.includes(field.replace(/Connection$/, ''))
    expect(named).toEqual(kept.filter((field) => !isConnection(field)).toSorted())
  })

  it.each(apiKeyScopes.filter((scope) => scope !== 'READ_ACCOUNT'))(
    'gives API keys by %s what docs/api.md names',
    (scope) => {
      const [, row = ''] = new RegExp(`^\\| \`${scope}\` \\| (.*)$`, 'm').exec(apiGuide) ?? []
      const named = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)
      const allowed = permissionTable.flatMap(({ operation }) => {
        const scopes = listKeyScopes(operation)
        return scopes.includes(scope) && scopes.length < apiKeyScopes.length ? [operation.replace(/^\w+\./, '')] : []
      })
      expect(new Set(named)).toEqual(new Set(allowed))
    },
  )

  it('gives API keys the scopes that the reference states, and edges the operations that it omits', () => {
    const keys = {
      READ_ACCOUNT: 'accountKey',
      READ_USAGE: 'usageKey',
      READ_REQUESTS: 'requestKey',
      REPLAY_REQUESTS: 'replayKey',
      MANAGE_GATEWAYS: 'gatewayKey',
      MANAGE_DOMAINS: 'domainKey',
      MANAGE_AGENTS: 'agentKey',
      MANAGE_MEMBERS: 'memberKey',
      CREATE_AGENT_TOKENS: 'tokenKey',
    } as const satisfies Record<ApiKeyScope, ActorName>
    const rows = permissionTable.filter(
      ({ operation, who }) => !operation.startsWith('Viewer.') && !(who.anonymous === 'OK' && who.accountKey === 'OK'),
    )
    const named = rows.map(({ operation }) => ({
      operation,
      scopes: listKeyScopes(operation),
      isForEdges: isForEdges(findField(operation)?.astNode),
    }))
    const shown = rows.map(({ operation, who }) => ({
      operation,
      scopes: apiKeyScopes.filter((scope) => who[keys[scope]] === 'OK'),
      isForEdges: who.edge === 'OK' && who.super_admin !== 'OK',
    }))
    expect(named).toEqual(shown)
  })

  it('says what every viewerCan… field promises', () => {
    const flags = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
      .filter((name) => name.includes('.viewerCan'))
    const known = new Set([
      ...Object.keys(promises).map((flag) => `Account.${flag}`),
      ...objectPromises.map(({ flag }) => flag),
    ])
    const missing = flags.filter((flag) => !known.has(flag))
    expect(missing.map((flag) => `${flag}: say in api/src/testing/whole/permission-table.ts what it promises`)).toEqual(
      [],
    )
    expect([...known].filter((flag) => !flags.includes(flag))).toEqual([])
  })
})

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
afterAll(() => edge.close())

describeApiOnce(
  'permissions',
  (api) => {
    let shared: Promise<World> | undefined
    const getShared = () => (shared ??= createWorld(api))

    it.each(permissionTable.map((row) => ({ name: nameOf(row), row })))(
      '$name has the outcome for each actor that the table states',
      async ({ row }) => {
        const outcomes: Partial<Record<ActorName, Outcome>> = {}
        const world = row.endsWorld ? await createWorld(api) : await getShared()
        const args = (await row.args?.(world)) ?? {}
        // The refused actors come first, so that the object still exists for those who may.
        const refused = actorNames.filter((actor) => row.who[actor] !== 'OK')
        for (const actor of refused) outcomes[actor] = await ask(world.clients[actor], row, args, world)

        for (const [index, actor] of actorNames.filter((name) => row.who[name] === 'OK').entries()) {
          const own = row.endsWorld && index > 0 ? await createWorld(api) : world
          const ownArgs = index === 0 ? args : ((await row.args?.(own)) ?? {})
          outcomes[actor] = await ask(own.clients[actor], row, ownArgs, own)
        }
        expect(outcomes).toEqual(row.who)
      },
    )

    it.each(
      permissionTable.filter(({ who }) => who.outsider === 'NOT_FOUND').map((row) => ({ name: nameOf(row), row })),
    )('$name does not reveal to strangers whether an object exists', async ({ row }) => {
      if (row.operation.startsWith('Subscription.')) return
      const world = await getShared()
      const args = (await row.args?.(world)) ?? {}
      for (const actor of ['outsider', 'foreignAuthId', 'foreignKey', 'anonymous'] as const) {
        const client = world.clients[actor]
        const real = await send(client, row, args, world.accountId)
        for (const id of ['00000000-0000-7000-8000-000000000000', 'no id at all']) {
          const unreal = await send(client, row, withIds(args, id), id)
          expect({ actor, id, ...unreal.body }).toEqual({ actor, id, ...real.body })
        }
      }
    })

    it.each(roles)('viewerCan… fields tell a %s what they may do', async (role) => {
      const { clients, accountId } = await getShared()
      const { body } = await clients[role].post({
        query: `query ($id: ID!) { account(id: $id) { ${Object.keys(promises).map(toFlag).join(' ')} } }`,
        variables: { id: accountId },
      })
      const allowed = new Set(permissionTable.filter(({ who }) => who[role] === 'OK').map(nameOf))
      const expected = Object.entries(promises).map(([flag, operations]) => [
        flag,
        toAnswer(
          flag,
          operations.every((operation) => allowed.has(operation)),
        ),
      ])
      expect(body).toEqual({ data: { account: Object.fromEntries(expected) } })
    })

    it.each(objectPromises)('$flag of $of tells each role whether $operation works', async (promise) => {
      const { flag, list, make, operation, input, toInput = (_world, id) => ({ ...input, id }), endsWorld } = promise
      const world = endsWorld ? await createWorld(api) : await getShared()
      for (const role of roles) {
        const { id } = await make(world)
        const client = world.clients[role]
        const shown = await readFlag(client, world.accountId, { list, field: flag.split('.')[1] ?? '', id })
        const done = await ask(
          client,
          { operation: `Mutation.${operation}` },
          { input: await toInput(world, id) },
          world,
        )
        expect({ role, shown }).toEqual({ role, shown: done === 'OK' })
      }
    })
  },
  // Checks of domains find no name server.
  () => ({ dnsResolvers: ['127.0.0.1:9'], tunnelUrl: edge.url }),
)

type Operation = Pick<Row, 'operation'>

/** Returns the outcome of an operation. */
async function ask(client: TestClient, row: Operation, args: Args, { accountId }: World): Promise<Outcome> {
  if (row.operation.startsWith('Subscription.')) return await askOverSocket(client, row, args)
  return toOutcome((await send(client, row, args, accountId)).body.errors)
}

async function askOverSocket(client: TestClient, row: Operation, args: Args): Promise<Outcome> {
  const document: TestDocument<unknown, Args> = { toString: () => toDocument(row.operation, args) }
  const subscription = await client.subscribe(document, args)
  const ended = subscription.ended.then((why) => {
    if (Array.isArray(why)) return toOutcome(why as HttpAnswer['body']['errors'])
    if (why instanceof Object && 'code' in why && why.code === 4403) return '4403'
    throw new Error(`The subscription ended: ${JSON.stringify(why)}`)
  })
  // A refused actor has received its answer by now.
  const outcome = await Promise.race([ended, turn('OK' as const)])
  await subscription.close()
  return outcome
}

async function send(client: TestClient, { operation }: Operation, args: Args, accountId: string): Promise<HttpAnswer> {
  const variables = operation.startsWith('Account.') ? { accountOfField: accountId, ...args } : args
  return await client.post({ query: toDocument(operation, args), variables })
}

/** The answers of one object in a list of the account. */
async function readFlag(
  client: TestClient,
  accountId: string,
  { list, field, id }: Pick<ObjectPromise, 'list'> & { field: string; id: string },
): Promise<unknown> {
  if (typeof list === 'function') {
    const { body } = await client.post({
      query: `query ($id: ID!) { account(id: $id) { ${list(id)} } }`,
      variables: { id: accountId },
    })
    return new RegExp(`"${field}":(true|false)`).exec(JSON.stringify(body.data))?.[1] === 'true'
  }
  const depth = list.split('{').length
  const { body } = await client.post({
    query: `query ($id: ID!) { account(id: $id) { list: ${list} { id ${field} ${'} '.repeat(depth)} } }`,
    variables: { id: accountId },
  })
  // An actor who may not see the list is promised nothing.
  if (toOutcome(body.errors) === 'FORBIDDEN') return false
  const { account } = body.data as { account: { list: Listed[] | { nodes: Listed[] } } }
  const things = Array.isArray(account.list) ? account.list : account.list.nodes
  return things.find((thing) => thing.id === id)?.[field]
}

type Listed = Record<string, unknown>

/** A document that requests only the field, with the given arguments. */
function toDocument(operation: string, args: Args): string {
  const [type = ''] = operation.split('.')
  const field = findField(operation)
  if (!field) throw new Error(`The schema has no ${operation}.`)
  const given = field.args.filter(({ name }) => name in args)
  const variables = given.map((argument) => `$${argument.name}: ${String(argument.type)}`)
  const values = given.map(({ name }) => `${name}: $${name}`)
  const call = `${field.name}${wrap(values)} ${isLeafType(getNamedType(field.type)) ? '' : '{ __typename }'}`
  switch (type) {
    case 'Account':
      return `query ${wrap(['$accountOfField: ID!', ...variables])} { account(id: $accountOfField) { ${call} } }`
    case 'Viewer':
      return `query ${wrap(variables)} { viewer { ${call} } }`
    default:
      return `${type.toLowerCase()} ${wrap(variables)} { ${call} }`
  }
}

/** Selects a `viewerCan…` field of an account: a Boolean, or a permission with its reason. */
function toFlag(name: string): string {
  return isPermission(name) ? `${name} { allowed refusal { reason } }` : name
}

/** The answer of a `viewerCan…` field if the plan has free capacity for everything. */
function toAnswer(name: string, allowed: boolean): unknown {
  return isPermission(name) ? { allowed, refusal: allowed ? null : { reason: 'ROLE' } } : allowed
}

function isPermission(name: string): boolean {
  return !isLeafType(getNamedType(findField(`Account.${name}`)?.type))
}

function wrap(parts: string[]): string {
  return parts.length === 0 ? '' : `(${parts.join(', ')})`
}

/** The same arguments with another id instead of each. */
function withIds(args: Args, id: string): Args {
  const swapped = Object.entries(args).map(([name, value]): [string, unknown] => {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return [name, withIds(value as Args, id)]
    return [name, /^id$|Id$/.test(name) ? id : value]
  })
  return Object.fromEntries(swapped)
}

function toOutcome(errors: HttpAnswer['body']['errors']): Outcome {
  const [error] = errors ?? []
  return error ? (error.extensions?.code as Outcome) : 'OK'
}

function nameOf({ operation, when }: Row): string {
  return when === undefined ? operation : `${operation} (${when})`
}

function findField(operation: string): Field | undefined {
  const [type = '', field = ''] = operation.split('.')
  return getFields(type)[field]
}
