import { webPaths } from '@culvert/schema/web-paths'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { IdentityGate } from '../factors/IdentityGate.tsx'
import { type Errand, findErrand, forgetErrand } from '../identities/errands.ts'
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

/** Receives the browser back from a provider, and signs the reader in or up, links the provider, or confirms who they are. */
export function SignInWithPage() {
  useTitle('Sign in')
  const { providerId = '' } = useParams()
  const { response, errand } = useReturn()
  if (errand?.purpose === 'CONFIRM') return <ConfirmationWindow providerId={providerId} response={response} />
  return (
    <>
      <ProviderReturn providerId={providerId} response={response} errand={errand} />
      <IdentityGate />
    </>
  )
}

/** Returns the provider's response and its errand. The response leaves the address bar, and with it the browser's history, at once. */
function useReturn(): { response: string; errand: Errand | undefined } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const [returned] = useState(() => ({ response: search.slice(1), errand: findErrand(search) }))
  useEffect(() => {
    if (search === '') return
    forgetErrand()
    void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  return returned
}

interface ProviderReturnProps {
  providerId: string
  response: string
  /** Undefined when it began in another window. */
  errand: Errand | undefined
}

/** Asks what the provider says, and does what it was asked for. */
function ProviderReturn({ providerId, response, errand }: ProviderReturnProps) {
  const { status } = useSessionState()
  // Nobody's session ends by an answer that is void, wherever it comes from.
  const withoutSession = errand?.purpose !== 'LINK'
  const complete = useAction(completeMutation, { fetchPolicy: 'no-cache', context: { withoutSession } })
  const [proof, setProof] = useState<ProviderProof>()
  const run = async () => {
    const answer = await complete.run({ input: { providerId, response } })
    if (answer) setProof(answer.completeProviderProof.proof)
  }
  useOnce(() => void run(), withoutSession || status !== 'loading')

  if (proof) return <Consequence proof={proof} errand={errand} />
  if (complete.errorText === undefined) return <LoadingScreen label="Waiting for the provider" />
  return errand?.purpose === 'LINK' ? (
    <ProviderFailure title="Nothing was linked" text={complete.errorText} to={webPaths.profile} />
  ) : (
    <ProviderFailure title="You are not signed in" text={complete.errorText} to={webPaths.signIn} />
  )
}

/** Acts on a provider's assertion. */
function Consequence({ proof, errand }: { proof: ProviderProof; errand: Errand | undefined }) {
  const { invitation, loading } = useInvitationOf(errand?.inviteToken ?? null)
  const { purpose, subject } = proof
  const origin = errand?.origin ?? webPaths.gettingStarted
  if (purpose === 'LINK') return <IdentityLinking proof={proof} to={webPaths.profile} />
  if (purpose === 'CONFIRM') return <ProviderFailure title="Nothing waits for this" text={beginAgain} to={origin} />
  if (loading) return <LoadingScreen label="Loading your invitation" />
  // Whoever was invited and is signed in is asked about the invitation there.
  const to = invitation ? webPaths.signIn + toInvitationSearch(invitation.token) : origin
  switch (subject) {
    case 'USER':
      return <ProviderSignIn proof={proof} rememberMe={errand?.rememberMe ?? false} to={to} />
    case 'NEW_USER':
      return <NewUserForm proof={proof} invitation={invitation} to={origin} />
    case 'ADDRESS_OF_USER':
    case 'UNKNOWN':
      return <LinkBySignIn proof={proof} to={to} />
    default:
      return subject satisfies never
  }
}

const beginAgain = 'The page that asked for it is gone. Begin there again.'
