import type { ApolloCache } from '@apollo/client'
import { InMemoryCache } from '@apollo/client/cache'
import type { Reference, StoreObject } from '@apollo/client/utilities'

/** The normalized cache: one object for each id, so that an event updates every screen that shows it. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          account: {
            read: (existing, { args, toReference }) =>
              existing ?? toReference({ __typename: 'Account', id: args?.['id'] }),
          },
        },
      },
      Site: { keyFields: [] },
      Viewer: { keyFields: [] },
      ReceivedInvite: { keyFields: ['inviteId'] },
      ProviderSubscription: { merge: true },
      UsageStats: { merge: true },
    },
  })
}

/** The lists of an account that take what was just made, newest first. */
type AccountList = 'gateways' | 'domains' | 'ipRestrictions' | 'apiKeys' | 'invites'

/** Puts what was just made at the head of one of the account's lists, once. */
export function addToAccount(
  cache: ApolloCache,
  accountId: string,
  list: AccountList,
  added: StoreObject & { id: string },
): void {
  cache.modify({
    id: cache.identify({ __typename: 'Account', id: accountId }),
    fields: (before: unknown, { fieldName, toReference, readField }) => {
      if (fieldName !== list || !Array.isArray(before)) return before
      const known = before.some((other: Reference) => readField('id', other) === added.id)
      const reference = toReference(added)
      return reference && !known ? [reference, ...before] : before
    },
  })
}
