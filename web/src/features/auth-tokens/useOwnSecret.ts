import { useQuery } from '@apollo/client/react'
import { chooseMembership, findRememberedAccountId } from '../../auth/active-account-id.ts'
import { graphql } from '../../graphql/generated/gql.ts'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { findSecret } from './secrets.ts'

const viewerQuery = graphql(`
  query OwnSecret_Viewer {
    viewer {
      memberships {
        id
        account {
          id
          authToken {
            id
          }
        }
      }
    }
  }
`)

/** The secret of the reader's AuthID in the account that the dashboard shows; undefined where this browser has none. */
export function useOwnSecret(): string | undefined {
  const isSignedIn = useSessionState().status === 'signed-in'
  const { data } = useQuery(viewerQuery, { skip: !isSignedIn })
  const memberships = isSignedIn && data ? data.viewer.memberships : []
  const token = chooseMembership(memberships, findRememberedAccountId())?.account.authToken
  return token ? findSecret(token.id) : undefined
}
