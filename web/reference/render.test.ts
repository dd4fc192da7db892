import { isForEdges } from '@culvert/schema/credentials'
import { sdl } from '@culvert/schema'
import {
  buildSchema,
  type GraphQLNamedType,
  GraphQLObjectType,
  GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import html from 'virtual:api-reference'
import { describe, expect, it } from 'vitest'
import { renderReference } from './render.ts'

const schema = buildSchema(sdl)
const page = document.createElement('div')
page.innerHTML = html

const anchors = new Map([...page.querySelectorAll('[id]')].map((element) => [element.id, element]))
const find = (id: string) => anchors.get(id) ?? null

/** Lists the types that operations other than those for edges lead to. The library follows the types, not the code under test. */
function listReachableTypes(): GraphQLNamedType[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const publicRoots = roots.map((root) => {
    const { fields, ...config } = root!.toConfig()
    const shown = Object.entries(fields).filter(([, { astNode }]) => !isForEdges(astNode))
    return new GraphQLObjectType({ ...config, fields: Object.fromEntries(shown) })
  })
  const [query, mutation, subscription] = publicRoots
  const reachable = new GraphQLSchema({ query: query!, mutation: mutation!, subscription: subscription! })
  return Object.values(reachable.getTypeMap()).filter(
    (type) =>
      !publicRoots.some(({ name }) => name === type.name) && !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  )
}

function listMembers(type: GraphQLNamedType): string[] {
  if (isEnumType(type)) return type.getValues().map(({ name }) => name)
  return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : []
}

describe('the API reference', () => {
  it('has an anchor for every operation except those for edges, with the scope that an API key needs', () => {
    const operations = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
      Object.values(root?.getFields() ?? {}).map(({ name, astNode }) => ({
        name: `${root?.name}.${name}`,
        isHidden: isForEdges(astNode),
      })),
    )
    expect(operations.filter(({ name, isHidden }) => (find(name) === null) !== isHidden)).toEqual([])
    expect(operations.some(({ isHidden }) => isHidden)).toBe(true)
    expect(find('Account.usage')?.textContent).toContain('API key: READ_USAGE.')
    expect(find('Account.apiKeys')?.textContent).toContain('API key: none.')
    expect(find('Account.gateways')?.textContent).toContain('Deprecated. Use gatewaysConnection.')
  })

  it('has an anchor for every type that these operations use and for its members, and omits all other types', () => {
    const types = listReachableTypes()
    expect(types.length).toBeGreaterThan(100)
    const names = types.flatMap((type) => [type.name, ...listMembers(type).map((member) => `${type.name}.${member}`)])
    expect(names.filter((name) => !find(name))).toEqual([])
    const omitted = Object.keys(schema.getTypeMap()).filter((name) => !types.some((type) => type.name === name))
    expect(omitted.filter((name) => find(name))).toEqual([])
    for (const name of ['ReportTunnelsInput', 'RestrictionsPage', 'ServedCertificate', 'ReportUsagePayload']) {
      expect([name, schema.getType(name)?.name, find(name)]).toEqual([name, name, null])
    }
  })

  it('has no duplicate anchors and no broken links', () => {
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
    const targets = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(targets.filter((href) => !href?.startsWith('#') || !ids.includes(href.slice(1)))).toEqual([])
  })

  it('escapes markup in descriptions, default values and deprecation reasons', () => {
    const hostile = buildSchema(`
      "<script>alert(1)</script> & \`<b>\` \\"quoted\\""
      type Query { "<img src=x onerror=y>" a("<i>" b: String = "<u>"): Int @deprecated(reason: "<s>") }
    `)
    const shown = document.createElement('div')
    shown.innerHTML = renderReference(hostile)
    expect(shown.querySelectorAll('script, img, b, i, u, s')).toHaveLength(0)
    expect(shown.textContent).toContain('<img src=x onerror=y>')
    expect(shown.textContent).toContain('= "<u>"')
  })
})
