import { describe, expect, it } from '@jest/globals'
import type { AccountChangedDocument } from '../accounts/accounts.test.generated.ts'
import { describeApiOnce } from '../testing/api.ts'

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ')

describeApiOnce('operation limits', (api) => {
  const post = (query: string) => api.client().post({ query })

  it.each([
    ['depth', `{ site { ${'... on Site { '.repeat(12)} brandName ${'} '.repeat(12)} } }`, /depth/i],
    ['aliases', `{ ${times(31, (index) => `a${index}: site { brandName }`)} }`, /aliases/i],
    ['tokens', `{ ${'site { brandName } '.repeat(600)} }`, /tokens/i],
    [
      'cost',
      `{ account(id: "1") { ${times(25, (index) => `p${index}: agents { nodes { gateway { ${'id '.repeat(60)} } } }`)} } }`,
      /cost/i,
    ],
  ])('refuse a document beyond the bound of %s before anything runs', async (_bound, query, message) => {
    const { status, body } = await post(query)
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(expect.objectContaining({ message: expect.stringMatching(message) }))
    for (const error of body.errors ?? []) expect(error.extensions?.code).toBe('BAD_USER_INPUT')
  })

  it('hold over WebSocket too', async () => {
    const { client, accountId } = await api.seed.owner('Ada')
    const text = `subscription ($accountId: ID!) { accountChanged(accountId: $accountId) { ${times(31, (index) => `a${index}: name`)} } }`
    const document = { toString: () => text } as typeof AccountChangedDocument
    const subscription = await client.subscribe(document, { accountId })
    expect(await subscription.ended).toMatchObject([
      { message: expect.stringMatching(/aliases/i), extensions: { code: 'BAD_USER_INPUT' } },
    ])
  })

  it('keep the schema from those who do not know it: no introspection, no suggestions', async () => {
    expect((await post('{ __schema { types { name } } }')).status).toBe(400)
    const { body } = await post('{ sitee { brandName } }')
    expect(body.errors?.[0]?.message).toBe('Cannot query field "sitee" on type "Query".')
  })
})

describeApiOnce(
  'introspection',
  (api) => {
    it('works where it is switched on', async () => {
      const { body } = await api.client().post({ query: '{ __schema { queryType { name } } }' })
      expect(body).toEqual({ data: { __schema: { queryType: { name: 'Query' } } } })
    })
  },
  () => ({ introspection: true }),
)

describe('the SDL', () => {
  it('describes every type, field, argument and value', async () => {
    const { schema } = await import('../schema.ts')
    const { isEnumType, isInputObjectType, isObjectType } = await import('graphql')
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
