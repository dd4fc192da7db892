import type { ApolloCache } from '@apollo/client'
import type { Reference } from '@apollo/client/utilities'
import type { Membership } from './membership.ts'

/** Appends a new membership of the viewer, in the API's order. */
export function addMembership(cache: ApolloCache, membership: Membership): void {
  cache.modify<{ memberships: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Viewer' }),
    fields: {
      memberships: (before, { toReference }) => {
        const reference = toReference({ ...membership })
        return reference ? [...before, reference] : before
      },
    },
  })
}
