import type { ApolloCache } from '@apollo/client'
import type { Reference } from '@apollo/client/utilities'
import type { Membership } from './membership.ts'

/** Appends a new membership of the viewer, in the API's order, unless an event has brought it before. */
export function addMembership(cache: ApolloCache, membership: Membership): void {
  cache.modify<{ memberships: readonly Reference[] }>({
    id: cache.identify({ __typename: 'Viewer' }),
    fields: {
      memberships: (before, { toReference, readField }) => {
        const reference = toReference({ ...membership })
        const isKnown = before.some((other) => readField('id', other) === membership.id)
        return reference && !isKnown ? [...before, reference] : before
      },
    },
  })
}
