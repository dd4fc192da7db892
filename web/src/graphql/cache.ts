import { InMemoryCache } from '@apollo/client/cache'

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
      UsageStats: { merge: true },
    },
  })
}
