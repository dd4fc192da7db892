import { isForEdges } from '@culvert/schema/credentials'
import { sdl } from '@culvert/schema'
import { buildSchema, isObjectType } from 'graphql'
import html from 'virtual:api-reference'
import { describe, expect, it } from 'vitest'
import { renderReference } from './render.ts'

const schema = buildSchema(sdl)
const page = document.createElement('div')
page.innerHTML = html

const anchors = new Map([...page.querySelectorAll('[id]')].map((element) => [element.id, element]))
const find = (id: string) => anchors.get(id) ?? null

describe('the reference of the API', () => {
  it('has every operation but those of edges at an anchor of its own, with what a key needs', () => {
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

  it('has every type that these lead to, with all its fields, and none that only edges need', () => {
    const known = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ name }) => find(name))
    expect(known.length).toBeGreaterThan(100)
    const fields = known.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
    expect(fields.filter((name) => !find(name))).toEqual([])
    for (const name of ['ReportTunnelsInput', 'RestrictionsPage', 'ServedCertificate', 'ReportUsagePayload']) {
      expect([name, schema.getType(name)?.name, find(name)]).toEqual([name, name, null])
    }
  })

  it('has no anchor twice, and no link that leads nowhere', () => {
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
    const targets = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(targets.filter((href) => !href?.startsWith('#') || !ids.includes(href.slice(1)))).toEqual([])
  })

  it('has no markup but its own, whatever a description or a default value says', () => {
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
