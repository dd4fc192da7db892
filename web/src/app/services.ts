import { forgetAccountId } from '../accounts/active-account-id.ts'
import { createGraphqlClient, type GraphqlClient } from '../graphql/client.ts'
import { isRetryable } from '../graphql/errors.ts'
import { Session_RefreshSessionDocument, Session_SignOutDocument } from '../session/Session.generated.ts'
import { SessionStore } from '../session/session-store.ts'
import { createBrowserTabs } from '../session/tabs.ts'

/** What lives as long as the page: the session and the connection to the API. */
export interface Services {
  session: SessionStore
  graphql: GraphqlClient
}

/** Makes the services and ties them together. */
export function createServices(): Services {
  const withoutSession = { fetchPolicy: 'no-cache', context: { withoutSession: true } } as const

  const session = new SessionStore(
    {
      async refreshSession() {
        const { data } = await graphql.client.mutate({ mutation: Session_RefreshSessionDocument, ...withoutSession })
        if (!data) throw new Error('refreshSession answered without a session.')
        return data.refreshSession.session
      },
      async signOut() {
        await graphql.client.mutate({ mutation: Session_SignOutDocument, ...withoutSession })
      },
      isRetryable,
    },
    createBrowserTabs(),
  )
  const graphql = createGraphqlClient(session)

  session.subscribe((event) => {
    if (event !== 'signed-out') return
    // Nothing of one person may be shown to the next.
    forgetAccountId()
    graphql.disconnect()
    void graphql.client.clearStore()
  })

  return { session, graphql }
}
