import { parse } from 'graphql'
import { expect, it } from 'vitest'
import { createCache } from './cache.ts'

const members = parse('{ account(id: "open") { id members { id user { id email } } } }')
const agents = parse('{ account(id: "left") { id agents { nodes { id startedBy { id email } } } } }')

const asMember = (email: string | null) => ({
  account: {
    __typename: 'Account',
    id: 'open',
    members: [{ __typename: 'Member', id: 'm', user: { __typename: 'User', id: 'ada', email } }],
  },
})
const asFormerMember = {
  account: {
    __typename: 'Account',
    id: 'left',
    agents: {
      __typename: 'AgentPage',
      nodes: [{ __typename: 'Agent', id: 'a', startedBy: { __typename: 'User', id: 'ada', email: null } }],
    },
  },
}

it('keeps the address of a member whom another account of the viewer shows without it, as a former member', () => {
  const cache = createCache()
  cache.writeQuery({ query: members, data: asMember('ada@example.com') })
  cache.writeQuery({ query: agents, data: asFormerMember })
  expect(cache.readQuery({ query: members })).toEqual(asMember('ada@example.com'))
})

it('takes over another address of a person', () => {
  const cache = createCache()
  cache.writeQuery({ query: members, data: asMember('ada@example.com') })
  cache.writeQuery({ query: members, data: asMember('ada@example.org') })
  expect(cache.readQuery({ query: members })).toEqual(asMember('ada@example.org'))
})

it('has no address of a person whom it only knows as a former member', () => {
  const cache = createCache()
  cache.writeQuery({ query: agents, data: asFormerMember })
  expect(cache.readQuery({ query: agents })).toEqual(asFormerMember)
})
