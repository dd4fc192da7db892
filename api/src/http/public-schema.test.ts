import { isForEdges } from '@culvert/schema/credentials'
import { describe, expect, it } from 'vitest'
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  lexicographicSortSchema,
  type GraphQLSchema,
  isScalarType,
  printType,
} from 'graphql'
import { describeApiOnce } from '../testing/api.ts'
import type { TestClient, TestDocument } from '../testing/client.ts'
import { permissionTable } from '../testing/whole/permission-table.ts'
import { getPublicSdl, publicSchema } from './public-schema.ts'
import { schema } from './schema.ts'

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ name: `${type?.name}.${field.name}`, field })),
)
const hidden = roots.filter(({ field }) => isForEdges(field.astNode)).map(({ name }) => name)
const hiddenTypes = Object.keys(schema.getTypeMap()).filter((name) => publicSchema.getType(name) === undefined)

describe('the public contract', () => {
  it('has every operation except those that only edges may run', () => {
    const forEdges = permissionTable
      .filter(({ who: { edge, ...others } }) => edge === 'OK' && !Object.values(others).includes('OK'))
      .map(({ operation }) => operation)
    expect(hidden.toSorted()).toEqual([...new Set(forEdges)].toSorted())
    expect(hidden.length).toBeGreaterThan(10)
  })

  it('is identical as SDL and in introspection', () => {
    expect(printTypes(buildSchema(getPublicSdl()))).toEqual(printTypes(publicSchema))
    expect(getPublicSdl()).toContain('@semanticNonNull')
  })

  it('mentions neither operations for edges nor their types', () => {
    const names = [
      ...hiddenTypes,
      ...hidden.map((name) => name.split('.')[1] ?? '').filter((name) => /[A-Z]/.test(name)),
    ]
    expect(hiddenTypes).toContain('EndedTunnel')
    expect(names.filter((name) => new RegExp(`\\b${name}\\b`).test(getPublicSdl()))).toEqual([])
  })
})

/** Prints all types except scalars, whose descriptions come from their library. */
function printTypes(of: GraphQLSchema): string[] {
  const types = Object.values(lexicographicSortSchema(of).getTypeMap())
  return types.filter((type) => !isScalarType(type)).map(printType)
}

/** The types that introspection lists. */
async function introspect(client: TestClient): Promise<string[]> {
  const { body } = await client.post({ query: getIntrospectionQuery() })
  return Object.keys(buildClientSchema(body.data as IntrospectionQuery).getTypeMap())
}

describeApiOnce('operations for edges', (api) => {
  const errorsOf = async (query: string, variables: object = {}, client = api.client()) =>
    ((await client.post({ query, variables })).body.errors ?? []).map(({ message, extensions }) => ({
      message,
      code: extensions?.code,
    }))
  const forEdges = { code: 'FORBIDDEN', message: 'This is for edges: it needs a service token made from EDGE_SECRET.' }

  it('are shown by introspection to edges only', async () => {
    const owner = await api.seed.owner('Ada')
    for (const client of [api.client(), owner.client, (await owner.authToken()).client]) {
      const types = await introspect(client)
      expect(types.filter((name) => hiddenTypes.includes(name) && !name.startsWith('__'))).toEqual([])
    }
    expect(await introspect(api.edge())).toEqual(expect.arrayContaining(hiddenTypes))
    const one = { query: '{ __type(name: "EndedTunnel") { name } }' }
    expect((await api.client().post(one)).body.data).toEqual({ __type: null })
    expect((await api.edge().post(one)).body.data).toEqual({ __type: { name: 'EndedTunnel' } })
  })

  it('are shown by introspection over a WebSocket to edges only', async () => {
    const owner = await api.seed.owner('Ada')
    const document: TestDocument<{ __type: unknown }, Record<string, never>> = {
      toString: () => '{ __type(name: "EndedTunnel") { name } }',
    }
    const ask = async (client: TestClient) => await (await client.subscribe(document, {})).next()
    expect(await ask(owner.client)).toEqual({ __type: null })
    expect(await ask(api.edge())).toEqual({ __type: { name: 'EndedTunnel' } })
  })

  it('are missing from /schema.graphql', async () => {
    const text = await (await fetch(`${api.url}/schema.graphql`)).text()
    expect(text).toBe(getPublicSdl())
  })

  it('are forbidden to others, who still get the rest of the same document', async () => {
    const owner = await api.seed.owner('Ada')
    const query = '{ viewer { user { id } } reservedHostnames(hostnames: []) }'
    const { body } = await owner.client.post({ query })
    expect(body.data).toEqual({ viewer: { user: { id: owner.user.id } }, reservedHostnames: null })
    expect(body.errors).toMatchObject([{ message: forEdges.message, path: ['reservedHostnames'] }])
  })

  it('are not revealed by errors about a document', async () => {
    const own = ['query A { reservedHostnames }', 'mutation A { reportUsage { counted } }']
    const unknown = ['Query', 'Mutation'].map((type) => new RegExp(`^Cannot query field "\\w+" on type "${type}"\\.$`))
    for (const [index, query] of own.entries()) {
      expect(await errorsOf(query)).toEqual([
        { code: 'BAD_USER_INPUT', message: expect.stringMatching(unknown[index]!) },
      ])
    }
    // The same as for a field that does not exist.
    for (const type of ['ReportUsageInput', 'NoSuchInput']) {
      const [first] = await errorsOf(`query ($input: ${type}) { site { id(x: $input) } }`)
      expect(first?.message).toBe(`Unknown type "${type}".`)
    }
    expect(await errorsOf('mutation A { reportUsage { counted } }', {}, api.edge())).toMatchObject([
      { message: expect.stringContaining('argument "input" of type "ReportUsageInput!" is required') },
    ])
  })

  it('are not revealed by errors about variables or cost', async () => {
    const report = 'mutation ($input: ReportUsageInput!) { reportUsage(input: $input) { counted } }'
    const names = 'query ($names: [String!]!) { reservedHostnames(hostnames: $names) }'
    const fragment = names.replace('reservedHostnames', '...F } fragment F on Query { reservedHostnames')
    expect(await errorsOf(report, { input: {} })).toEqual([forEdges])
    expect(await errorsOf(names, { names: [1] })).toEqual([forEdges])
    expect(await errorsOf(fragment, { names: [1] })).toEqual([forEdges])
    const many = `{ ${Array.from({ length: 25 }, (_, index) => `a${index}: restrictions(since: 0) { accounts { accountId } }`).join(' ')} }`
    expect(await errorsOf(many)).toContainEqual(forEdges)
    expect(await errorsOf(report, { input: {} }, api.edge())).toMatchObject([
      { message: expect.stringContaining('reportId') },
    ])
  })

  it('do not give full introspection to others who also query one of them', async () => {
    const query = '{ __schema { queryType { name } } reservedHostnames(hostnames: []) }'
    expect(await errorsOf(query)).toEqual([forEdges])
  })
})
