import { describe, expect, it } from 'vitest'
import { sdl } from '@culvert/schema'
import { buildSchema, parse, print, validate } from 'graphql'
import { toSubscription } from './to-subscription.ts'

const schema = buildSchema(sdl)

describe('toSubscription', () => {
  it('selects the same fields of the account, without the other fields of the query', () => {
    const query = parse(`
      query Screen_Query($accountId: ID!, $page: Int!) {
        account(id: $accountId) { ...Screen_Account auditLog(page: $page) { page } }
        plans { ...Screen_Plan }
      }
      fragment Screen_Account on Account { id name }
      fragment Screen_Plan on Plan { id }
    `)
    const subscription = toSubscription(query)
    expect(validate(schema, subscription)).toEqual([])
    const expected = parse(`
      subscription Screen_Query($accountId: ID!, $page: Int!) {
        accountChanged(accountId: $accountId) { ...Screen_Account auditLog(page: $page) { page } }
      }
      fragment Screen_Account on Account { id name }
    `)
    expect(print(subscription)).toBe(print(expected))
  })

  it('selects the same fields of the viewer', () => {
    const subscription = toSubscription(parse('query Screen_Query { viewer { user { id } } }'))
    expect(validate(schema, subscription)).toEqual([])
    expect(print(subscription)).toBe(print(parse('subscription Screen_Query { viewerChanged { user { id } } }')))
  })

  it('returns the same object for the same query, so that a hook keeps its subscription', () => {
    const query = parse('query Screen_Query { viewer { user { id } } }')
    expect(toSubscription(query)).toBe(toSubscription(query))
  })
})
