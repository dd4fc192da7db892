import { gql } from '@apollo/client'
import { expect, it } from 'vitest'
import { createCache } from '../../graphql/cache.ts'
import { aMembership } from '../../testing/memberships.ts'
import { TestApi } from '../../testing/test-api.ts'
import { addMembership } from './add-membership.ts'

const query = gql`
  query {
    viewer {
      memberships {
        id
      }
    }
  }
`

it('a membership is listed once, whether its event or the answer comes first', () => {
  const cache = createCache()
  const write = (...ids: string[]) => {
    const memberships = ids.map((id) => ({ __typename: 'Membership', id }))
    cache.writeQuery({ query, data: { viewer: { __typename: 'Viewer', memberships } } })
  }
  const joined = aMembership(new TestApi(), { id: 'navy', name: 'Navy', namespace: 'navy' })
  const answer = { __typename: 'Membership', ...joined }
  write('own')
  addMembership(cache, answer)
  const both = { viewer: { memberships: [{ id: 'own' }, { id: joined.id }] } }
  // The answer itself is in the cache before the list is changed.
  write('own', joined.id)
  expect(cache.readQuery({ query })).toMatchObject(both)
  addMembership(cache, answer)
  expect(cache.readQuery({ query })).toMatchObject(both)
})
