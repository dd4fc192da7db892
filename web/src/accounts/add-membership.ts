import type { ApolloCache } from '@apollo/client'
import type { Reference } from '@apollo/client/utilities'
import type { ActiveAccount_MembershipFragment } from './ActiveAccount.generated.ts'

/** Puts a new place of the viewer behind those they have, as the API lists them. */
export function addMembership(cache: ApolloCache, membership: ActiveAccount_MembershipFragment): void {
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
