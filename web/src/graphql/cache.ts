import type { ApolloCache } from '@apollo/client'
import { InMemoryCache } from '@apollo/client/cache'
import type { Reference, StoreObject } from '@apollo/client/utilities'

/** Creates the normalized cache: one object per id, so that an event updates every screen that shows it. It may start with another cache's content. */
export function createCache(data: object = {}): InMemoryCache {
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
      RequestRecording: { merge: true },
      UsageStats: { merge: true },
      User: {
        // An account shows a former member without their address, and the same person may be a member of another account. Nobody gives up
        // an address while they are signed in.
        fields: {
          email: {
            merge: (existing: string | null | undefined, incoming: string | null) => incoming ?? existing ?? null,
          },
        },
      },
    },
  }).restore({ ...data })
}

/** The lists of an account that new objects join, newest first. */
type AccountList =
  | 'gateways'
  | 'domains'
  | 'ipRestrictions'
  | 'apiKeys'
  | 'machineTokens'
  | 'invites'
  | 'trusts'
  | 'webhooks'

/** Returns the `update` of a mutation whose new object joins the head of one of the account's lists, unless it is there already. */
export function addToAccount<Data>(
  accountId: string,
  list: AccountList,
  find: (data: Data) => StoreObject & { id: string },
) {
  return (cache: ApolloCache, { data }: { data?: Data | null }): void => {
    const added = data && find(data)
    if (!added) return
    cache.modify({
      id: cache.identify({ __typename: 'Account', id: accountId }),
      fields: (before: unknown, { fieldName, toReference, readField }) => {
        if (fieldName !== list || !Array.isArray(before)) return before
        const known = before.some((other: Reference) => readField('id', other) === added.id)
        // Written too, because an answer with a secret is kept out of the cache.
        const reference = toReference(added, true)
        return reference && !known ? [reference, ...before] : before
      },
    })
  }
}
