import { useQuery } from '@apollo/client/react'
import { chooseMembership, findRememberedAccountId } from '../accounts/active-account-id.ts'
import { useSessionState } from '../session/SessionProvider.tsx'
import { OwnSecret_ViewerDocument } from './OwnSecret.generated.ts'
import { findSecret } from './secrets.ts'

/** The secret of the reader's AuthID in the account that the dashboard shows; undefined where this browser has none. */
export function useOwnSecret(): string | undefined {
  const isSignedIn = useSessionState().status === 'signed-in'
  const { data } = useQuery(OwnSecret_ViewerDocument, { skip: !isSignedIn })
  const memberships = isSignedIn && data ? data.viewer.memberships : []
  const token = chooseMembership(memberships, findRememberedAccountId())?.account.authToken
  return token ? findSecret(token.id) : undefined
}
