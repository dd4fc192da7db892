import { randomUUIDv7 } from 'node:crypto'
import { dashboardDocuments, readOperations } from '@culvert/schema/documents'
import { describe, expect, it } from 'vitest'
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type GraphQLObjectType,
} from 'graphql'
import { schema } from '../features/schema.ts'
import { describeApiOnce } from '../testing/api.ts'
import type { AccountChangedDocument } from '../testing/generated/documents.ts'
import { isListField, operationRowsMax } from './cost/count-rows.ts'
import { rowCosts } from './cost/row-costs.ts'
import { checkOperation } from './operation-check.ts'

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

const usage = (alias: number, from: string) => `a${alias}: usageTotals(from: "${from}", to: "2026-11-01") { date }`

describeApiOnce('operation limits', (api) => {
  const ask = async (selection: string) => {
    const { client, accountId } = await api.seed.owner('Ada')
    return await client.post({ query: `{ account(id: "${accountId}") { ${selection} } }` })
  }
  const post = (query: string) => api.client().post({ query })
  // Optimized code needs less stack, and the bound on tokens then ends the parser first.
  const tooDeep = /nested too deeply|tokens/

  it.each([
    ['status', '[AgentStatus!]', 'error', 'agentsConnection(status: $list) { nodes { id } }'],
    ['action', '[String!]', 'a', 'auditLogConnection(action: $list) { nodes { id } }'],
  ])(
    'bound the lists of variables: %s is a parameter of the database for each entry',
    async (_name, type, entry, field) => {
      const { client, accountId } = await api.seed.owner('Ada')
      const query = `query ($list: ${type}) { account(id: "${accountId}") { ${field} } }`
      const send = (length: number) => client.post({ query, variables: { list: Array<string>(length).fill(entry) } })
      expect((await send(1_000)).body.errors).toBeUndefined()
      const { status, body } = await send(1_001)
      expect([status, body.errors?.[0]?.extensions?.code]).toEqual([400, 'BAD_USER_INPUT'])
      expect(body.errors?.[0]?.message).toBe(
        'The variable "$list" has 1,001 entries, and a list at most 1,000. Send fewer.',
      )
    },
  )

  it.each([
    [
      'depth',
      `{ site { ${'... on Site { '.repeat(12)} brandName ${'} '.repeat(12)} } }`,
      /^Query depth limit of 12 exceeded, found 14\. Ask for less/,
    ],
    [
      'aliases',
      `{ ${times(31, (index) => `a${index}: site { brandName }`)} }`,
      /^Aliases limit of 30 exceeded, found 31\. Ask for less/,
    ],
    ['tokens', `{ ${'site { brandName } '.repeat(600)} }`, /tokens/i],
    ['nesting', `{ account(id: ${'['.repeat(5_000)}${']'.repeat(5_000)}) { id } }`, tooDeep],
    [
      'cost',
      `{ account(id: "1") { ${times(25, (index) => `p${index}: agents { nodes { gateway { ${'id '.repeat(60)} } } }`)} } }`,
      /cost/i,
    ],
  ])('refuse a document above the limit on %s with BAD_USER_INPUT', async (_bound, query, message) => {
    const { status, body } = await post(query)
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(expect.objectContaining({ message: expect.stringMatching(message) }))
    for (const error of body.errors ?? []) expect(error.extensions?.code).toBe('BAD_USER_INPUT')
  })

  it.each([
    ['depth', `${'... on Account { '.repeat(12)} name ${'} '.repeat(12)}`],
    ['aliases', times(31, (index) => `a${index}: name`)],
    ['tokens', 'name '.repeat(2_000)],
    ['cost', times(25, (index) => `p${index}: agents { nodes { gateway { ${'id '.repeat(60)} } } }`)],
    ['rows', times(3, (alias) => usage(alias, '2013-02-23'))],
  ])('refuse a mutation above the limit on %s before it changes anything', async (bound, selection) => {
    const { client, accountId } = await api.seed.owner('Ada')
    const rename = (name: string, selected: string) =>
      client.post({
        query: `mutation { updateAccount(input: { accountId: "${accountId}", name: "${name}" }) { account { ${selected} } } }`,
      })
    expect((await rename('Before', 'id')).body.errors).toBeUndefined()
    const { status, body } = await rename('After', selection)
    expect(status).toBe(400)
    expect(body.errors?.[0]?.message).toMatch(new RegExp(bound, 'i'))
    const { body: now } = await client.post({ query: `{ account(id: "${accountId}") { name } }` })
    expect(now).toEqual({ data: { account: { name: 'Before' } } })
  })

  it('apply over WebSocket too', async () => {
    const { client, accountId } = await api.seed.owner('Ada')
    const text = `subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { ${times(31, (index) => `a${index}: name`)} } }`
    const document = { toString: () => text } as typeof AccountChangedDocument
    const subscription = await client.subscribe(document, { accountId })
    expect(await subscription.ended).toMatchObject([
      { message: expect.stringMatching(/aliases/i), extensions: { code: 'BAD_USER_INPUT' } },
    ])
    const deep = { toString: () => `{ account(id: ${'['.repeat(5_000)}` } as typeof AccountChangedDocument
    const refused = await client.subscribe(deep, { accountId })
    expect(await refused.ended).toMatchObject([
      { message: expect.stringMatching(tooDeep), extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  describe('on rows', () => {
    // 5,000 days earlier.
    const from = '2013-02-23'

    it('allow the longest list twice', async () => {
      const { status, body } = await ask(times(2, (alias) => usage(alias, from)))
      expect([status, body.errors]).toEqual([200, undefined])
    })

    it('refuse 30 such lists in one operation, and name the row count, the limit and the way out', async () => {
      const { status, body } = await ask(times(30, (alias) => usage(alias, from)))
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([
        {
          message:
            'This operation may touch 150,000 rows, and one operation at most 10,000. Ask for smaller pages, shorter ranges or fewer aliases, or send several operations.',
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ])
    })

    it.each([
      [
        'by variables',
        'query ($size: Int!) { viewer { memberships { account { agents(pageSize: $size) { totalCount } } } } }',
      ],
      [
        'in fragments',
        'query ($size: Int!) { viewer { ...V } } fragment V on Viewer { memberships { account { ...A } } } fragment A on Account { agents(pageSize: $size) { totalCount } }',
      ],
    ])('multiply the sizes of nested lists, also %s', async (_how, query) => {
      const { client } = await api.seed.owner('Ada')
      const { body } = await client.post({ query, variables: { size: 1_000 } })
      expect(body.errors?.[0]?.message).toMatch(/may touch 20,020 rows/)
      expect((await client.post({ query, variables: { size: 100 } })).body.errors).toBeUndefined()
    })

    it('apply over WebSocket', async () => {
      const { client, accountId } = await api.seed.owner('Ada')
      const text = `subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { ${times(3, (alias) => usage(alias, from))} } }`
      const document = { toString: () => text } as typeof AccountChangedDocument
      expect(await (await client.subscribe(document, { accountId })).ended).toMatchObject([
        { message: expect.stringMatching(/may touch 15,000 rows/), extensions: { code: 'BAD_USER_INPUT' } },
      ])
    })

    it('end an operation whose lists turn out longer than estimated, and so an event', async () => {
      const ada = await api.seed.owner('Ada')
      const rows = Array.from({ length: 600 }, (_, index) => ({
        id: randomUUIDv7(),
        accountId: ada.accountId,
        ipAddress: `203.0.113.${index}`,
        network: `198.51.${index >> 8}.${index & 255}/32`,
        description: null,
        createdAt: api.clock.now(),
        deletedAt: null,
      }))
      await api.app.db.insertInto('ipRestrictions').values(rows).execute()
      const fields = times(20, (alias) => `a${alias}: ipRestrictions { id }`)
      const error = {
        message: expect.stringMatching(/^This operation has read more than 10,000 rows/),
        extensions: { code: 'BAD_USER_INPUT' },
      }
      const { body } = await ada.client.post({ query: `{ account(id: "${ada.accountId}") { ${fields} } }` })
      expect(body.errors?.[0]).toMatchObject(error)
      const text = `subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { ${fields} } }`
      const document = { toString: () => text } as typeof AccountChangedDocument
      const subscription = await ada.client.subscribe(document, { accountId: ada.accountId })
      await api.tell('accountChanged', ada.accountId, { accountId: ada.accountId })
      const [refusal] = (await subscription.ended) as unknown[]
      expect(refusal).toMatchObject(error)
      await subscription.close()
    })

    it('are declared for every list in the schema and for sums, and for nothing else', () => {
      const lists = Object.values(schema.getTypeMap())
        .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
        .flatMap((type) => Object.values((type as GraphQLObjectType).getFields()).map((field) => ({ type, field })))
        .filter(
          ({ field }) => isListField(field.type) || /(?:Page|[a-z]Connection)$/.test(getNamedType(field.type).name),
        )
        .map(({ type, field }) => `${type.name}.${field.name}`)
      // Sums read more rows than they return.
      const sums = ['Account.traffic']
      expect(Object.keys(rowCosts).toSorted()).toEqual([...lists, ...sums].toSorted())
    })

    it.each([...readOperations(`{${dashboardDocuments},{agent,edge}/src/**/*.graphql}`, OperationTypeNode.QUERY)])(
      'count %s at less than a third of the maximum',
      (_name, query) => {
        const { variables = {}, rows } = countOperation(query)
        expect({ variables, isFar: rows * 3 < operationRowsMax }).toEqual({ variables, isFar: true })
      },
    )
  })

  it('leave introspection open to everybody, and suggest no names for misspelled ones', async () => {
    const { body: shown } = await post('{ __schema { queryType { name } } }')
    expect(shown).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
    for (const query of ['{ sitee { brandName } }', '{ site { brandNam } }', '{ account(idd: "1") { id } }']) {
      const { status, body } = await post(query)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringMatching(/did you mean/i)])
    }
  })
})

/** How many rows a program's own operation may read, with variables as its screens send them. */
function countOperation(query: string): { variables?: Record<string, unknown>; rows: number } {
  const document = parse(query)
  const sent: Record<string, unknown> = {
    page: 1,
    pageSize: 100,
    first: 100,
    from: '2026-08-01',
    to: '2026-11-01',
    since: 0,
    knownVersion: 0,
    status: null,
  }
  const [operation] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const variables = Object.fromEntries(
    (operation?.variableDefinitions ?? []).map(({ variable: { name }, type }) => [
      name.value,
      (print(type).startsWith('DateTime') ? undefined : sent[name.value]) ?? anyValueOf(print(type)),
    ]),
  )
  return {
    variables,
    rows: checkOperation({ kind: 'edge' }, { document, operationName: undefined, variables })?.rows ?? 0,
  }
}

/** Returns a valid value for a variable of a type. */
function anyValueOf(type: string): unknown {
  if (type.startsWith('[')) return []
  if (type.startsWith('Boolean')) return true
  if (type.startsWith('DateTime')) return '2026-11-01T00:00:00.000Z'
  if (type.startsWith('Date')) return '2026-11-01'
  const named = schema.getType(type.replace('!', ''))
  if (isInputObjectType(named)) return {}
  return isEnumType(named) ? named.getValues()[0]?.name : 'x'
}

describe('the SDL', () => {
  it('describes every type, field, argument and value', () => {
    const undescribed: string[] = []
    const check = (name: string, thing: { description?: string | null }) => thing.description || undescribed.push(name)
    for (const type of Object.values(schema.getTypeMap())) {
      if (type.name.startsWith('__')) continue
      check(type.name, type)
      if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value)
      if (!isObjectType(type) && !isInputObjectType(type)) continue
      for (const field of Object.values(type.getFields())) {
        check(`${type.name}.${field.name}`, field)
        if ('args' in field && type !== schema.getMutationType()) {
          for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name})`, argument)
        }
      }
    }
    expect(undescribed).toEqual([])
  })
})
