import { webPaths } from '@culvert/schema/web-paths'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { IdentityGate } from '../factors/IdentityGate.tsx'
import { type PendingRedirect, findPendingRedirect, clearPendingRedirect } from '../identities/pending-redirect.ts'
import { completeMutation, type ProviderProof } from '../identities/proof.ts'
import { useTitle } from '../site/useSite.ts'
import { useAction } from '../../graphql/useAction.ts'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { useOnce } from '../../ui/useOnce.ts'
import { ConfirmationWindow } from './ConfirmationWindow.tsx'
import { IdentityLinking } from './IdentityLinking.tsx'
import { LinkBySignIn } from './LinkBySignIn.tsx'
import { NewUserForm } from './NewUserForm.tsx'
import { ProviderFailure } from './ProviderFailure.tsx'
import { ProviderSignIn } from './ProviderSignIn.tsx'
import { toInvitationSearch, useInvitationOf } from './useInvitation.ts'

/** Handles the return from a provider: signs the reader in or up, links the provider, or confirms who they are. */
export function SignInWithPage() {
  useTitle('Sign in')
  const { providerId = '' } = useParams()
  const { response, pendingRedirect } = useReturn()
  if (pendingRedirect?.purpose === 'CONFIRM') return <ConfirmationWindow providerId={providerId} response={response} />
  return (
    <>
      <ProviderReturn providerId={providerId} response={response} pendingRedirect={pendingRedirect} />
      <IdentityGate />
    </>
  )
}

/** Returns the provider's response and the pending redirect. Removes the response at once from the address bar, and so from the browser's history. */
function useReturn(): { response: string; pendingRedirect: PendingRedirect | undefined } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [returned] = useState(() => ({ response: search.slice(1), pendingRedirect: findPendingRedirect(search) }))
  useEffect(() => {
    if (search === '') return
    clearPendingRedirect()
    void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  return returned
}

interface ProviderReturnProps {
  providerId: string
  response: string
  /** Undefined when it began in another window. */
  pendingRedirect: PendingRedirect | undefined
}

/** Submits the provider's response, and does what it was requested for. */
function ProviderReturn({ providerId, response, pendingRedirect }: ProviderReturnProps) {
  const { status } = useSessionState()
  // An invalid answer, wherever it comes from, must not end anyone's session.
  const withoutSession = pendingRedirect?.purpose !== 'LINK'
  const complete = useAction(completeMutation, { fetchPolicy: 'no-cache', context: { withoutSession } })
  const [proof, setProof] = useState<ProviderProof>()
  const run = async () => {
    const answer = await complete.run({ input: { providerId, response } })
    if (answer) setProof(answer.completeProviderProof.proof)
  }
  useOnce(() => void run(), withoutSession || status !== 'loading')

  if (proof) return <Consequence proof={proof} pendingRedirect={pendingRedirect} />
  if (complete.errorText === undefined) return <LoadingScreen label="Waiting for the provider" />
  return pendingRedirect?.purpose === 'LINK' ? (
    <ProviderFailure title="Nothing was linked" text={complete.errorText} to={webPaths.profile} />
  ) : (
    <ProviderFailure title="You are not signed in" text={complete.errorText} to={webPaths.signIn} />
  )
}

/** Acts on a provider's assertion. */
function Consequence({
  proof,
  pendingRedirect,
}: {
  proof: ProviderProof
  pendingRedirect: PendingRedirect | undefined
}) {
  const { invitation, loading } = useInvitationOf(pendingRedirect?.inviteToken ?? null)
  const { purpose, subject } = proof
  const origin = pendingRedirect?.origin ?? webPaths.gettingStarted
  if (purpose === 'LINK') return <IdentityLinking proof={proof} to={webPaths.profile} />
  if (purpose === 'CONFIRM')
    return <ProviderFailure title="Your identity was not confirmed" text={beginAgain} to={origin} />
  if (loading) return <LoadingScreen label="Loading your invitation" />
  // An invited reader who is signed in is asked about the invitation there.
  const to = invitation ? webPaths.signIn + toInvitationSearch(invitation.token) : origin
  switch (subject) {
    case 'USER':
      return <ProviderSignIn proof={proof} rememberMe={pendingRedirect?.rememberMe ?? false} to={to} />
    case 'NEW_USER':
      return <NewUserForm proof={proof} invitation={invitation} to={origin} />
    case 'ADDRESS_OF_USER':
    case 'UNKNOWN':
      return <LinkBySignIn proof={proof} to={to} />
    default:
      return subject satisfies never
  }
}

const beginAgain = 'The page that asked for it is no longer open. Open it again and start from there.'
