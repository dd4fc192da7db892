import { forgetAccountId } from '../auth/active-account-id.ts'
import { createGraphqlClient, type GraphqlClient } from '../graphql/client.ts'
import { isRetryable } from '../graphql/errors.ts'
import { graphql } from '../graphql/generated/gql.ts'
import { withoutSession } from '../graphql/without-session.ts'
import { SessionStore } from '../auth/session-store.ts'
import { createBrowserTabs } from '../auth/tabs.ts'

const refreshSessionMutation = graphql(`
  mutation Session_RefreshSession {
    refreshSession(input: {}) {
      session {
        ...Session_Session
      }
    }
  }
`)

const signOutMutation = graphql(`
  mutation Session_SignOut {
    signOut(input: {}) {
      ended
    }
  }
`)

/** The objects that live as long as the page: the session and the connection to the API. */
export interface Services {
  session: SessionStore
  connection: GraphqlClient
}

/** Creates the services and connects them. The cache starts with the data that the page brought along. */
export function createServices(content?: object): Services {
  const session = new SessionStore(
    {
      async refreshSession(signal) {
        const { data } = await connection.client.mutate({ mutation: refreshSessionMutation, ...until(signal) })
        if (!data) throw new Error('refreshSession answered without a session.')
        return data.refreshSession.session
      },
      async signOut(signal) {
        await connection.client.mutate({ mutation: signOutMutation, ...until(signal) })
      },
      isRetryable,
    },
    createBrowserTabs(),
  )
  const connection = createGraphqlClient(session, content)

  session.subscribe((event) => {
    if (event === 'mfa-challenge-verified') {
      // The live connection belongs to the session's previous state; what was closed to that is open now.
      connection.disconnect()
      void connection.client.refetchQueries({ include: 'active' })
    }
    if (event !== 'signed-out') return
    // One person's data must never show to the next.
    forgetAccountId()
    connection.disconnect()
    void connection.client.clearStore()
  })

  return { session, connection }
}

/** The options of an operation that needs no session, and is given up once a signal is aborted. */
function until(signal: AbortSignal) {
  return { ...withoutSession, context: { ...withoutSession.context, fetchOptions: { signal } } }
}
